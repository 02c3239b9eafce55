/// Reads the attributes of a tag as browsers do: any quotes or none, slashes for spaces, names in any case.
struct TagScanner: Sequence, IteratorProtocol {
    struct Attribute {
        /// As the page spelled it.
        fileprivate let spelling: ArraySlice<UInt8>
        /// As the page spelled it, without quotes; empty when the attribute has none.
        let value: ArraySlice<UInt8>
        let hasValue: Bool

        /// In lower case.
        var name: String { String(decoding: spelling, as: UTF8.self).lowercased() }

        /// Whether this is the name, which is of lower-case letters and signs that have no case.
        func isNamed(_ name: StaticString) -> Bool {
            name.withUTF8Buffer { $0.count == spelling.count && zip($0, spelling).allSatisfy { $0 == lowercased($1) } }
        }
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
        let name = bytes[start..<index]
        skip(isSpace)
        guard index < end, bytes[index] == UInt8(ascii: "=") else {
            return Attribute(spelling: name, value: bytes[index..<index], hasValue: false)
        }
        index += 1
        skip(isSpace)
        return Attribute(spelling: name, value: value(), hasValue: true)
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

private func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
