/// Finds the start tags of markup in one pass and in linear time.
struct MarkupScanner {
    /// A start tag, or a document type.
    struct Tag {
        var name: String
        var start: Int
        /// The value of the first `src` attribute.
        var source: String?
    }

    private let bytes: [UInt8]
    private var position = 0
    /// The end of the script element whose tag was returned last, if the element holds only white space.
    private(set) var endOfEmptyScript: Int?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next start tag, or nil at the end of the markup.
    mutating func next() -> Tag? {
        endOfEmptyScript = nil
        while let start = nextByte(UInt8(ascii: "<"), from: position) {
            position = start + 1
            guard position < bytes.count, bytes[position] == UInt8(ascii: "!") || Self.isLetter(bytes[position]) else {
                continue
            }
            if has("<!--", at: start) {
                position = endOfComment(from: start)
            } else if has("<!doctype", at: start) {
                position = (nextByte(UInt8(ascii: ">"), from: start) ?? bytes.count - 1) + 1
                return Tag(name: "!doctype", start: start)
            } else if Self.isLetter(bytes[position]) {
                return tag(from: start)
            }
        }
        position = bytes.count
        return nil
    }

    private mutating func tag(from start: Int) -> Tag? {
        let name = word { Self.isBlank($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") }.lowercased()
        var tag = Tag(name: name, start: start)
        while let (attribute, value) = attribute() {
            if attribute == "src", tag.source == nil { tag.source = value }
        }
        // A tag without an end is not a tag, and nothing follows it.
        guard position < bytes.count else { return nil }
        position += 1
        if Self.opaqueNames.contains(name) { skipText(of: name) }
        return tag
    }

    /// The next attribute of a tag; nil at the end of the tag, with the position at the `>`.
    private mutating func attribute() -> (name: String, value: String)? {
        while position < bytes.count, Self.isBlank(bytes[position]) || bytes[position] == UInt8(ascii: "/") {
            position += 1
        }
        guard position < bytes.count, bytes[position] != UInt8(ascii: ">") else { return nil }
        let start = position
        // A leading '=' belongs to the name.
        position += 1
        _ = word { Self.isBlank($0) || "/>=".utf8.contains($0) }
        let name = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return (name, "") }
        position += 1
        skipBlanks()
        guard position < bytes.count else { return (name, "") }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return (name, word { Self.isBlank($0) || $0 == UInt8(ascii: ">") })
        }
        position += 1
        let value = word { $0 == quote }
        position = min(position + 1, bytes.count)
        return (name, value)
    }

    /// Skips text that a browser does not read as markup, up to the end tag of the element.
    private mutating func skipText(of name: String) {
        let content = position
        var place = position
        while let end = nextByte(UInt8(ascii: "<"), from: place) {
            place = end + 1
            guard end + 2 + name.utf8.count <= bytes.count, bytes[end + 1] == UInt8(ascii: "/"),
                has(name.utf8, at: end + 2)
            else { continue }
            position = (nextByte(UInt8(ascii: ">"), from: end) ?? bytes.count - 1) + 1
            if name == "script", bytes[content..<end].allSatisfy(Self.isBlank), bytes[position - 1] == UInt8(ascii: ">")
            {
                endOfEmptyScript = position
            }
            return
        }
        position = bytes.count
    }

    private static let opaqueNames: Set<String> = [
        "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
    ]

    // MARK: Bytes

    private mutating func word(until isEnd: (UInt8) -> Bool) -> String {
        let start = position
        while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    }

    private func nextByte(_ byte: UInt8, from start: Int) -> Int? {
        start < bytes.count ? bytes[start...].firstIndex(of: byte) : nil
    }

    /// `<!-->` is a comment too.
    private func endOfComment(from start: Int) -> Int {
        var place = start + 4
        while let end = nextByte(UInt8(ascii: ">"), from: place) {
            if bytes[end - 1] == UInt8(ascii: "-"), bytes[end - 2] == UInt8(ascii: "-") { return end + 1 }
            place = end + 1
        }
        return bytes.count
    }

    private func has(_ text: StaticString, at start: Int) -> Bool { Self.has(text, in: bytes, at: start) }

    private func has(_ name: String.UTF8View, at start: Int) -> Bool {
        bytes[start...].prefix(name.count).elementsEqual(name) { Self.lower($0) == $1 }
    }

    /// Whether an ASCII text stands at the position, ignoring case. `text` is in lower case.
    static func has(_ text: StaticString, in bytes: [UInt8], at start: Int) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard start >= 0, bytes.count - start >= wanted.count else { return false }
        return wanted.indices.allSatisfy { lower(bytes[start + $0]) == wanted[$0] }
    }

    /// HTML's own white space and no other: any other character begins the body.
    static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x9, 0xA, 0xC, 0xD, 0x20: true
        default: false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }

    private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
