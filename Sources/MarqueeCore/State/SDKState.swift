public import Foundation
import GRDB
import MarqueeWire

/// The data that the SDK keeps between launches, in the SQLite file `state.sqlite3`: users, their tags, and small named
/// values.
///
/// A write is on disk when the call returns. A damaged file is renamed and replaced by an empty file.
public final class SDKState: Sendable {
    static let fileName = "state.sqlite3"

    private let file: DatabaseFile

    /// Opens or creates `state.sqlite3` in the environment's folder.
    /// - Throws: ``MarqueeError`` with `storage` if the folder cannot be written, or if a later version of the SDK has
    ///   used the file.
    public init(_ environment: Environment) throws(MarqueeError) {
        file = try DatabaseFile(Self.fileName, in: environment, migrations: Self.migrations)
    }

    /// The new name of the damaged file that was found at opening; `nil` if the file was not damaged.
    public var renamedDamage: URL? { file.renamedDamage }

    /// The value with this name; `nil` if there is none.
    public func value(_ name: String) throws(MarqueeError) -> Data? {
        try read { try Data.fetchOne($0, sql: "SELECT value FROM value WHERE name = ?", arguments: [name]) }
    }

    /// Writes several values in one transaction; `nil` removes a value.
    public func store(_ changes: [String: Data?]) throws(MarqueeError) {
        try write { database in
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

    /// The value of `name`; the first call makes and stores it.
    func value(_ name: String, orStore make: @Sendable () -> String) throws(MarqueeError) -> String {
        try write { database in
            if let stored = try Data.fetchOne(
                database, sql: "SELECT value FROM value WHERE name = ?", arguments: [name])
            {
                return String(decoding: stored, as: UTF8.self)
            }
            let value = make()
            try database.execute(
                sql: "INSERT INTO value (name, value) VALUES (?, ?)", arguments: [name, Data(value.utf8)])
            return value
        }
    }

    /// Closes the file; later calls throw `invalidState`.
    public func close() { file.close() }

    func read<Value>(_ body: (Database) throws -> Value) throws(MarqueeError) -> Value { try file.read(body) }

    func write<Value>(_ body: (Database) throws -> Value) throws(MarqueeError) -> Value { try file.write(body) }

    private static let migrations = [
        // `IF NOT EXISTS`, because the first versions of the SDK made these tables without recording a migration.
        Migration(
            "1",
            sql: """
                CREATE TABLE IF NOT EXISTS value (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS user (
                    number INTEGER PRIMARY KEY,
                    id BLOB NOT NULL UNIQUE,
                    active INTEGER NOT NULL DEFAULT 0
                );
                CREATE UNIQUE INDEX IF NOT EXISTS oneActiveUser ON user (active) WHERE active;
                CREATE TABLE IF NOT EXISTS tag (
                    user INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
                    name BLOB NOT NULL,
                    count INTEGER NOT NULL CHECK (count > 0),
                    PRIMARY KEY (user, name)
                ) WITHOUT ROWID;
                """),
        SessionHistory.migration,
        SessionHistory.kindMigration,
    ]
}
