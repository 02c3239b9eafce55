public import Foundation
import GRDBSQLite

/// A SQLite file of one table with a name and bytes per row, in the given order.
public enum PlainFile {
    /// Writes the rows in one transaction into a new file.
    public static func write(_ rows: [(uri: String, bytes: Data)], to file: URL) throws {
        let database = try RawDatabase(file)
        try database.execute("CREATE TABLE page (uri TEXT PRIMARY KEY NOT NULL, bytes BLOB NOT NULL); BEGIN")
        let statement = try database.prepare("INSERT INTO page VALUES (?, ?)")
        defer { sqlite3_finalize(statement) }
        for row in rows {
            let status = row.bytes.withUnsafeBytes { bytes in
                row.uri.withCString { uri in
                    sqlite3_bind_text(statement, 1, uri, -1, nil)
                    sqlite3_bind_blob(statement, 2, bytes.baseAddress, Int32(bytes.count), nil)
                    return sqlite3_step(statement)
                }
            }
            guard status == SQLITE_DONE else { throw database.failure() }
            sqlite3_reset(statement)
        }
        try database.execute("COMMIT")
    }
}
