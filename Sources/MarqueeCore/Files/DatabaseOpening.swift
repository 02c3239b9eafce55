import Foundation
import GRDB
import MarqueeWire

/// Opens a ``DatabaseFile``.
struct DatabaseOpening {
    struct Opened {
        let queue: DatabaseQueue
        /// The new name of the damaged file; `nil` if the file was not damaged.
        let renamedDamage: URL?
        /// Whether the whole file was read and is intact.
        let isChecked: Bool
    }

    /// A larger file is not read at opening, if that can be done later: the app waits for the start.
    static let largestCheckedAtOnce = 4 * 1_024 * 1_024
    /// Stands between the name of a damaged file and the time of its renaming.
    static let damageMark = ".damaged-"

    let url: URL
    let migrations: [Migration]
    let environment: Environment
    /// Whether a large file may be checked after opening.
    var mayCheckLater = false

    func open() throws(MarqueeError) -> Opened {
        let name = url.lastPathComponent
        do {
            let (queue, isChecked) = try openOnce()
            return Opened(queue: queue, renamedDamage: nil, isChecked: isChecked)
        } catch  where Self.isDamage(error) {
            let damaged = renameDamage()
            do {
                return Opened(queue: try openOnce().queue, renamedDamage: damaged, isChecked: true)
            } catch {
                throw MarqueeError(
                    .storage, "\(name) cannot be opened even after the damaged file was renamed", cause: error)
            }
        } catch {
            throw error as? MarqueeError ?? MarqueeError(.storage, "\(name) cannot be opened", cause: error)
        }
    }

    private func openOnce() throws -> (queue: DatabaseQueue, isChecked: Bool) {
        let files = FileManager.default
        try files.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let migrator = migrator()
        if files.fileExists(atPath: url.path) {
            try refuseLaterLayout(migrator)
        } else {
            // SQLite gives the journal files the permissions of the database file.
            _ = files.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            // FULL: a commit survives a process kill and a power loss.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            // Deleted values are overwritten where their page is written anyway. A page that becomes free keeps them until it
            // is used again. Without this line, some builds of SQLite overwrite nothing, and others write free pages too.
            try database.execute(sql: "PRAGMA secure_delete = FAST")
        }
        let queue = try DatabaseQueue(path: url.path, configuration: configuration)
        let isChecked = try !mayCheckLater || size() <= Self.largestCheckedAtOnce
        if isChecked { try queue.read(requireIntact) }
        if try !queue.read(migrator.hasCompletedMigrations) {
            try migrator.migrate(queue)
            try environment.reached(.databaseMigrated)
        }
        return (queue, isChecked)
    }

    /// Reads the whole file through a connection of its own, so that no other call waits for it.
    func isDamaged() -> Bool {
        do {
            var configuration = GRDB.Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            try DatabaseQueue(path: url.path, configuration: configuration).read(requireIntact)
            return false
        } catch {
            return Self.isDamage(error)
        }
    }

    private func size() throws -> Int { try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }

    private func migrator() -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            // Immediate, because a later check of the foreign keys reads every row of the file.
            migrator.registerMigration(migration.name, foreignKeyChecks: .immediate) { database in
                try migration.migrate(database)
                try environment.reached(.databaseMigrating)
            }
        }
        return migrator
    }

    /// Throws if a later version of the SDK has migrated the file.
    ///
    /// Uses a read-only connection, so that not even a checkpoint changes the file or its journal. An empty journal
    /// file may remain.
    private func refuseLaterLayout(_ migrator: DatabaseMigrator) throws {
        guard try size() != 0 else { return }
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let unknown = try DatabaseQueue(path: url.path, configuration: configuration).read { database in
            try Set(migrator.appliedIdentifiers(database)).subtracting(migrator.migrations)
        }
        guard let step = unknown.min() else { return }
        throw MarqueeError(
            .storage,
            "\(url.lastPathComponent) belongs to a later version of the SDK (migration \"\(step)\"); it was not changed"
        )
    }

    private func requireIntact(_ database: Database) throws {
        let damage = try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
        guard damage == ["ok"] else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: damage.first) }
    }

    /// Renames the file and its journal files.
    func renameDamage() -> URL? {
        let files = FileManager.default
        let stamp = Int64(environment.now().date.timeIntervalSince1970 * 1000)
        let renamed = URL(fileURLWithPath: "\(url.path)\(Self.damageMark)\(stamp)")
        for suffix in ["-wal", "-shm", ""] {
            let from = URL(fileURLWithPath: url.path + suffix)
            try? files.moveItem(at: from, to: URL(fileURLWithPath: renamed.path + suffix))
        }
        deleteOldestDamage()
        return files.fileExists(atPath: renamed.path) ? renamed : nil
    }

    private func deleteOldestDamage() {
        let folder = url.deletingLastPathComponent()
        let prefix = url.lastPathComponent + Self.damageMark
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let damaged = names.filter { $0.hasPrefix(prefix) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
        for name in damaged.dropLast(DatabaseFile.keptDamaged) {
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(at: folder.appending(path: name + suffix))
            }
        }
    }

    /// Whether the error means that the file is damaged; a full disk or a busy file is not damage.
    static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    }
}
