import MarqueeWire

/// Writes parts behind each other into memory that is there already. An array that grows at every part takes five times as
/// long for the short parts of an event.
struct ByteWriter {
    private let bytes: UnsafeMutableRawBufferPointer
    private let start: Int
    private var count = 0

    /// In the array that is appended to: behind the part that was written last.
    var position: Int { start + count }

    fileprivate init(_ bytes: UnsafeMutableRawBufferPointer, at start: Int) {
        (self.bytes, self.start) = (bytes, start)
    }

    @inline(__always)
    mutating func add(_ text: StaticString) {
        add(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    mutating func add(_ part: UnsafeBufferPointer<UInt8>) {
        guard let source = part.baseAddress else { return }
        room(part.count).copyMemory(from: source, byteCount: part.count)
    }

    @inline(__always)
    mutating func add(_ byte: UInt8) { room(1).storeBytes(of: byte, as: UInt8.self) }

    /// Memory for the next part. More than there is ends the process.
    @inline(__always)
    private mutating func room(_ size: Int) -> UnsafeMutableRawPointer {
        guard let base = bytes.baseAddress, size <= bytes.count - count else {
            preconditionFailure("more bytes are written than were counted")
        }
        defer { count += size }
        return base + count
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

    mutating func add(_ id: EventID) {
        let text = room(EventID.textSize)
        let (first, second) = (Self.digits(id.high >> 32), Self.digits(id.high & 0xFFFF_FFFF))
        let (third, fourth) = (Self.digits(id.low >> 32), Self.digits(id.low & 0xFFFF_FFFF))
        let (dash, half) = (UInt8(ascii: "-"), UInt64(32))
        text.storeBytes(of: first.bigEndian, as: UInt64.self)
        text.storeBytes(of: dash, toByteOffset: 8, as: UInt8.self)
        text.storeBytes(of: UInt32(second >> half).bigEndian, toByteOffset: 9, as: UInt32.self)
        text.storeBytes(of: dash, toByteOffset: 13, as: UInt8.self)
        text.storeBytes(of: UInt32(truncatingIfNeeded: second).bigEndian, toByteOffset: 14, as: UInt32.self)
        text.storeBytes(of: dash, toByteOffset: 18, as: UInt8.self)
        text.storeBytes(of: UInt32(third >> half).bigEndian, toByteOffset: 19, as: UInt32.self)
        text.storeBytes(of: dash, toByteOffset: 23, as: UInt8.self)
        text.storeBytes(of: UInt32(truncatingIfNeeded: third).bigEndian, toByteOffset: 24, as: UInt32.self)
        text.storeBytes(of: fourth.bigEndian, toByteOffset: 28, as: UInt64.self)
    }

    /// The eight hexadecimal digits of 32 bits, the first one in the highest byte.
    @inline(__always)
    private static func digits(_ number: UInt64) -> UInt64 {
        // Each step moves the upper half of each group away from the lower one, until every byte holds four bits.
        var parts = (number << 16 | number) & 0x0000_FFFF_0000_FFFF
        parts = (parts << 8 | parts) & 0x00FF_00FF_00FF_00FF
        parts = (parts << 4 | parts) & 0x0F0F_0F0F_0F0F_0F0F
        let all: UInt64 = 0x0101_0101_0101_0101
        // From ten on, adding six carries into the next four bits.
        let isLetter = ((parts &+ all &* 6) >> 4) & all
        return parts &+ all &* UInt64(UInt8(ascii: "0")) &+ isLetter
            &* UInt64(UInt8(ascii: "a") - 10 - UInt8(ascii: "0"))
    }
}

extension [UInt8] {
    /// Appends what `write` writes.
    /// - Parameter most: the most bytes that it writes. The caller has counted them: more end the process.
    @inline(__always)
    mutating func append(atMost most: Int, _ write: (inout ByteWriter) -> Void) {
        let start = count
        append(addingCapacity: most) { span in
            span.withUnsafeMutableBufferPointer { memory, count in
                var writer = ByteWriter(UnsafeMutableRawBufferPointer(memory), at: start)
                write(&writer)
                count = writer.position - start
            }
        }
    }
}
