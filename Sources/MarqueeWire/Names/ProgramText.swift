/// Names that programs make and people read in reports: installs, SDK versions, entry points, channels.
///
/// They hold nothing that changes how the text around them reads: no control or format characters, no mark without a
/// letter of its own. What people write is not held to this.
public enum ProgramText {
    /// Whether text in UTF-8 is such a name, of any length.
    ///
    /// Inlined, because the server asks it for two texts of each event.
    @inlinable
    public static func isPlain(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.allSatisfy { $0 &- 0x20 < 0x5F } || isPlainUnicode(Array(bytes))
    }

    @usableFromInline
    static func isPlainUnicode(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return false }
        return (text.unicodeScalars.first.map { !isMark($0) } ?? true) && text.allSatisfy(isPlain)
    }

    /// The text without what makes it no such name.
    public static func plain(_ text: String) -> String {
        guard !isPlain(text.utf8) else { return text }
        let isAllowed = { (scalar: Unicode.Scalar) in !isForbidden(scalar) }
        let characters = text.compactMap { character -> String? in
            let scalars = String(String.UnicodeScalarView(character.unicodeScalars.filter(isAllowed)))
            let kept = scalars.unicodeScalars.drop(while: isMark)
            guard !kept.isEmpty else { return nil }
            return scalars.allSatisfy(isPlain) ? String(kept) : String(String.UnicodeScalarView(kept.filter(\.isASCII)))
        }
        // Neighbours of what went may join to a new character; every round takes something away.
        return plain(characters.joined())
    }

    /// Whether nothing in a character is forbidden and no punctuation of ASCII is joined to a mark: markup that is read
    /// by characters does not see it then.
    private static func isPlain(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard !scalars.contains(where: isForbidden) else { return false }
        return scalars.count == 1 || !scalars.contains { $0.isASCII && !$0.properties.isAlphabetic && !isDigit($0) }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: isJoiner(scalar)
        }
    }

    /// The joiners, which emoji and several scripts need between letters.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .lineSeparator, .paragraphSeparator: true
        case .format: !isJoiner(scalar)
        default: false
        }
    }
}
