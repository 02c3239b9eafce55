/// Reads the attributes of a tag as browsers do: any quotes or none, slashes for spaces, names in any case.
struct TagScanner: Sequence, IteratorProtocol {
    struct Attribute {
        /// As the page spelled it.
        fileprivate let spelling: PageBytes
        /// As the page spelled it, without quotes; empty when the attribute has none.
        let value: PageBytes
        let hasValue: Bool

        /// In lower case.
        var name: String { String(decoding: spelling, as: UTF8.self).lowercased() }

        /// Whether this is the name, which is of lower-case letters and signs that have no case.
        func isNamed(_ name: StaticString) -> Bool {
            guard name.utf8CodeUnitCount == spelling.count else { return false }
            return name.withUTF8Buffer { name in zip(name, spelling).allSatisfy { $0 == $1.lowercased } }
        }
    }

    private let bytes: PageBytes
    /// Where the next attribute is looked for.
    private var index: Int

    /// - Parameter bytes: what follows the element's name; reading stops at its `>`.
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
        // An equals sign in front of a name belongs to it.
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
