import Foundation
import MarqueeWire
import PlatformStore

/// The spool's reading end: batches in the order in which they were acknowledged.
///
/// Not for several threads at once.
final class SpoolReader {
    /// Batches that are folded together.
    struct Chunk {
        let batches: [SpooledBatch]
        /// Behind the last of them.
        let end: SpoolPosition
        /// Where bytes were set aside that hold no batch.
        var damage: URL?
    }

    private let segments: SpoolSegments
    /// How far each file was read.
    private var offsets: [SpoolSegment: Int]

    init(_ segments: SpoolSegments, after positions: [SpoolPosition]) {
        self.segments = segments
        offsets = Dictionary(positions.map { ($0.segment, $0.offset) }, uniquingKeysWith: max)
    }

    /// The next batches, at most `count` and about `size` bytes of them; `nil` when there are none.
    ///
    /// The same ones again until ``advance(to:)`` is called.
    func next(count: Int, size: Int) throws(StoreError) -> Chunk? {
        guard let (start, end) = unread() else { return nil }
        let file = try SpoolFile(reading: segments.url(of: start.segment))
        let bytes = try file.read(
            min(end - start.offset, max(size, SpoolRecord.maximumSize)), at: start.offset)
        let (batches, read) = Self.batches(in: bytes, from: start.offset, count)
        guard batches.isEmpty else {
            return Chunk(batches: batches, end: SpoolPosition(segment: start.segment, offset: start.offset + read))
        }
        // As much as the largest record needs was at hand: here is none, only a tear that a loss of power left at the
        // end, or damage. No batch can be found behind it.
        let damage = try setAside(file, start.offset..<end)
        return Chunk(batches: [], end: SpoolPosition(segment: start.segment, offset: end), damage: damage)
    }

    func advance(to position: SpoolPosition) { offsets[position.segment] = position.offset }

    /// When the oldest batch came that was not read.
    func oldestReceived() throws(StoreError) -> Timestamp? {
        guard let (start, _) = unread() else { return nil }
        let head = start.offset == 0 ? SpoolSegment.head.count : 0
        let bytes = try SpoolFile(reading: segments.url(of: start.segment))
            .read(SpoolRecord.receivedSize, at: start.offset + head)
        return bytes.withUnsafeBytes { SpoolRecord.received($0, at: 0) }
    }

    /// Where reading goes on, and where it ends for now.
    private func unread() -> (start: SpoolPosition, end: Int)? {
        for end in segments.all where end.offset > SpoolSegment.head.count {
            let offset = offsets[end.segment] ?? 0
            if offset < end.offset { return (SpoolPosition(segment: end.segment, offset: offset), end.offset) }
        }
        return nil
    }

    /// The whole records at the beginning, and how many bytes they are.
    private static func batches(in bytes: [UInt8], from offset: Int, _ count: Int) -> (
        batches: [SpooledBatch], read: Int
    ) {
        var batches: [SpooledBatch] = []
        var place = 0
        if offset == 0 {
            guard bytes.starts(with: SpoolSegment.head) else { return ([], 0) }
            place = SpoolSegment.head.count
        }
        bytes.withUnsafeBytes { bytes in
            while batches.count < count, let record = SpoolRecord.read(bytes, at: place) {
                batches.append(record.batch)
                place = record.end
            }
        }
        return (batches, place)
    }

    private func setAside(_ file: SpoolFile, _ range: Range<Int>) throws(StoreError) -> URL {
        let aside = segments.folder.deletingLastPathComponent()
            .appending(path: "spool-damaged-\(UUID().uuidString)")
        try DurableFile.write(Data(try file.read(range.count, at: range.lowerBound)), to: aside)
        return aside
    }
}
