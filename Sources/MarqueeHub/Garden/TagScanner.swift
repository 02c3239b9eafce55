/// Reads the attributes of a tag as browsers do: any quotes or none, slashes for spaces, names in any case.
struct TagScanner: Sequence, IteratorProtocol {
    struct Attribute {
        /// In lower case.
        let name: String
        /// As the page spelled it, without quotes; empty when the attribute has none.
        let value: ArraySlice<UInt8>
        let hasValue: Bool
    }

    private let end: Int
    private let bytes: ArraySlice<UInt8>
    /// Where the next attribute is looked for.
    private var index: Int

    /// - Parameter bytes: what follows the element's name; reading stops at its `>`.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
        end = bytes.endIndex
    }

    /// Whether the tag's `>` was reached.
    var isAtEnd: Bool { index < end && bytes[index] == UInt8(ascii: ">") }

    mutating func next() -> Attribute? {
        skip { isSpace($0) || $0 == UInt8(ascii: "/") }
        guard index < end, bytes[index] != UInt8(ascii: ">") else { return nil }
        let start = index
        // An equals sign in front of a name belongs to it.
        index += 1
        skip { !isSpace($0) && !"=/>".utf8.contains($0) }
        let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
        skip(isSpace)
        guard index < end, bytes[index] == UInt8(ascii: "=") else {
            return Attribute(name: name, value: bytes[index..<index], hasValue: false)
        }
        index += 1
        skip(isSpace)
        return Attribute(name: name, value: value(), hasValue: true)
    }

    private mutating func value() -> ArraySlice<UInt8> {
        guard index < end, "\"'".utf8.contains(bytes[index]) else {
            let start = index
            skip { !isSpace($0) && $0 != UInt8(ascii: ">") }
            return bytes[start..<index]
        }
        let quote = bytes[index]
        index += 1
        let start = index
        skip { $0 != quote }
        defer { index = Swift.min(index + 1, end) }
        return bytes[start..<index]
    }

    private mutating func skip(_ belongs: (UInt8) -> Bool) {
        while index < end, belongs(bytes[index]) { index += 1 }
    }
}

private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
}
