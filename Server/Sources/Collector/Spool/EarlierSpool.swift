import Foundation
import MarqueeWire
import PlatformStore

/// The SQLite file in which earlier builds kept the spool: its batches are moved, and the file is removed.
///
/// A kill in between moves them twice; each event is folded once all the same.
enum EarlierSpool {
    private static let layout: Int64 = 1
    /// Batches that are synced together.
    private static let group = 64

    /// - Parameter quota: of the files that it is moved to, in bytes.
    /// - Throws: `invalid` for a file of a later layout, `diskFull`, `storage`.
    static func move(from folder: URL, to segments: SpoolSegments, quota: Int = .max) throws(StoreError) {
        let url = folder.appending(path: "spool.sqlite3")
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        let others = Set(segments.all.map(\.segment))
        do {
            try moveBatches(of: url, to: SpoolWriter(segments, quota: quota))
            for suffix in ["", "-wal", "-shm"] { unlink(url.path + suffix) }
        } catch  where error.code == .damaged {
            let aside = folder.appending(path: "spool-damaged-\(UUID().uuidString).sqlite3")
            for suffix in ["", "-wal", "-shm"] { rename(url.path + suffix, aside.path + suffix) }
        } catch {
            // The next start moves everything again: half a copy for each try would fill the disk.
            segments.remove { !others.contains($0.segment) }
            throw error
        }
    }

    private static func moveBatches(of url: URL, to writer: SpoolWriter) throws(StoreError) {
        let connection = try SQLiteConnection(path: url.path)
        let check = try connection.prepare("PRAGMA quick_check(1)")
        guard try check.step(), check.text(0) == "ok" else { throw StoreError(.damaged, "the spool is damaged") }
        try connection.claim(layout: layout)
        let tables = try connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'batch'")
        guard try tables.step() else { return }
        // Layout 0 kept no places; a batch without them is read again when it is folded.
        let places = try connection.lacks("places", in: "batch") ? "x''" : "places"
        let select = try connection.prepare("SELECT app, stream, received, \(places), body FROM batch ORDER BY id")
        var records: [SpoolRecord] = []
        while try select.step() {
            let scope: Scope
            do { scope = try Scope(app: select.text(0), stream: select.text(1)) } catch {
                throw StoreError(.damaged, "the spool holds a batch of no scope")
            }
            let batch = SpooledBatch(
                scope: scope, received: Timestamp(milliseconds: select.integer(2)),
                index: BatchIndex(bytes: select.bytes(3)), body: select.bytes(4))
            records.append(SpoolRecord(batch))
            guard records.count == group else { continue }
            try writer.append(records)
            records = []
        }
        if !records.isEmpty { try writer.append(records) }
    }
}
