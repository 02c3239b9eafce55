/// Reads the attributes of a tag as browsers do: with any quotes or none, with slashes as spaces, and in any case.
struct TagScanner: Sequence, IteratorProtocol {
    struct Attribute {
        /// The name as the page spells it.
        fileprivate let spelling: PageBytes
        /// The value as the page spells it, without quotes; empty when the attribute has no value.
        let value: PageBytes
        let hasValue: Bool

        /// The name in lower case.
        var name: String { String(decoding: spelling, as: UTF8.self).lowercased() }

        /// Whether the attribute has this name. `name` must be ASCII without upper-case letters.
        func isNamed(_ name: StaticString) -> Bool {
            guard name.utf8CodeUnitCount == spelling.count else { return false }
            return name.withUTF8Buffer { name in zip(name, spelling).allSatisfy { $0 == $1.lowercased } }
        }
    }

    private let bytes: PageBytes
    /// The offset at which the search for the next attribute begins.
    private var index: Int

    /// - Parameter bytes: the bytes after the element's name. Reading stops at the tag's `>`.
    init(_ bytes: PageBytes) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// Whether the tag's `>` was reached.
    var isAtEnd: Bool { index < bytes.endIndex && bytes[index] == UInt8(ascii: ">") }

    mutating func next() -> Attribute? {
        skip { $0.isMarkupSpace || $0 == UInt8(ascii: "/") }
        guard index < bytes.endIndex, bytes[index] != UInt8(ascii: ">") else { return nil }
        let start = index
        // An equals sign at the start of a name belongs to the name.
        index += 1
        skip { !$0.endsAttributeName }
        let name = bytes[start..<index]
        skip(\.isMarkupSpace)
        guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "=") else {
            return Attribute(spelling: name, value: bytes[index..<index], hasValue: false)
        }
        index += 1
        skip(\.isMarkupSpace)
        return Attribute(spelling: name, value: value(), hasValue: true)
    }

    private mutating func value() -> PageBytes {
        guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
            let start = index
            skip { !$0.isMarkupSpace && $0 != UInt8(ascii: ">") }
            return bytes[start..<index]
        }
        let quote = bytes[index]
        index += 1
        let start = index
        skip { $0 != quote }
        defer { index = Swift.min(index + 1, bytes.endIndex) }
        return bytes[start..<index]
    }

    private mutating func skip(_ belongs: (UInt8) -> Bool) {
        while index < bytes.endIndex, belongs(bytes[index]) { index += 1 }
    }
}

extension UInt8 {
    fileprivate var endsAttributeName: Bool {
        isMarkupSpace || self == UInt8(ascii: "=") || self == UInt8(ascii: "/") || self == UInt8(ascii: ">")
    }

    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
