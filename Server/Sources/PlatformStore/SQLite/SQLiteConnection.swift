import GRDBSQLite

/// A direct connection to SQLite, for the few places where each microsecond or each byte of the file matters.
///
/// It must not be used by several threads at the same time.
package final class SQLiteConnection {
    let handle: OpaquePointer

    /// Opens or creates a database file.
    package init(path: String) throws(StoreError) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let status = sqlite3_open_v2(path, &opened, flags, nil)
        guard status == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw StoreError(sqlite: status, "the database \(path) cannot be opened")
        }
        handle = opened
        sqlite3_busy_timeout(opened, 10_000)
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    /// The number of the row that was inserted last.
    package var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs statements that return nothing of interest.
    package func execute(_ sql: String) throws(StoreError) {
        let status = sqlite3_exec(handle, sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw failure(status) }
    }

    package func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
        var statement: OpaquePointer?
        let status = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard status == SQLITE_OK, let statement else { throw failure(status) }
        return SQLiteStatement(handle: statement, connection: self)
    }

    /// Runs `body` between BEGIN IMMEDIATE and COMMIT; rolls back when it throws.
    package func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // A full disk may have ended the transaction already; the first error is the one worth reporting.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// Whether the table exists without the column, which identifies a file of an earlier layout.
    package func lacks(_ column: String, in table: String) throws(StoreError) -> Bool {
        let select = try prepare("SELECT COUNT(*), TOTAL(name = ?) FROM pragma_table_info(?)")
        select.bind(1, column)
        select.bind(2, table)
        return try select.step() && select.integer(0) > 0 && select.integer(1) == 0
    }

    /// Marks the file with the layout `version`.
    ///
    /// Throws `invalid` for a file of a later layout, because it may have tables that this program does not maintain.
    package func claim(layout version: Int64) throws(StoreError) {
        if try layout(upTo: version) < version { try execute("PRAGMA user_version = \(version)") }
    }

    /// The layout that the file is marked with; 0 for a new file and for files older than versioning.
    ///
    /// Throws `invalid` for a file of a layout later than `version`.
    package func layout(upTo version: Int64) throws(StoreError) -> Int64 {
        let select = try prepare("PRAGMA user_version")
        let found = try select.step() ? select.integer(0) : 0
        select.reset()
        guard found <= version else {
            throw StoreError(
                .invalid,
                "a later version of the program wrote \(path): its layout is \(found), known are those up to \(version)"
            )
        }
        return found
    }

    private var path: String { sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? "the database" }

    func failure(_ status: Int32) -> StoreError {
        StoreError(sqlite: status, String(cString: sqlite3_errmsg(handle)))
    }
}
