import Foundation

/// A part of a page, looked at in place.
typealias PageBytes = Slice<UnsafeBufferPointer<UInt8>>

extension UnsafeBufferPointer<UInt8> {
    /// Where the byte stands first, from `start` on.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        firstIndex(of: byte, in: start..<Swift.max(start, count))
    }

    /// Where the byte stands first in a range of these bytes.
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard !range.isEmpty, let baseAddress,
            let found = memchr(baseAddress + range.lowerBound, Int32(byte), range.count)
        else { return nil }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - baseAddress
    }

    /// Whether these bytes stand here.
    func holds(_ pattern: [UInt8], at start: Int) -> Bool {
        guard let baseAddress, count - start >= pattern.count else { return false }
        return memcmp(baseAddress + start, pattern, pattern.count) == 0
    }
}
