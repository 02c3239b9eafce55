/// Reads element names directly from the bytes of a page.
///
/// The first bytes of a name exclude most tags, without making a `String` for each tag.
enum ElementName {
    /// The first eight bytes of the name at this offset, in lower case; 0 when no name starts there.
    static func head(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> UInt64 {
        var head: UInt64 = 0
        var index = start
        let end = min(start + 8, bytes.count)
        while index < end, isNameByte(bytes[index]) {
            head = head << 8 | UInt64(bytes[index] | 0x20)
            index += 1
        }
        return head
    }

    /// The heads of these names. The names must be in lower case.
    static func heads(of names: Set<String>) -> [UInt64] {
        names.map { name in Array(name.utf8).withUnsafeBufferPointer { head($0, from: 0) } }
    }

    /// The name at this offset, in lower case; at most 32 letters, digits and hyphens.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> String {
        var end = start
        while end < bytes.count, end - start < 32, isNameByte(bytes[end]) { end += 1 }
        return end == start ? "" : String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || byte == UInt8(ascii: "-") }
}
