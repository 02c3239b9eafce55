import Foundation

extension UnsafeBufferPointer<UInt8> {
    /// Where the byte stands first, from `start` on.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < count, let baseAddress, let found = memchr(baseAddress + start, Int32(byte), count - start)
        else { return nil }
        return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - baseAddress
    }
}
