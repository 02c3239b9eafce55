import Foundation
import MarqueeWire

/// A batch as it stands in a segment.
///
/// Its length and the CRC-32 of what follows stand before everything else; then when it came, how long the names of app
/// and stream and its places are, these three, and its own bytes. Numbers have their lowest byte first.
enum SpoolRecord {
    /// The largest record: a batch of the largest size, with places for as many events and names as there can be.
    static let maximumSize = EventBatch.maximumSize + 1024 * 1024
    /// Length and checksum.
    private static let headSize = 8
    /// When the batch came, and three lengths.
    private static let fixedSize = 20

    /// In bytes.
    static func size(of batch: SpooledBatch) -> Int {
        headSize + fixedSize + batch.scope.app.utf8.count + batch.scope.stream.utf8.count + batch.index.bytes.count
            + batch.body.count
    }

    /// Puts the record of a batch behind others.
    static func append(_ batch: SpooledBatch, to bytes: inout [UInt8]) {
        let (app, stream) = (batch.scope.app.utf8, batch.scope.stream.utf8)
        let start = bytes.count
        bytes.append(UInt32(size(of: batch) - headSize))
        bytes.append(UInt32(0))
        bytes.append(batch.received.milliseconds)
        for count in [app.count, stream.count, batch.index.bytes.count] { bytes.append(UInt32(count)) }
        bytes += app
        bytes += stream
        bytes += batch.index.bytes
        bytes += batch.body
        bytes.withUnsafeMutableBytes { bytes in
            let content = UnsafeRawBufferPointer(rebasing: bytes[(start + headSize)...])
            bytes.storeBytes(of: Gzip.checksum(of: content).littleEndian, toByteOffset: start + 4, as: UInt32.self)
        }
    }

    /// The batch whose record begins at a place, and where that ends; `nil` where no whole record stands.
    static func read(_ bytes: UnsafeRawBufferPointer, at start: Int) -> (batch: SpooledBatch, end: Int)? {
        guard bytes.count - start >= headSize + fixedSize else { return nil }
        let size = Int(bytes.get(UInt32.self, at: start))
        let end = start + headSize + size
        guard size >= fixedSize, end <= bytes.count else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: bytes[(start + headSize)..<end])
        guard Gzip.checksum(of: content) == bytes.get(UInt32.self, at: start + 4), let batch = batch(content) else {
            return nil
        }
        return (batch, end)
    }

    /// Where the record behind a damaged one begins, if that still tells its length: a whole record stands there, or
    /// nothing more.
    static func next(_ bytes: [UInt8], after start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard bytes.count - start >= headSize else { return nil }
            let size = Int(bytes.get(UInt32.self, at: start))
            let end = start + headSize + size
            guard (fixedSize...maximumSize).contains(size), end <= bytes.count else { return nil }
            return end == bytes.count || read(bytes, at: end) != nil ? end : nil
        }
    }

    /// When the batch at a place came, its checksum left aside; `nil` where too few bytes are at hand.
    static func received(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Timestamp? {
        guard bytes.count - start >= receivedSize else { return nil }
        return Timestamp(milliseconds: bytes.get(Int64.self, at: start + headSize))
    }

    /// How many bytes of a record ``received(_:at:)`` looks at.
    static let receivedSize = headSize + 8

    private static func batch(_ content: UnsafeRawBufferPointer) -> SpooledBatch? {
        var place = fixedSize
        var parts: [Slice<UnsafeRawBufferPointer>] = []
        for index in 0..<3 {
            let end = place + Int(content.get(UInt32.self, at: 8 + 4 * index))
            guard end <= content.count else { return nil }
            parts.append(content[place..<end])
            place = end
        }
        let names = parts.prefix(2).map { String(decoding: $0, as: UTF8.self) }
        guard let scope = try? Scope(app: names[0], stream: names[1]) else { return nil }
        return SpooledBatch(
            scope: scope, received: Timestamp(milliseconds: content.get(Int64.self, at: 0)),
            index: BatchIndex(bytes: Array(parts[2])), body: Array(content[place...]))
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
