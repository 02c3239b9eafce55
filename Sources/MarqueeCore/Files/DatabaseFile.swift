package import Foundation
package import GRDB

/// One SQLite file of the SDK: opened with the right modes and permissions, brought to this version's layout, checked,
/// and renamed when it is damaged.
///
/// Each capability keeps its tables in a file of its own:
///
/// ```swift
/// let file = try DatabaseFile("engage.sqlite3", in: environment, migrations: [
///     Migration("1", sql: "CREATE TABLE recipient (id BLOB PRIMARY KEY) WITHOUT ROWID"),
/// ])
/// let count = try file.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM recipient") }
/// ```
///
/// A write is on the disk when its call returns. Calls are safe from any thread and run one after the other.
package final class DatabaseFile: Sendable {
    /// How many damaged files are kept for inspection; the oldest are deleted first.
    package static let keptDamaged = 3

    package let url: URL
    /// The new name of a damaged file that was found when this one was opened.
    package let renamedDamage: URL?
    private let migrations: [Migration]
    private let environment: Environment
    private let replaced: (@Sendable (Database) throws -> Void)?
    /// `nil` once closed. A running transaction keeps the connection; the last one closes it.
    private let queue: Locked<DatabaseQueue?>

    /// Opens or creates a file in the environment's folder and migrates it.
    ///
    /// A damaged file is renamed, never deleted, and an empty one takes its place.
    /// - Parameters:
    ///   - name: the file's name, with its extension.
    ///   - environment: the folder, the clock that names damaged files, and the fault points.
    ///   - migrations: every step there has ever been, oldest first.
    ///   - replaced: called in the first transaction of a file that replaces one damaged while it was open. Without it
    ///     such a file stays, and calls fail until the next start.
    /// - Throws: ``MarqueeError`` with `storage` when the folder cannot be used, or when a later version of the
    ///   SDK has migrated the file. That file is not touched.
    package init(
        _ name: String, in environment: Environment, migrations: [Migration],
        replaced: (@Sendable (Database) throws -> Void)? = nil
    ) throws(MarqueeError) {
        url = environment.folder.appending(path: name)
        self.environment = environment
        self.migrations = migrations
        self.replaced = replaced
        let opened = try DatabaseOpening(url: url, migrations: migrations, environment: environment).open()
        queue = Locked(opened.queue)
        renamedDamage = opened.renamedDamage
    }

    package func read<Value>(_ body: (Database) throws -> Value) throws(MarqueeError) -> Value {
        do {
            return try connection().read(body)
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

    /// Closes the file; every later call fails with `invalidState`.
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
            // Another thread may have found the damage first.
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
