import Foundation
import GRDB
import MarqueeWire

/// How a ``DatabaseFile`` is opened.
struct DatabaseOpening {
    struct Opened {
        let queue: DatabaseQueue
        /// The new name of a damaged file; `nil` when nothing was wrong.
        let renamedDamage: URL?
    }

    let url: URL
    let migrations: [Migration]
    let environment: Environment

    func open() throws(MarqueeError) -> Opened {
        let name = url.lastPathComponent
        do {
            return Opened(queue: try openOnce(), renamedDamage: nil)
        } catch  where Self.isDamage(error) {
            let damaged = renameDamage()
            do {
                return Opened(queue: try openOnce(), renamedDamage: damaged)
            } catch {
                throw MarqueeError(
                    .storage, "\(name) cannot be opened even after the damaged file was renamed", cause: error)
            }
        } catch {
            throw error as? MarqueeError ?? MarqueeError(.storage, "\(name) cannot be opened", cause: error)
        }
    }

    private func openOnce() throws -> DatabaseQueue {
        let files = FileManager.default
        try files.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let migrator = migrator()
        if files.fileExists(atPath: url.path) {
            try refuseLaterLayout(migrator)
        } else {
            // SQLite gives the permissions of the file to the journal files beside it.
            _ = files.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // A commit is on the disk when it returns, whatever happens to the process or the power.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        try queue.read(requireIntact)
        if try !queue.read(migrator.hasCompletedMigrations) {
            try migrator.migrate(queue)
            try environment.reached(.databaseMigrated)
        }
        return queue
    }

    private func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            // Immediate: checking foreign keys afterwards would read every row of the file.
            migrator.registerMigration(migration.name, foreignKeyChecks: .immediate) { database in
                try migration.migrate(database)
                try environment.reached(.databaseMigrating)
            }
        }
        return migrator
    }

    /// Looks through a connection that cannot write: not even a checkpoint touches the file or its journal. An empty journal
    /// may be left beside the file.
    private func refuseLaterLayout(_ migrator: DatabaseMigrator) throws {
        guard try url.resourceValues(forKeys: [.fileSizeKey]).fileSize != 0 else { return }
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let unknown = try DatabaseQueue(path: url.path, configuration: configuration).read { database in
            try Set(migrator.appliedIdentifiers(database)).subtracting(migrator.migrations)
        }
        guard let step = unknown.min() else { return }
        throw MarqueeError(
            .storage,
            "\(url.lastPathComponent) belongs to a later version of the SDK (migration \"\(step)\"); it is left as it is"
        )
    }

    private func requireIntact(_ database: Database) throws {
        let damage = try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
        guard damage == ["ok"] else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: damage.first) }
    }

    /// Renames the file and its journals.
    func renameDamage() -> URL? {
        let files = FileManager.default
        let stamp = Int64(environment.now().date.timeIntervalSince1970 * 1000)
        let renamed = url.appendingPathExtension("damaged-\(stamp)")
        for suffix in ["-wal", "-shm", ""] {
            let from = URL(fileURLWithPath: url.path + suffix)
            try? files.moveItem(at: from, to: URL(fileURLWithPath: renamed.path + suffix))
        }
        deleteOldestDamage()
        return files.fileExists(atPath: renamed.path) ? renamed : nil
    }

    private func deleteOldestDamage() {
        let folder = url.deletingLastPathComponent()
        let prefix = url.lastPathComponent + ".damaged-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let damaged = names.filter { $0.hasPrefix(prefix) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
        for name in damaged.dropLast(DatabaseFile.keptDamaged) {
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
