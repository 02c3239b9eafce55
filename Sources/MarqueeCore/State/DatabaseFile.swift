import Foundation
import GRDB

/// One SQLite file of the SDK: opened with the right modes and rights, checked, and set aside when it is damaged.
struct DatabaseFile {
    /// An open file, and where a damaged predecessor went.
    struct Opened {
        let queue: DatabaseQueue
        /// The damaged file's new place; `nil` when nothing was wrong.
        let setAside: URL?
    }

    let url: URL
    /// Brings the tables into the form this version needs; runs in one transaction.
    let prepare: @Sendable (Database) throws -> Void

    /// Damaged files kept for somebody to look at; older ones go, newest stay.
    static let keptDamaged = 3

    /// Opens the file; a damaged one is renamed, never deleted, and a new one takes its place.
    func open(now: Date) throws(MarqueeError) -> Opened {
        do {
            return Opened(queue: try openOnce(), setAside: nil)
        } catch  where Self.isDamage(error) {
            let place = setAside(now: now)
            do {
                return Opened(queue: try openOnce(), setAside: place)
            } catch {
                throw MarqueeError(
                    .invalidOperation,
                    "\(url.lastPathComponent) cannot be opened even after the damaged file was set aside", cause: error)
            }
        } catch {
            throw MarqueeError(.invalidOperation, "\(url.lastPathComponent) cannot be opened", cause: error)
        }
    }

    private func openOnce() throws -> DatabaseQueue {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        if !FileManager.default.fileExists(atPath: url.path) {
            // SQLite gives the rights of the file to the journal files beside it.
            _ = FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // A commit is on the disk when it returns, whatever happens to the process or the power.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try queue.write(prepare)
        try queue.read { database in
            let damage = try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
            guard damage == ["ok"] else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: damage.first) }
        }
        return queue
    }

    /// Moves the file and its journals out of the way.
    func setAside(now: Date) -> URL? {
        let files = FileManager.default
        let stamp = Int64(now.timeIntervalSince1970 * 1000)
        let place = url.appendingPathExtension("damaged-\(stamp)")
        for suffix in ["-wal", "-shm", ""] {
            let from = URL(fileURLWithPath: url.path + suffix)
            try? files.moveItem(at: from, to: URL(fileURLWithPath: place.path + suffix))
        }
        forgetOldest()
        return files.fileExists(atPath: place.path) ? place : nil
    }

    private func forgetOldest() {
        let folder = url.deletingLastPathComponent()
        let prefix = url.lastPathComponent + ".damaged-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let damaged = names.filter { $0.hasPrefix(prefix) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
        for name in damaged.dropLast(Self.keptDamaged) {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(at: folder.appending(path: name + suffix))
            }
        }
    }

    /// Whether an error means that the file itself is broken, as opposed to a full disk or a busy file.
    static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    }
}
