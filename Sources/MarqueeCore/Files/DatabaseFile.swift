package import Foundation
package import GRDB

/// One SQLite file of the SDK.
///
/// The file is opened with the right modes and permissions, migrated to this version's layout and checked. A damaged
/// file is renamed, and deleted when the user refuses consent.
///
/// Each capability keeps its tables in its own file:
///
/// ```swift
/// let file = try DatabaseFile("engage.sqlite3", in: environment, migrations: [
///     Migration("1", sql: "CREATE TABLE recipient (id BLOB PRIMARY KEY) WITHOUT ROWID"),
/// ])
/// let count = try file.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM recipient") }
/// ```
///
/// A write is on disk when the call returns. Any thread may call; calls run one after the other.
package final class DatabaseFile: Sendable {
    /// The number of damaged files that are kept for inspection; the oldest are deleted first.
    package static let keptDamaged = 3

    package let url: URL
    /// The new name of the damaged file that was found at opening; `nil` if the file was not damaged.
    package let renamedDamage: URL?
    /// Whether opening read the whole file. If not, ``check()`` does it.
    package let isChecked: Bool
    private let migrations: [Migration]
    private let environment: Environment
    private let replaced: (@Sendable (Database) throws -> Void)?
    /// `nil` after closing. A running transaction holds the connection, and the last transaction closes it.
    private let queue: Locked<DatabaseQueue?>

    /// Opens or creates a file in the environment's folder and migrates it.
    ///
    /// A damaged file is renamed and replaced by an empty file.
    /// - Parameters:
    ///   - name: the file's name, with its extension.
    ///   - environment: the folder, the fault points, and the clock for the names of damaged files.
    ///   - migrations: all steps of all versions, oldest first.
    ///   - replaced: runs in the first transaction of a file that replaces an open file that became damaged. Without
    ///     this closure, the damaged file stays, and calls fail until the next start. With it, opening does not read a
    ///     file of more than 4 MiB, and the owner calls ``check()`` afterwards.
    /// - Throws: ``MarqueeError`` with `storage` if the folder cannot be used, or if a later version of the SDK has
    ///   migrated the file. In that case the file is not changed.
    package init(
        _ name: String, in environment: Environment, migrations: [Migration],
        replaced: (@Sendable (Database) throws -> Void)? = nil
    ) throws(MarqueeError) {
        url = environment.folder.appending(path: name)
        self.environment = environment
        self.migrations = migrations
        self.replaced = replaced
        let opened = try DatabaseOpening(
            url: url, migrations: migrations, environment: environment, mayCheckLater: replaced != nil
        ).open()
        isChecked = opened.isChecked
        queue = Locked(opened.queue)
        renamedDamage = opened.renamedDamage
    }

    /// Reads one state of the file. What `body` writes is undone.
    package func read<Value>(_ body: (Database) throws -> Value) throws(MarqueeError) -> Value {
        let queue = try connection()
        do {
            // GRDB's own `read` rules out writes by a pragma, after which SQLite prepares all statements again.
            return try queue.inDatabase { database in
                var value: Value?
                // GRDB calls what `afterNextTransaction` was given by a write on a full disk after the next commit, and
                // forgets it after a rollback.
                try database.inTransaction(.deferred) {
                    value = try body(database)
                    return .rollback
                }
                guard let value else { throw MarqueeError(.invalidState, "the transaction did not run") }
                return value
            }
        } catch {
            throw failure(error)
        }
    }

    /// Runs one transaction.
    package func write<Value>(_ body: (Database) throws -> Value) throws(MarqueeError) -> Value {
        let queue = try connection()
        do {
            return try queue.write(body)
        } catch  where DatabaseOpening.isDamage(error) && replaced != nil {
            try replace(queue)
        } catch {
            throw failure(error)
        }
        do {
            return try connection().write(body)
        } catch {
            throw failure(error)
        }
    }

    /// Reads the whole file, which blocks the caller and no other call, and replaces the file if it is damaged.
    package func check() throws(MarqueeError) {
        guard replaced != nil, let queue = queue.withLock({ $0 }) else { return }
        let opening = DatabaseOpening(url: url, migrations: migrations, environment: environment)
        if opening.isDamaged() { try replace(queue) }
    }

    /// Deletes the damaged files that were renamed, with their journals: those of every database in a folder.
    package static func deleteDamaged(in folder: URL) throws(MarqueeError) {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            for name in names where name.contains(DatabaseOpening.damageMark) {
                try DurableFile.remove(folder.appending(path: name))
            }
        } catch {
            throw MarqueeError(.storage, "the damaged files could not be deleted", cause: error)
        }
    }

    /// Closes the file; later calls throw `invalidState`.
    package func close() {
        queue.withLock { $0 = nil }
    }

    private func connection() throws(MarqueeError) -> DatabaseQueue {
        guard let queue = queue.withLock({ $0 }) else {
            throw MarqueeError(.invalidState, "\(url.lastPathComponent) is closed")
        }
        return queue
    }

    private func replace(_ damaged: DatabaseQueue) throws(MarqueeError) {
        let opening = DatabaseOpening(url: url, migrations: migrations, environment: environment)
        let isReplaced = try queue.withLock { queue throws(MarqueeError) in
            // Another thread may have replaced the damaged file already.
            guard queue === damaged else { return false }
            _ = opening.renameDamage()
            queue = try opening.open().queue
            return true
        }
        guard isReplaced, let replaced else { return }
        do {
            try connection().write(replaced)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: any Error) -> MarqueeError {
        if let error = error as? MarqueeError { return error }
        let name = url.lastPathComponent
        if let error = error as? DatabaseError, error.resultCode == .SQLITE_FULL {
            return MarqueeError(.storage, "the disk is full; nothing was stored in \(name)", cause: error)
        }
        return MarqueeError(.storage, "\(name) could not be read or written", cause: error)
    }
}
