package import Foundation
package import PlatformStore

/// The events of a data directory at one moment, copied while a server may go on taking and folding events.
///
/// The spool's files are opened first and the warehouse is copied after that. An event that was acknowledged before is in
/// one of the files or, if its file was folded and removed meanwhile, in the warehouse. The warehouse knows how far it has
/// folded each file, so an event in both counts once.
package struct EventsCopy {
    /// A file of the spool.
    package struct Part {
        /// The file's name in the spool.
        package let name: String
        /// The bytes that belong to the copy: whole batches.
        package let size: Int
        private let file: SpoolFile

        fileprivate init(_ name: String, size: Int, _ file: SpoolFile) {
            self.name = name
            self.size = size
            self.file = file
        }

        /// Reads `count` bytes; the file may have been removed from its folder meanwhile.
        package func read(_ count: Int, at offset: Int) throws(StoreError) -> [UInt8] {
            let bytes = try file.read(count, at: offset)
            guard bytes.count == count else { throw StoreError(.storage, "the spool's file \(name) became shorter") }
            return bytes
        }
    }

    /// The spool's files, the oldest first.
    package let spool: [Part]
    /// Whether there was a warehouse to copy.
    package let hasWarehouse: Bool

    /// Opens the spool's files and copies the warehouse.
    /// - Parameters:
    ///   - folder: the folder of spool and warehouse; nothing is copied when it is missing.
    ///   - warehouse: the new file for the copy.
    ///   - progress: receives the warehouse's pages done and all pages.
    package init(
        of folder: URL, warehouse: URL, progress: (Int, Int) -> Void = { _, _ in }
    ) throws(StoreError) {
        spool = try Self.parts(in: folder.appending(path: "spool"))
        let source = folder.appending(path: "warehouse.sqlite3")
        hasWarehouse = FileManager.default.fileExists(atPath: source.path)
        if hasWarehouse { try SQLiteFile.copy(source, to: warehouse, progress: progress) }
    }

    /// Whether a name is that of a file of the spool.
    package static func isSpoolFile(_ name: String) -> Bool { SpoolSegment(name: name) != nil }

    private static func parts(in folder: URL) throws(StoreError) -> [Part] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let segments = names.compactMap(SpoolSegment.init).sorted()
        var parts: [Part] = []
        for segment in segments {
            let url = folder.appending(path: segment.name)
            let file: SpoolFile
            do throws(StoreError) { file = try SpoolFile(reading: url) } catch {
                // A file that is gone was folded: the warehouse, which is copied later, has its events.
                if !FileManager.default.fileExists(atPath: url.path) { continue }
                throw error
            }
            let size = try file.size()
            // Bytes at the end of the newest file may still be on their way to the disk; nobody was promised them.
            let whole = segment == segments.last ? try wholeSize(file, size) : size
            parts.append(Part(segment.name, size: whole, file))
        }
        return parts
    }

    /// The size without a batch at the end that is not whole.
    private static func wholeSize(_ file: SpoolFile, _ size: Int) throws(StoreError) -> Int {
        var place = min(size, SpoolSegment.head.count)
        while place < size {
            let bytes = try file.read(min(size - place, SpoolReader.pieceSize), at: place)
            var read = 0
            bytes.withUnsafeBytes { bytes in
                while let record = SpoolRecord.read(bytes, at: read) { read = record.end }
            }
            // A damaged batch with whole ones behind it stays: the server sets it aside when it folds the file.
            if read == 0 { read = SpoolRecord.next(bytes, after: 0) ?? 0 }
            guard read > 0 else { break }
            place += read
        }
        return place
    }
}
