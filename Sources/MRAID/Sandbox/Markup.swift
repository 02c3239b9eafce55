/// An ad's markup, looked at as far as wrapping needs. Not a parser of HTML: every question has an answer that is safe when
/// the markup is written to mislead.
///
/// It works on bytes, as browsers do: to Swift, a `>` with a combining mark behind it would be another character.
struct Markup {
    private let bytes: [UInt8]

    init(_ text: String) {
        let bytes = Array(text.utf8)
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }

    var isBlank: Bool { bytes.allSatisfy(Self.isBlank) }

    /// Whether the ad is a document of its own rather than a fragment.
    var isDocument: Bool {
        ["<!doctype", "<html", "<head", "<body"].contains { Self.find($0, in: bytes, from: 0) != nil }
    }

    /// The markup with the text after its document type, or in front of a document without one, or with anything but
    /// blanks before it.
    func inserting(_ front: String) -> String {
        let start = bytes.firstIndex { !Self.isBlank($0) } ?? bytes.endIndex
        guard Self.has("<!doctype", in: bytes, at: start),
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return front + String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes[...end] + Array(front.utf8) + bytes[(end + 1)...], as: UTF8.self)
    }

    /// The markup without `<script src="…mraid.js"></script>`.
    var withoutReference: String {
        var kept: [UInt8] = []
        var position = 0
        while let start = Self.find("<script", in: bytes, from: position) {
            let end = endOfReference(from: start)
            kept.append(contentsOf: bytes[position..<(end == nil ? start + 7 : start)])
            position = end ?? start + 7
        }
        kept.append(contentsOf: bytes[position...])
        return String(decoding: kept, as: UTF8.self)
    }

    /// The end of an empty script element at `start` whose source is `mraid.js`. Looks a bounded way ahead.
    private func endOfReference(from start: Int) -> Int? {
        guard let close = bytes[start...].prefix(512).firstIndex(of: UInt8(ascii: ">")),
            let source = Self.source(of: bytes[start..<close]), Sandbox.isReference(toScript: source),
            let end = bytes[(close + 1)...].prefix(64).firstIndex(where: { !Self.isBlank($0) }),
            Self.has("</script", in: bytes, at: end)
        else { return nil }
        return bytes[end...].prefix(64).firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
    }

    /// The value of the tag's `src`, with or without quotes.
    private static func source(of tag: ArraySlice<UInt8>) -> String? {
        let tag = Array(tag)
        var name = find("src", in: tag, from: 0)
        while let place = name, place > 0, !isBlank(tag[place - 1]), !isQuote(tag[place - 1]), tag[place - 1] != 0x2F {
            name = find("src", in: tag, from: place + 1)
        }
        guard let name else { return nil }
        let value = tag[(name + 3)...].drop(while: isBlank)
        guard value.first == UInt8(ascii: "=") else { return nil }
        let content = value.dropFirst().drop(while: isBlank)
        guard let quote = content.first, isQuote(quote) else {
            return String(decoding: content.prefix { !isBlank($0) }, as: UTF8.self)
        }
        return String(decoding: content.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    }

    /// What HTML calls white space: no more, since anything else begins the body and would leave a policy behind it unread.
    private static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x9, 0xA, 0xC, 0xD, 0x20: true
        default: false
        }
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// The place of an ASCII text in lower case, whatever the case in the bytes.
    private static func find(_ text: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
        let first = text.utf8Start.pointee
        var position = start
        while position < bytes.count {
            if bytes[position] | 0x20 == first, has(text, in: bytes, at: position) { return position }
            position += 1
        }
        return nil
    }

    private static func has(_ text: StaticString, in bytes: [UInt8], at start: Int) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard start >= 0, bytes.count - start >= wanted.count else { return false }
        return wanted.indices.allSatisfy { offset in
            let byte = bytes[start + offset]
            return ((65...90).contains(byte) ? byte + 32 : byte) == wanted[offset]
        }
    }
}
