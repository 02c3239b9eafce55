/// A record that is made under the name of a deleted one goes on with its versions: a version that somebody read is never
/// that of another record.
extension SQLTransaction {
    /// Stores the versions of rows that are deleted next. All texts are fixed words.
    /// - Parameters:
    ///   - table: has the columns `app` and `version`.
    ///   - subject: an expression for the name of a row; ``firstVersion(of:app:)`` gets the same name.
    func keepVersions(
        of table: String, as subject: String, where condition: String, _ arguments: [any SQLBindable]
    ) throws {
        try execute(
            """
            INSERT INTO former_version (app, subject, version) SELECT app, \(subject), version FROM \(table)
            WHERE \(condition) ON CONFLICT (app, subject) DO UPDATE SET version = excluded.version
            """, arguments)
    }

    /// The version of a new record: 1, or the one behind the last version of the record that had its name before.
    func firstVersion(of subject: String, app: String) throws -> Int {
        try count(
            "SELECT COALESCE(MAX(version), 0) + 1 FROM former_version WHERE app = ? AND subject = ?", [app, subject])
    }
}

/// The table of the versions that deleted records had last.
enum FormerVersions {
    static let migration = SQLMigration(name: "11 versions of deleted records") {
        try $0.script(
            """
            CREATE TABLE former_version (
                app TEXT NOT NULL REFERENCES app, subject TEXT NOT NULL, version BIGINT NOT NULL,
                PRIMARY KEY (app, subject));
            """)
    }
}
