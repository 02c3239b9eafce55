import GRDB
import MarqueeCore

/// The named texts that Engage keeps between launches, in the file `engage.sqlite3`: ids, the campaign, and work that is
/// not finished.
///
/// A write is on disk when the call returns.
final class EngageState: Sendable {
    private let file: DatabaseFile

    /// Opens or creates the file in the environment's folder.
    /// - Throws: ``MarqueeError`` with `storage` if the folder cannot be used, or if a later version of the SDK has used
    ///   the file.
    init(_ environment: Environment) throws(MarqueeError) {
        file = try DatabaseFile(
            "engage.sqlite3", in: environment,
            migrations: [
                Migration("1", sql: "CREATE TABLE value (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
            ])
    }

    /// The text with this name; `nil` if there is none.
    func value(_ name: String) throws(MarqueeError) -> String? {
        try file.read { try String.fetchOne($0, sql: "SELECT value FROM value WHERE name = ?", arguments: [name]) }
    }

    /// Every text by its name.
    func values() throws(MarqueeError) -> [String: String] {
        try file.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM value")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    /// Writes several texts in one transaction; `nil` removes a text.
    func store(_ changes: [String: String?]) throws(MarqueeError) {
        try file.write { database in
            for (name, value) in changes {
                if let value {
                    try database.execute(
                        sql: "INSERT OR REPLACE INTO value (name, value) VALUES (?, ?)", arguments: [name, value])
                } else {
                    try database.execute(sql: "DELETE FROM value WHERE name = ?", arguments: [name])
                }
            }
        }
    }

    /// Closes the file; later calls throw `invalidState`.
    func close() { file.close() }
}
