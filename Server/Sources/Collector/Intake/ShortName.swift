/// A name of at most 16 bytes as two numbers, so that it is compared at once.
///
/// Shorter names are padded with zero bytes. No text of JSON holds a zero byte, so different names have different numbers.
struct ShortName: Equatable {
    private static let capacity = 16
    private static let half = 8

    private let first: UInt64
    private let second: UInt64

    /// The bytes of a range; `nil` when they are too many.
    @inline(__always)
    init?(_ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) {
        let count = range.count
        guard count <= Self.capacity else { return nil }
        if range.lowerBound + Self.capacity <= bytes.count {
            let raw = UnsafeRawBufferPointer(bytes)
            let first = raw.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self)
            let second = raw.loadUnaligned(fromByteOffset: range.lowerBound + Self.half, as: UInt64.self)
            self.init(
                first: UInt64(littleEndian: first) & Self.mask(count),
                second: UInt64(littleEndian: second) & Self.mask(count - Self.half))
        } else {
            self.init(bytes[range])
        }
    }

    @inline(__always)
    private init(first: UInt64, second: UInt64) {
        self.first = first
        self.second = second
    }

    init(_ name: StaticString) {
        self.init(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)[...])
    }

    private init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        var (first, second): (UInt64, UInt64) = (0, 0)
        for (place, byte) in bytes.prefix(Self.capacity).enumerated() {
            if place < Self.half {
                first |= UInt64(byte) << (8 * place)
            } else {
                second |= UInt64(byte) << (8 * (place - Self.half))
            }
        }
        self.init(first: first, second: second)
    }

    /// Ones for the lowest `count` bytes, of which there are none below 0 and eight from 8 on.
    @inline(__always)
    private static func mask(_ count: Int) -> UInt64 {
        count >= half ? .max : (1 << (8 * UInt64(max(count, 0)))) &- 1
    }
}
