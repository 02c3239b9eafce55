/// The mark of a database that a command is filling: servers refuse it until the command has checked what it stored.
enum UnfinishedCopy {
    /// The table exists while a copy is unfinished; its row says where the rows come from.
    private static let table = "unfinished_copy"

    /// Where the rows of an unfinished copy come from; `nil` for a database that nobody is filling.
    static func source(in database: any SQLDatabase) async throws(StoreError) -> String? {
        try await database.read { db in
            let known = try db.count(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = ?",
                [table])
            guard known > 0, let row = try db.row("SELECT source FROM \(table)") else { return nil }
            return try row["source"] as String
        }
    }

    static func begin(_ source: String, in database: any SQLDatabase) async throws(StoreError) {
        try await database.write { db in
            try db.script("CREATE TABLE \(table) (source TEXT PRIMARY KEY NOT NULL)")
            try db.execute("INSERT INTO \(table) (source) VALUES (?)", [source])
        }
    }

    static func end(in database: any SQLDatabase) async throws(StoreError) {
        try await database.write { try $0.script("DROP TABLE \(table)") }
    }

    /// Removes everything that the control plane has in a database, with the mark.
    static func removeAll(in database: any SQLDatabase) async throws(StoreError) {
        let tables = try TableLayout.names(layout: PlatformSchema.migrations.count) + ["migration", table]
        try await database.write { db in
            for table in tables { try db.script("DROP TABLE IF EXISTS \"\(table)\" CASCADE") }
        }
    }

    /// - Throws: `invalid` for a database that a command has not finished filling.
    static func refuse(_ database: any SQLDatabase, named name: String) async throws(StoreError) {
        guard let source = try await source(in: database) else { return }
        throw StoreError(
            .invalid, "\(name) was not filled completely from \(source): run that command again, or empty the database")
    }
}
