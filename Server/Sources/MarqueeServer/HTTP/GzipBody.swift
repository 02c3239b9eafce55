import Foundation
import MarqueeWire

/// Reads a gzip body of one member (RFC 1952) with a bound on what it inflates to.
///
/// The trailer's length sizes the output beforehand, so that a body of a few bytes cannot claim more memory than it
/// says, nor say more than the bound.
enum GzipBody {
    private static let trailerSize = 8

    static func inflate(_ body: Data, maximum: Int) throws(ServiceError) -> Data {
        let bytes = [UInt8](body)
        guard let start = headerLength(bytes), bytes.count >= start + trailerSize else {
            throw ServiceError(.badRequest, "the body is not gzip")
        }
        let checksum = number(bytes[(bytes.count - 8)..<(bytes.count - 4)])
        let length = Int(number(bytes[(bytes.count - 4)...]))
        guard length <= maximum else {
            throw ServiceError(.bodyTooLarge, "the body inflates to more than \(maximum) bytes")
        }
        let inflated: Data
        do {
            inflated = try Deflate.decompress(Data(bytes[start..<(bytes.count - trailerSize)]), maximum: length)
        } catch {
            throw ServiceError(.badRequest, "the gzip body is damaged")
        }
        guard inflated.count == length, CyclicRedundancyCheck.value(of: inflated) == checksum else {
            throw ServiceError(.badRequest, "the gzip body is damaged")
        }
        return inflated
    }

    /// The header's length, its optional parts included; `nil` when it is not gzip with deflate.
    private static func headerLength(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 10, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8, bytes[3] & 0xE0 == 0 else {
            return nil
        }
        let flags = bytes[3]
        var position = 10
        if flags & 0x04 != 0 {
            guard bytes.count >= position + 2 else { return nil }
            position += 2 + Int(bytes[position]) + Int(bytes[position + 1]) << 8
        }
        for flag in [UInt8(0x08), 0x10] where flags & flag != 0 {
            guard position < bytes.count, let end = bytes[position...].firstIndex(of: 0) else { return nil }
            position = end + 1
        }
        if flags & 0x02 != 0 { position += 2 }
        return position <= bytes.count ? position : nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
