import Synchronization

/// Notices commits to a file, whichever connection or process made them.
final class SQLiteChanges: Sendable {
    private let version: Mutex<SQLiteStatement>

    init(path: String) throws(StoreError) {
        let connection = try SQLiteConnection(path: path)
        try connection.execute("PRAGMA busy_timeout = 0")
        version = Mutex(try connection.prepare("PRAGMA data_version"))
    }

    /// Another number after every commit of another connection; this one makes none. `nil` when the file is locked.
    var number: Int64? {
        version.withLock { version in
            defer { version.reset() }
            guard (try? version.step()) == true else { return nil }
            return version.integer(0)
        }
    }
}
