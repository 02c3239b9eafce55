import MarqueeWire

/// Writes parts behind each other into bytes that are there already. An array that grows at every part takes five times as
/// long for the short parts of an event.
struct ByteWriter {
    private let bytes: UnsafeMutableRawBufferPointer
    /// Behind the part that was written last.
    private(set) var position: Int

    /// - Parameter position: where the first part is written. The caller has counted the parts: more than the bytes hold end
    ///   the process.
    init(_ bytes: UnsafeMutableRawBufferPointer, at position: Int) {
        precondition(position >= 0 && position <= bytes.count)
        (self.bytes, self.position) = (bytes, position)
    }

    @inline(__always)
    mutating func add(_ text: StaticString) {
        add(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    mutating func add(_ part: UnsafeBufferPointer<UInt8>) {
        precondition(part.count <= bytes.count - position)
        guard let source = part.baseAddress, let target = bytes.baseAddress else { return }
        (target + position).copyMemory(from: source, byteCount: part.count)
        position += part.count
    }

    mutating func add(decimal number: Int64) {
        // 20 bytes are enough: the magnitude of a signed 64-bit integer has at most 19 digits.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var (first, rest) = (20, number.magnitude)
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                first -= 1
                digits[first] = UInt8(ascii: "-")
            }
            add(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(digits)[first...]))
        }
    }

    /// 36 characters.
    mutating func add(_ id: EventID) {
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 { add("-") }
            let byte = UInt8(truncatingIfNeeded: (index < 8 ? id.high : id.low) >> UInt64(56 - index % 8 * 8))
            add(digit: byte >> 4)
            add(digit: byte & 15)
        }
    }

    @inline(__always)
    private mutating func add(digit: UInt8) {
        precondition(position < bytes.count)
        bytes[position] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        position += 1
    }
}
