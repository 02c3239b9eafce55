import CZlib
public import Foundation

/// Gzip members (RFC 1952), the form in which event batches travel.
public enum Gzip {
    private static let header = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])

    /// One member without name or time.
    /// - Parameter level: 1 (fast) to 9 (small).
    public static func compress(_ data: Data, level: Int32 = 1) throws(WireError) -> Data {
        var member = header
        member += try Deflate.compress(data, level: level)
        for value in [checksum(data), UInt32(truncatingIfNeeded: data.count)] {
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                member.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
        return member
    }

    /// Takes one member without optional fields, as ``compress(_:level:)`` makes it, of at most `maximum` bytes inside.
    /// - Throws: ``WireError`` with `malformed`, `truncated` or `tooLarge`.
    public static func decompress(_ member: Data, maximum: Int) throws(WireError) -> Data {
        guard member.count >= 18 else { throw WireError(.truncated, "a gzip member of \(member.count) bytes") }
        guard member.prefix(4).elementsEqual([0x1F, 0x8B, 8, 0]) else {
            throw WireError(.malformed, "not a gzip member without optional fields")
        }
        let data = try Deflate.decompress(member.dropFirst(10).dropLast(8), maximum: maximum)
        let stored = member.suffix(8).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard stored == checksum(data) else { throw WireError(.malformed, "the gzip checksum does not fit") }
        return data
    }

    private static func checksum(_ data: Data) -> UInt32 {
        data.withUnsafeBytes { buffer in
            UInt32(truncatingIfNeeded: crc32(0, buffer.bindMemory(to: UInt8.self).baseAddress, uInt(buffer.count)))
        }
    }
}
