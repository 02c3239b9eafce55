import Foundation
import MarqueeWire
import PlatformStore

/// The spool's reading end: batches in the order in which they were acknowledged.
///
/// Not for several threads at once.
final class SpoolReader {
    /// Bytes that were read at one position of a file.
    private struct Piece: Sendable {
        let bytes: [UInt8]
        /// The whole records at its beginning.
        let batches: [StoredBatch]
        /// How many bytes these are.
        let size: Int
    }

    /// How many bytes are read at once: at least the size of the largest record, or it would count as damage.
    static let pieceSize = max(8 * 1024 * 1024, SpoolRecord.maximumSize)

    private let segments: SpoolSegments
    /// How far each file was read.
    private var offsets: [SpoolSegment: Int]
    private let ahead = ReadAhead<Piece>()

    init(_ segments: SpoolSegments, after positions: [SpoolPosition]) {
        self.segments = segments
        offsets = Dictionary(positions.map { ($0.segment, $0.offset) }, uniquingKeysWith: max)
    }

    /// The next batches, as many as lie in one piece; `nil` when there are none.
    ///
    /// Returns the same batches until ``advance(to:)`` is called. The piece behind them is prefetched if there is one.
    func next() throws(StoreError) -> EventChunk? {
        guard let (start, end) = unread() else { return nil }
        let url = segments.url(of: start.segment)
        do {
            let piece: Piece
            if let known = ahead.take(at: start) {
                piece = known
            } else {
                piece = try Self.read(url, at: start.offset, before: end)
            }
            let behind = SpoolPosition(segment: start.segment, offset: start.offset + piece.size)
            guard piece.batches.isEmpty else {
                if end - behind.offset >= Self.pieceSize {
                    ahead.begin(at: behind) { () throws(StoreError) in
                        try Self.read(url, at: behind.offset, before: end)
                    }
                }
                return EventChunk(bytes: piece.bytes, batches: piece.batches, end: behind, gone: gone)
            }
            // The piece is as large as the largest record and holds no whole one: it is damaged, or a power loss tore the
            // file's end.
            let next = SpoolRecord.next(piece.bytes, after: piece.size).map { start.offset + $0 } ?? end
            let damaged = try SpoolFile(reading: url).read(next - start.offset, at: start.offset)
            let damage = try setAside(damaged, start)
            return EventChunk(
                batches: [], end: SpoolPosition(segment: start.segment, offset: next), gone: gone, damage: damage)
        } catch {
            // The last file may still be written to; the writer leaves it after a failure.
            guard error.code == .damaged, segments.all.last?.segment != start.segment else { throw error }
            let aside = asideURL(start)
            // It is removed once it counts as read, so it gets its other name first.
            guard rename(url.path, aside.path) == 0 || errno == ENOENT else { throw error }
            return EventChunk(
                batches: [], end: SpoolPosition(segment: start.segment, offset: end), gone: gone, damage: aside)
        }
    }

    /// Continues behind a position, and forgets positions in files that are gone.
    func advance(to position: SpoolPosition) {
        for segment in gone { offsets[segment] = nil }
        offsets[position.segment] = position.offset
    }

    /// Files with a known position that were removed.
    var gone: [SpoolSegment] {
        let known = Set(segments.all.map(\.segment))
        return offsets.keys.filter { !known.contains($0) }
    }

    /// When the oldest batch arrived that was not read; `nil` without one, and when its record cannot be read.
    func oldestReceived() -> Timestamp? {
        guard let (start, _) = unread() else { return nil }
        let head = start.offset == 0 ? SpoolSegment.head.count : 0
        let bytes = try? SpoolFile(reading: segments.url(of: start.segment))
            .read(SpoolRecord.receivedSize, at: start.offset + head)
        return bytes?.withUnsafeBytes { SpoolRecord.received($0, at: 0) }
    }

    /// Where reading continues, and where the file ends for now.
    private func unread() -> (start: SpoolPosition, end: Int)? {
        for end in segments.all where end.offset > SpoolSegment.head.count {
            let offset = offsets[end.segment] ?? 0
            if offset < end.offset { return (SpoolPosition(segment: end.segment, offset: offset), end.offset) }
        }
        return nil
    }

    private static func read(_ url: URL, at offset: Int, before end: Int) throws(StoreError) -> Piece {
        let bytes = try SpoolFile(reading: url).read(min(end - offset, pieceSize), at: offset)
        var batches: [StoredBatch] = []
        var place = offset == 0 ? SpoolSegment.head.count : 0
        bytes.withUnsafeBytes { bytes in
            while let record = SpoolRecord.read(bytes, at: place) {
                batches.append(record.batch)
                place = record.end
            }
        }
        return Piece(bytes: bytes, batches: batches, size: place)
    }

    /// Moves unreadable bytes to a file named by their position, so that a second try writes the same file.
    private func setAside(_ bytes: [UInt8], _ start: SpoolPosition) throws(StoreError) -> URL {
        let aside = asideURL(start)
        try PrivateFile.write(Data(bytes), to: aside)
        return aside
    }

    private func asideURL(_ start: SpoolPosition) -> URL {
        segments.folder.deletingLastPathComponent()
            .appending(path: "spool-damaged-\(start.segment.name)-\(start.offset)")
    }
}
