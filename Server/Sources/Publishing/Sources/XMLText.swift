import Foundation
import XMLTree

/// Prepares the bytes of a feed for the parser: applies the limits that the parser lacks, and resolves HTML's named
/// characters, which many feeds use without declaring them.
struct XMLText {
    /// The most elements of a document, and attributes of one tag.
    static let maximumElements = 500_000
    static let maximumAttributes = 256

    private(set) var bytes: [UInt8] = []
    /// How many lines come before the document; the parser does not see them.
    private(set) var skippedLines = 0
    /// The encoding that the parser has to use, whatever the document declares; `nil` leaves it to the document.
    private(set) var encoding: String?

    private var source: [UInt8]
    private var index = 0
    private var line = 1
    private var elements = 0
    private var names: [String: String] = [:]

    /// - Throws: ``XMLElement/Failure`` for a document that has declarations of its own, or is beyond the limits.
    init(_ data: Data) throws {
        if let text = Self.wide(data) {
            (source, encoding) = (Array(text.utf8), "UTF-8")
        } else {
            source = Array(data)
        }
        let mark = Array("\u{FEFF}".utf8)
        if source.starts(with: mark) { index = mark.count }
        while index < source.count, [0x20, 0x09, 0x0A, 0x0D].contains(source[index]) { skip(1) }
        (skippedLines, line) = (line - 1, 1)
        bytes.reserveCapacity(source.count)
        try read()
        source = []
    }

    /// Decodes UTF-16 and UTF-32, in which the scan below would find nothing.
    private static func wide(_ data: Data) -> String? {
        let head = Array(data.prefix(4))
        guard head.count == 4, head.contains(0) || head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
        else { return nil }
        let isFour = head[..<2] == [0, 0] || head[2...] == [0, 0]
        let isLittle = head[0] == 0xFF || (head[0] != 0 && head[0] != 0xFE)
        let encoding: String.Encoding =
            isFour
            ? (isLittle ? .utf32LittleEndian : .utf32BigEndian) : (isLittle ? .utf16LittleEndian : .utf16BigEndian)
        return String(data: data, encoding: encoding)
    }

    private mutating func read() throws {
        while index < source.count {
            if starts(with: "<![CDATA[") {
                copy(through: "]]>")
            } else if starts(with: "<!--") {
                copy(through: "-->")
            } else if starts(with: "<?") {
                copy(through: "?>")
            } else if starts(with: "<!") {
                try declaration()
            } else if source[index] == UInt8(ascii: "<") {
                try tag()
            } else if source[index] == UInt8(ascii: "&") {
                reference()
            } else {
                copy(1)
            }
        }
    }

    /// Copies a document type without declarations of its own; declarations could expand a few bytes to gigabytes.
    private mutating func declaration() throws {
        var quote: UInt8?
        while index < source.count {
            let byte = source[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "<") && !bytes.isEmpty && bytes.last == byte {
                throw XMLElement.Failure(line: line, message: "it declares entities")
            }
            copy(1)
            if quote == nil, byte == UInt8(ascii: ">") { return }
        }
    }

    private mutating func tag() throws {
        let start = line
        var (quote, attributes) = (UInt8?.none, 0)
        elements += 1
        guard elements <= Self.maximumElements * 2 else {
            throw XMLElement.Failure(line: start, message: "it has more than \(Self.maximumElements) elements")
        }
        while index < source.count {
            let byte = source[index]
            if let open = quote {
                if byte == open { quote = nil }
                if byte == UInt8(ascii: "&") {
                    reference()
                    continue
                }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
                attributes += 1
            }
            guard attributes <= Self.maximumAttributes else {
                throw XMLElement.Failure(
                    line: start, message: "an element has more than \(Self.maximumAttributes) attributes")
            }
            copy(1)
            if quote == nil, byte == UInt8(ascii: ">") { return }
        }
    }

    /// Replaces a named character of HTML by its number; an unknown name stays as text.
    private mutating func reference() {
        let name = source[(index + 1)...].prefix(32).prefix { Self.isLetterOrDigit($0) }
        let end = index + 1 + name.count
        guard !name.isEmpty, end < source.count, source[end] == UInt8(ascii: ";") else { return copy(1) }
        let text = String(decoding: name, as: UTF8.self)
        guard !["amp", "lt", "gt", "quot", "apos"].contains(text) else { return copy(name.count + 2) }
        bytes += resolved(text).utf8
        index = end + 1
    }

    private mutating func resolved(_ name: String) -> String {
        if let known = names[name] { return known }
        var text = ""
        try? HTMLTree.read("&\(name);") { body in
            for place in 1..<max(1, body.childCount) { text += body.child(place).text ?? "" }
        }
        let isKnown = !text.isEmpty && text != "&\(name);" && !text.hasSuffix(";")
        let result = isKnown ? text.unicodeScalars.map { "&#\($0.value);" }.joined() : "&amp;\(name);"
        if names.count < 3000 { names[name] = result }
        return result
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    // MARK: Bytes

    private func starts(with text: StaticString) -> Bool {
        let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return source[index...].starts(with: wanted)
    }

    private mutating func copy(through end: StaticString) {
        while index < source.count, !starts(with: end) { copy(1) }
        copy(end.utf8CodeUnitCount)
    }

    private mutating func copy(_ count: Int) {
        let end = min(index + count, source.count)
        bytes += source[index..<end]
        skip(end - index)
    }

    private mutating func skip(_ count: Int) {
        for place in index..<(index + count) where source[place] == UInt8(ascii: "\n") { line += 1 }
        index += count
    }
}
