import Foundation
import PlatformStore

/// The spool's writing end.
///
/// Not for several threads at once. Begins with a new file, since those of earlier processes may end within a record.
final class SpoolWriter {
    /// The size in bytes at which the next file is begun.
    private static let segmentSize = 32 * 1024 * 1024
    /// The size in bytes from which a file that was read to its end is removed; a smaller one is cheaper to keep.
    private static let leftover = 1024 * 1024
    /// The memory that ``bytes`` may keep between groups, in bytes.
    private static let keptMemory = 1024 * 1024

    private let segments: SpoolSegments
    /// In bytes, of all files together.
    private let quota: Int
    private var open: (segment: SpoolSegment, file: SpoolFile)?
    /// How far the open file is on disk.
    private var end = 0
    /// The bytes of the group that is written, joined because one large write is cheaper than many small ones.
    private var bytes: [UInt8] = []

    init(_ segments: SpoolSegments, quota: Int) {
        self.segments = segments
        self.quota = quota
    }

    /// Writes and syncs all records, or none.
    /// - Throws: `diskFull`, `storage`.
    func append(_ records: [SpoolRecord]) throws(StoreError) {
        let size = records.reduce(0) { $0 + $1.size }
        guard segments.size + size <= quota else { throw StoreError(.diskFull, "the spool has reached its quota") }
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptMemory)
        bytes.reserveCapacity(size)
        for record in records {
            bytes += record.head
            bytes += record.body
        }
        if end >= Self.segmentSize { open = nil }
        let (segment, file) = if let open { open } else { try begin() }
        do throws(StoreError) {
            try file.write(bytes, at: end)
            try file.sync()
            guard try file.isLinked() else { throw StoreError(.storage, "a file of the spool was removed") }
            end += bytes.count
            segments.extend(segment, to: end)
        } catch {
            giveUp(segment, file)
            throw error
        }
    }

    /// Removes files that were read to their end and whose batches are in the warehouse.
    func release(through position: SpoolPosition) {
        if open?.segment == position.segment, end == position.offset, end >= min(Self.leftover, quota / 2) {
            open = nil
        }
        segments.remove {
            $0.segment < position.segment || ($0 == position && $0.segment != open?.segment)
        }
    }

    private func begin() throws(StoreError) -> (segment: SpoolSegment, file: SpoolFile) {
        let begun = try segments.begin()
        open = begun
        end = SpoolSegment.head.count
        return begun
    }

    /// Continues in another file, because after a failure it is unknown what of this one reaches the disk.
    ///
    /// The refused batches are cut off where that is possible. Otherwise they are folded: a refused batch may arrive.
    private func giveUp(_ segment: SpoolSegment, _ file: SpoolFile) {
        try? file.truncate(to: end)
        if end == SpoolSegment.head.count { segments.remove { $0.segment == segment } }
        open = nil
    }
}
