import CDeflate
import Foundation
import MarqueeWire

/// A batch as a segment holds it.
///
/// The record is its length, the CRC-32 of the rest, the time at which the batch arrived, the lengths of app, stream and
/// index, these three, and the batch's bytes. Numbers are little endian.
struct SpoolRecord: Sendable {
    /// The largest record: a batch of the largest size, with an index of as many events and values as there can be.
    static let maximumSize = EventBatch.maximumSize + 1024 * 1024
    /// Length and checksum.
    private static let headSize = 8
    /// The time of arrival and three lengths.
    private static let fixedSize = 20

    /// The bytes before the batch.
    let head: [UInt8]
    /// The batch as it arrived.
    let body: [UInt8]

    init(_ batch: SpooledBatch) {
        let (app, stream, index) = (batch.scope.app.utf8, batch.scope.stream.utf8, batch.index.bytes)
        var head: [UInt8] = []
        let size = Self.headSize + Self.fixedSize + app.count + stream.count + index.count
        head.reserveCapacity(size)
        head.append(UInt32(size - Self.headSize + batch.body.count))
        head.append(UInt32(0))
        head.append(batch.received.milliseconds)
        for count in [app.count, stream.count, index.count] { head.append(UInt32(count)) }
        head += app
        head += stream
        head += index
        head.withUnsafeMutableBytes { head in
            let checksum = batch.body.withUnsafeBytes {
                Self.checksum([UnsafeRawBufferPointer(rebasing: head[Self.headSize...]), $0])
            }
            head.storeBytes(of: checksum.littleEndian, toByteOffset: 4, as: UInt32.self)
        }
        self.head = head
        body = batch.body
    }

    /// In bytes.
    var size: Int { head.count + body.count }

    /// The batch whose record begins at an offset, and the record's end; `nil` where there is no whole record.
    static func read(_ bytes: UnsafeRawBufferPointer, at start: Int) -> (batch: StoredBatch, end: Int)? {
        guard bytes.count - start >= headSize + fixedSize else { return nil }
        let size = Int(bytes.get(UInt32.self, at: start))
        let end = start + headSize + size
        guard size >= fixedSize, end <= bytes.count else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: bytes[(start + headSize)..<end])
        guard checksum([content]) == bytes.get(UInt32.self, at: start + 4) else { return nil }
        return batch(bytes, in: (start + headSize)..<end).map { ($0, end) }
    }

    /// Where the record behind a damaged one begins, if its length can be trusted: a whole record follows, or the end.
    static func next(_ bytes: [UInt8], after start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard bytes.count - start >= headSize else { return nil }
            let size = Int(bytes.get(UInt32.self, at: start))
            let end = start + headSize + size
            guard (fixedSize...maximumSize).contains(size), end <= bytes.count else { return nil }
            return end == bytes.count || read(bytes, at: end) != nil ? end : nil
        }
    }

    /// When the batch at an offset arrived, without a look at its checksum; `nil` for too few bytes.
    static func received(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Timestamp? {
        guard bytes.count - start >= receivedSize else { return nil }
        return Timestamp(milliseconds: bytes.get(Int64.self, at: start + headSize))
    }

    /// The bytes of a record that ``received(_:at:)`` reads.
    static let receivedSize = headSize + 8

    /// The CRC-32 of RFC 1952 over several pieces.
    private static func checksum(_ pieces: [UnsafeRawBufferPointer]) -> UInt32 {
        // For a null pointer libdeflate returns the initial value instead of the checksum so far.
        pieces.reduce(0) { $1.isEmpty ? $0 : libdeflate_crc32($0, $1.baseAddress, $1.count) }
    }

    private static func batch(_ bytes: UnsafeRawBufferPointer, in content: Range<Int>) -> StoredBatch? {
        var place = content.lowerBound + fixedSize
        var parts: [Range<Int>] = []
        for index in 0..<3 {
            let end = place + Int(bytes.get(UInt32.self, at: content.lowerBound + 8 + 4 * index))
            guard end <= content.upperBound else { return nil }
            parts.append(place..<end)
            place = end
        }
        let names = parts.prefix(2).map { String(decoding: bytes[$0], as: UTF8.self) }
        guard let scope = try? Scope(app: names[0], stream: names[1]) else { return nil }
        return StoredBatch(
            scope: scope, received: Timestamp(milliseconds: bytes.get(Int64.self, at: content.lowerBound)),
            index: parts[2], body: place..<content.upperBound)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func get<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type, at place: Int) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: place, as: Number.self))
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
