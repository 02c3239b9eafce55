public import Foundation
import GRDBSQLite

/// The events of a funnel as somebody who asks nothing else would store them.
public final class FunnelTable {
    private let database: RawDatabase
    private let insertion: OpaquePointer

    /// Makes the table in a file of its own.
    public init(in folder: URL) throws {
        database = try RawDatabase(folder.appending(path: "funnel.sqlite3"))
        try database.execute(
            """
            PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;
            CREATE TABLE e (name INTEGER NOT NULL, person INTEGER NOT NULL, time INTEGER NOT NULL,
            PRIMARY KEY (name, person, time)) WITHOUT ROWID
            """)
        insertion = try database.prepare("INSERT OR IGNORE INTO e VALUES (?, ?, ?)")
    }

    deinit { sqlite3_finalize(insertion) }

    /// Begins a transaction.
    public func begin() throws { try database.execute("BEGIN") }

    /// Ends the transaction.
    public func commit() throws { try database.execute("COMMIT") }

    /// Adds an event.
    /// - Parameter name: the number of the step, from 0.
    public func insert(person: Int, name: Int, time: Int64) throws {
        sqlite3_bind_int64(insertion, 1, Int64(name))
        sqlite3_bind_int64(insertion, 2, Int64(person))
        sqlite3_bind_int64(insertion, 3, time)
        guard sqlite3_step(insertion) == SQLITE_DONE else { throw database.failure() }
        sqlite3_reset(insertion)
    }

    /// The people who came to each step. The first of the second steps behind a first one leaves the most time.
    /// - Parameter window: in milliseconds.
    public func people(within window: Int) throws -> [Int] {
        let second = "(SELECT MIN(b.time) FROM e AS b WHERE b.name = 1 AND b.person = a.person AND b.time >= a.time)"
        return try [
            "SELECT COUNT(DISTINCT person) FROM e WHERE name = 0",
            """
            SELECT COUNT(DISTINCT person) FROM e AS a WHERE name = 0 AND EXISTS (SELECT 1 FROM e AS b WHERE b.name = 1
            AND b.person = a.person AND b.time >= a.time AND b.time <= a.time + \(window))
            """,
            """
            SELECT COUNT(DISTINCT person) FROM e AS a WHERE name = 0 AND EXISTS (SELECT 1 FROM e AS c WHERE c.name = 2
            AND c.person = a.person AND c.time >= \(second) AND c.time <= a.time + \(window))
            """,
        ].map { Int(try database.texts($0).first ?? "") ?? -1 }
    }
}
