import Foundation

/// Numbers in base 128, least significant group first, at most nine bytes.
enum Varint {
    static func append(_ value: UInt64, to data: inout Data) {
        var rest = value
        while rest >= 0x80 {
            data.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        data.append(UInt8(rest))
    }

    static func append(zigzag value: Int, to data: inout Data) {
        append(UInt64(bitPattern: Int64((value << 1) ^ (value >> (Int.bitWidth - 1)))), to: &data)
    }

    static func read(_ data: inout Data) throws(WireError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0, through: 56, by: 7) {
            guard let byte = data.popFirst() else { throw WireError(.truncated, "a number is cut short") }
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return value }
        }
        throw WireError(.malformed, "a number has more than nine bytes")
    }

    static func readZigzag(_ data: inout Data) throws(WireError) -> Int {
        let raw = try read(&data)
        return Int(truncatingIfNeeded: Int64(raw >> 1) ^ -Int64(raw & 1))
    }
}
