import Foundation

/// A part of a page's bytes, read without a copy.
typealias PageBytes = Slice<UnsafeBufferPointer<UInt8>>

extension UnsafeBufferPointer<UInt8> {
    /// The offset of the first such byte at or after `start`.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        firstIndex(of: byte, in: start..<Swift.max(start, count))
    }

    /// The offset of the first such byte in a range.
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard !range.isEmpty, let baseAddress,
            let found = memchr(baseAddress + range.lowerBound, Int32(byte), range.count)
        else { return nil }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - baseAddress
    }

    /// Whether the bytes at offset `start` equal `pattern`.
    func holds(_ pattern: [UInt8], at start: Int) -> Bool {
        guard let baseAddress, count - start >= pattern.count else { return false }
        return memcmp(baseAddress + start, pattern, pattern.count) == 0
    }
}
