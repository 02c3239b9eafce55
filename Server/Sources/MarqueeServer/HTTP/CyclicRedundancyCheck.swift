import Foundation

/// CRC-32 as gzip uses it (ISO 3309, reflected polynomial EDB88320), four bytes at a time.
enum CyclicRedundancyCheck {
    private static let tables: [[UInt32]] = {
        let first = (0..<256).map { (index: UInt32) -> UInt32 in
            var value = index
            for _ in 0..<8 { value = (value >> 1) ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
            return value
        }
        var tables = [first]
        for _ in 1..<4 {
            let previous = tables[tables.count - 1]
            tables.append(previous.map { (value: UInt32) -> UInt32 in first[Int(value & 0xFF)] ^ (value >> 8) })
        }
        return tables
    }()

    static func value(of data: Data) -> UInt32 {
        let (t0, t1, t2, t3) = (tables[0], tables[1], tables[2], tables[3])
        return ~data.withUnsafeBytes { bytes in
            var crc: UInt32 = 0xFFFF_FFFF
            var position = 0
            while position + 4 <= bytes.count {
                crc ^= UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
                let low = t3[Int(crc & 0xFF)] ^ t2[Int((crc >> 8) & 0xFF)]
                let high = t1[Int((crc >> 16) & 0xFF)] ^ t0[Int(crc >> 24)]
                crc = low ^ high
                position += 4
            }
            for index in position..<bytes.count {
                let slot = Int((crc ^ UInt32(bytes[index])) & 0xFF)
                crc = t0[slot] ^ (crc >> 8)
            }
            return crc
        }
    }
}
