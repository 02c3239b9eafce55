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
        do {
            let file = try SpoolFile(reading: segments.url(of: start.segment))
            let bytes = try file.read(
                min(end - start.offset, max(size, SpoolRecord.maximumSize)), at: start.offset)
            let (batches, read) = Self.batches(in: bytes, from: start.offset, count)
            guard batches.isEmpty else {
                return Chunk(batches: batches, end: SpoolPosition(segment: start.segment, offset: start.offset + read))
            }
            // As much as the largest record needs was at hand: here is none, only damage, or a tear that a loss of power
            // left at the end.
            let next = SpoolRecord.next(bytes, after: read).map { start.offset + $0 } ?? end
            let damage = try setAside(try file.read(next - start.offset, at: start.offset), start)
            return Chunk(batches: [], end: SpoolPosition(segment: start.segment, offset: next), damage: damage)
        } catch {
            // The last file may be written to; the writer leaves it when it cannot be.
            guard error.code == .damaged, segments.all.last?.segment != start.segment else { throw error }
            let aside = asideURL(start)
            // It is removed once it counts as read: not before it has its other name.
            guard rename(segments.url(of: start.segment).path, aside.path) == 0 || errno == ENOENT else { throw error }
            return Chunk(batches: [], end: SpoolPosition(segment: start.segment, offset: end), damage: aside)
        }
    }

    /// Places are remembered of files that there are.
    func advance(to position: SpoolPosition) {
        for segment in gone { offsets[segment] = nil }
        offsets[position.segment] = position.offset
    }

    /// Files of which a place is remembered, and that were removed.
    var gone: [SpoolSegment] {
        let known = Set(segments.all.map(\.segment))
        return offsets.keys.filter { !known.contains($0) }
    }

    /// When the oldest batch came that was not read; `nil` also when that cannot be told.
    func oldestReceived() -> Timestamp? {
        guard let (start, _) = unread() else { return nil }
        let head = start.offset == 0 ? SpoolSegment.head.count : 0
        let bytes = try? SpoolFile(reading: segments.url(of: start.segment))
            .read(SpoolRecord.receivedSize, at: start.offset + head)
        return bytes?.withUnsafeBytes { SpoolRecord.received($0, at: 0) }
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
        var place = offset == 0 ? SpoolSegment.head.count : 0
        bytes.withUnsafeBytes { bytes in
            while batches.count < count, let record = SpoolRecord.read(bytes, at: place) {
                batches.append(record.batch)
                place = record.end
            }
        }
        return (batches, place)
    }

    /// Under a name of its own, so that a second try writes the same file.
    private func setAside(_ bytes: [UInt8], _ start: SpoolPosition) throws(StoreError) -> URL {
        let aside = asideURL(start)
        try DurableFile.write(Data(bytes), to: aside)
        return aside
    }

    private func asideURL(_ start: SpoolPosition) -> URL {
        segments.folder.deletingLastPathComponent()
            .appending(path: "spool-damaged-\(start.segment.name)-\(start.offset)")
    }
}
