package import Foundation
import GRDBSQLite

/// A database file that another process may write to meanwhile.
package enum SQLiteFile {
    /// How many pages are copied before the caller hears of it.
    private static let step: Int32 = 4096

    /// Copies the database as it is at one moment; writers are not held up.
    /// - Parameters:
    ///   - source: an existing database.
    ///   - target: a new file.
    ///   - progress: receives the pages done and all pages.
    /// - Throws: `notFound` without a source, `diskFull`, `damaged`, `storage`.
    package static func copy(
        _ source: URL, to target: URL, progress: (Int, Int) -> Void = { _, _ in }
    ) throws(StoreError) {
        guard FileManager.default.fileExists(atPath: source.path) else {
            throw StoreError(.notFound, "\(source.path) does not exist")
        }
        let from = try SQLiteConnection(path: source.path)
        let to = try SQLiteConnection(path: target.path)
        // The transaction keeps the moment: without it the copy would begin again with each change by another process.
        try from.execute("BEGIN; SELECT 1 FROM sqlite_master LIMIT 1")
        defer { try? from.execute("ROLLBACK") }
        guard let copy = sqlite3_backup_init(to.handle, "main", from.handle, "main") else {
            throw to.failure(sqlite3_errcode(to.handle))
        }
        var status = SQLITE_OK
        repeat {
            status = sqlite3_backup_step(copy, step)
            let all = Int(sqlite3_backup_pagecount(copy))
            progress(all - Int(sqlite3_backup_remaining(copy)), all)
        } while status == SQLITE_OK
        sqlite3_backup_finish(copy)
        guard status == SQLITE_DONE else { throw to.failure(status) }
    }
}
