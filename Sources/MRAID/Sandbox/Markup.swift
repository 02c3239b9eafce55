/// An ad's markup, looked at as far as wrapping needs. Not a parser of HTML: every question has an answer that is safe when
/// the markup is written to mislead.
struct Markup {
    private let text: String

    init(_ text: String) {
        self.text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    }

    var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// Whether the ad is a document of its own rather than a fragment.
    var isDocument: Bool {
        let bytes = Array(text.utf8)
        return ["<!doctype", "<html", "<head", "<body"].contains { Self.find($0, in: bytes, from: 0) != nil }
    }

    /// The markup with the text after its document type, or in front of a document without one, or with anything but
    /// blanks before it.
    func inserting(_ front: String) -> String {
        let rest = text.drop(while: \.isWhitespace)
        guard rest.prefix(9).lowercased() == "<!doctype", let end = rest.firstIndex(of: ">") else {
            return front + text
        }
        return text[...end] + front + text[text.index(after: end)...]
    }

    /// The markup without `<script src="…mraid.js"></script>`.
    var withoutReference: String {
        let bytes = Array(text.utf8)
        var kept: [UInt8] = []
        var position = 0
        while let start = Self.find("<script", in: bytes, from: position) {
            guard let end = Self.endOfReference(in: bytes, from: start) else {
                kept.append(contentsOf: bytes[position..<start + 7])
                position = start + 7
                continue
            }
            kept.append(contentsOf: bytes[position..<start])
            position = end
        }
        kept.append(contentsOf: bytes[position...])
        return String(decoding: kept, as: UTF8.self)
    }

    /// The end of an empty script element at `start` whose source is `mraid.js`.
    private static func endOfReference(in bytes: [UInt8], from start: Int) -> Int? {
        guard let close = bytes[start...].prefix(512).firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let tag = String(decoding: bytes[start..<close], as: UTF8.self)
        guard let source = source(of: tag), Sandbox.isReference(toScript: source) else { return nil }
        let after = bytes[(close + 1)...].drop { [0x20, 0x9, 0xA, 0xD].contains($0) }
        guard after.starts(with: Array("</".utf8)),
            find("</script", in: bytes, from: after.startIndex) == after.startIndex
        else { return nil }
        return bytes[after.startIndex...].prefix(64).firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
    }

    /// The value of the tag's `src`, with or without quotes.
    private static func source(of tag: String) -> String? {
        let bytes = Array(tag.utf8)
        guard let name = find("src", in: bytes, from: 0) else { return nil }
        let value = bytes[(name + 3)...].drop { [0x20, 0x9, 0xA, 0xD].contains($0) }
        guard value.first == UInt8(ascii: "=") else { return nil }
        let content = value.dropFirst().drop { [0x20, 0x9, 0xA, 0xD].contains($0) }
        let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
        guard let first = content.first, quotes.contains(first) else {
            return String(decoding: content.prefix { $0 != 0x20 && $0 != UInt8(ascii: ">") }, as: UTF8.self)
        }
        return String(decoding: content.dropFirst().prefix { $0 != first }, as: UTF8.self)
    }

    /// The place of an ASCII text in lower case, whatever the case in the bytes.
    private static func find(_ text: String, in bytes: [UInt8], from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count, start <= bytes.count - wanted.count else { return nil }
        return (start...(bytes.count - wanted.count)).first { index in
            wanted.indices.allSatisfy { offset in
                let byte = bytes[index + offset]
                return ((65...90).contains(byte) ? byte + 32 : byte) == wanted[offset]
            }
        }
    }
}
