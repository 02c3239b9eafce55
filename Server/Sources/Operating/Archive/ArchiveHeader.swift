import PlatformStore

/// The block of 512 bytes before an entry's bytes in a tar file, as POSIX.1-1988 (ustar) defines it.
///
/// Every entry is a plain file of mode 0600. Sizes from 8 GiB on are written in base 256, which GNU tar, bsdtar and
/// Python read.
struct ArchiveHeader: Equatable {
    static let size = 512
    private static let largestOctal = 0o77_777_777_777

    let name: String
    /// In bytes.
    let length: Int
    /// In seconds since 1970.
    let time: Int

    /// Zero bytes behind the entry's bytes, up to a full block.
    var padding: Int { (Self.size - length % Self.size) % Self.size }

    /// - Throws: `invalid` for a name that is too long for the format.
    func bytes() throws(StoreError) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: Self.size)
        func put(_ text: some Sequence<UInt8>, _ offset: Int) {
            for (index, byte) in text.enumerated() { block[offset + index] = byte }
        }
        let (prefix, rest) = try split()
        put(rest.utf8, 0)
        put("0000600\u{0}0000000\u{0}0000000\u{0}".utf8, 100)
        put(Self.number(length), 124)
        put(Self.number(time), 136)
        put("        0".utf8, 148)
        put("ustar\u{0}00".utf8, 257)
        put(prefix.utf8, 345)
        let sum = block.reduce(0) { $0 + Int($1) }
        put(Self.octal(sum, digits: 6) + [0, UInt8(ascii: " ")], 148)
        return block
    }

    /// Reads a block.
    ///
    /// A block that ``bytes()`` would write differently is refused, so links, folders, and changed bytes are found alike.
    /// - Returns: `nil` for the block of zeros at the archive's end.
    /// - Throws: `damaged`.
    static func read(_ block: [UInt8], after previous: String) throws(StoreError) -> ArchiveHeader? {
        if block.allSatisfy({ $0 == 0 }) { return nil }
        let (rest, prefix) = (text(block[0..<100]), text(block[345..<500]))
        let name = prefix.isEmpty ? rest : "\(prefix)/\(rest)"
        guard let length = number(block[124..<136]), let time = number(block[136..<148]) else {
            throw StoreError(.damaged, "the entry behind \(previous) has no readable header")
        }
        let header = ArchiveHeader(name: name, length: length, time: time)
        guard try header.bytes() == block else {
            throw StoreError(
                .damaged,
                "the header of the entry \(String(reflecting: name.prefix(200))), behind \(previous), is damaged or not "
                    + "that of a plain file")
        }
        return header
    }

    private func split() throws(StoreError) -> (prefix: Substring, rest: Substring) {
        if name.utf8.count <= 100 { return ("", name[...]) }
        for slash in name.indices where name[slash] == "/" {
            let (prefix, rest) = (name[..<slash], name[name.index(after: slash)...])
            if rest.utf8.count <= 100, prefix.utf8.count <= 155 { return (prefix, rest) }
        }
        throw StoreError(.invalid, "the name \(name.prefix(200)) is too long for a tar file")
    }

    private static func number(_ value: Int) -> [UInt8] {
        guard value > largestOctal else { return octal(value, digits: 11) + [0] }
        return [0x80, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        guard field.first == 0x80 else { return Int(text(field), radix: 8).flatMap { $0 >= 0 ? $0 : nil } }
        let value = field.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    private static func octal(_ value: Int, digits: Int) -> [UInt8] {
        let text = String(value, radix: 8)
        return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
    }

    private static func text(_ field: ArraySlice<UInt8>) -> String {
        String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
    }
}
