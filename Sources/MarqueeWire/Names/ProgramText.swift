/// Names that programs create and people read in reports: installs, SDK versions, entry points, channels.
///
/// They contain no characters that change how the surrounding text is displayed: no control or format characters, and
/// no mark without a letter. Texts that people write do not have to follow this rule.
public enum ProgramText {
    /// Whether UTF-8 text is such a name, of any length.
    ///
    /// Inlined, because the server calls it for two texts of each event.
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

    /// The text without the characters that the rule forbids.
    public static func plain(_ text: String) -> String {
        guard !isPlain(text.utf8) else { return text }
        let isAllowed = { (scalar: Unicode.Scalar) in !isForbidden(scalar) }
        let characters = text.compactMap { character -> String? in
            let scalars = String(String.UnicodeScalarView(character.unicodeScalars.filter(isAllowed)))
            let kept = scalars.unicodeScalars.drop(while: isMark)
            guard !kept.isEmpty else { return nil }
            return scalars.allSatisfy(isPlain) ? String(kept) : String(String.UnicodeScalarView(kept.filter(\.isASCII)))
        }
        // After a character is removed, its neighbours may form a new character. Each round removes something, so the
        // recursion ends.
        return plain(characters.joined())
    }

    /// Whether the character contains nothing forbidden, and no ASCII punctuation joined to a mark. Code that reads
    /// markup by characters would not see such punctuation.
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
