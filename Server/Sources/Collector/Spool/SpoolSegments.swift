import Foundation
import PlatformStore
import Synchronization

/// The spool's files, and how far each of them is on disk; bytes behind that were not acknowledged.
final class SpoolSegments: Sendable {
    let folder: URL
    private let lock: SpoolLock
    private let ends: Mutex<[SpoolSegment: Int]>

    /// Finds the files of earlier processes, and makes the folder if it is missing.
    /// - Throws: `invalid` for a file of a later layout, `storage`, also while another process has the spool.
    init(in folder: URL) throws(StoreError) {
        self.folder = folder
        try PrivateFile.makeFolder(folder)
        try PrivateFile.sync(folder: folder.deletingLastPathComponent())
        lock = try SpoolLock(in: folder)
        var ends: [SpoolSegment: Int] = [:]
        for segment in try Self.names(in: folder).compactMap(SpoolSegment.init) {
            let file = try SpoolFile(reading: folder.appending(path: segment.name))
            ends[segment] = try file.size()
            do throws(StoreError) { try file.checkLayout() } catch {
                // A file that the disk cannot read is moved aside when it is folded; the server starts all the same.
                guard error.code == .damaged else { throw error }
            }
        }
        self.ends = Mutex(ends)
    }

    /// The files in their order, each with the end of its bytes on disk.
    var all: [SpoolPosition] {
        ends.withLock { $0.map { SpoolPosition(segment: $0, offset: $1) } }.sorted { $0.segment < $1.segment }
    }

    /// The bytes of all files.
    var size: Int { ends.withLock { $0.values.reduce(0, +) } }

    func url(of segment: SpoolSegment) -> URL { folder.appending(path: segment.name) }

    /// Begins the next file.
    func begin() throws(StoreError) -> (segment: SpoolSegment, file: SpoolFile) {
        let segment = SpoolSegment(after: ends.withLock { $0.keys.max() })
        do {
            let file = try SpoolFile(creating: url(of: segment))
            try file.write(SpoolSegment.head, at: 0)
            try file.sync()
            // If a power loss removes the file's name, everything that was acknowledged in it is lost.
            try PrivateFile.sync(folder: folder)
            extend(segment, to: SpoolSegment.head.count)
            return (segment, file)
        } catch {
            unlink(url(of: segment).path)
            throw error
        }
    }

    func extend(_ segment: SpoolSegment, to end: Int) { ends.withLock { $0[segment] = end } }

    func remove(where isDone: (SpoolPosition) -> Bool) {
        for position in all where isDone(position) {
            unlink(url(of: position.segment).path)
            ends.withLock { _ = $0.removeValue(forKey: position.segment) }
        }
    }

    private static func names(in folder: URL) throws(StoreError) -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
            throw StoreError(.storage, "cannot list \(folder.path)", cause: error)
        }
    }
}
