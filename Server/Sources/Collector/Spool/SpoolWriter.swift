import Foundation
import PlatformStore

/// The spool's writing end.
///
/// Not for several threads at once. Begins with a new file, since those of earlier processes may end within a record.
final class SpoolWriter {
    /// A file of so many bytes is followed by another.
    private static let segmentSize = 32 * 1024 * 1024
    /// A file that is read to its end is given up from so many bytes on; below, a new one costs more than it frees.
    private static let leftover = 1024 * 1024
    /// What ``bytes`` may hold on to, in bytes.
    private static let keptMemory = 1024 * 1024

    private let segments: SpoolSegments
    /// In bytes, of all files together.
    private let quota: Int
    private var open: (segment: SpoolSegment, file: SpoolFile)?
    /// How far the open file is on disk.
    private var end = 0
    /// What is being written, in memory that serves all groups in turn: one write of much is cheaper than many of little.
    private var bytes: [UInt8] = []

    init(_ segments: SpoolSegments, quota: Int) {
        self.segments = segments
        self.quota = quota
    }

    /// All of them, synced, or none.
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

    /// Removes what was read, which is elsewhere on disk by now.
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

    /// Goes on in another file: after a failure nobody knows what of this one reaches the disk.
    ///
    /// What was refused is taken off its end where that is possible, and folded where it is not: nobody is promised that
    /// a refused batch does not arrive.
    private func giveUp(_ segment: SpoolSegment, _ file: SpoolFile) {
        try? file.truncate(to: end)
        if end == SpoolSegment.head.count { segments.remove { $0.segment == segment } }
        open = nil
    }
}
