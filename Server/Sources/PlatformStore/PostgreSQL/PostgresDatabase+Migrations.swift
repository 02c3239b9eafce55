extension PostgresDatabase {
    /// Runs the migrations that have not run yet, each in a transaction. Other processes wait meanwhile.
    /// - Throws: `invalid` for a database of a later version of the program, which is left as it is.
    func migrate(_ migrations: [SQLMigration]) async throws(StoreError) {
        try await withLock("migrations") { () async throws(StoreError) in
            try await write { try $0.script("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY NOT NULL)") }
            let done: Set<String> = try await read { Set(try $0.column("SELECT name FROM migration")) }
            guard done.isSubset(of: migrations.map(\.name)) else {
                throw StoreError(.invalid, "a later version of the program made the layout of \(self)")
            }
            for migration in migrations where !done.contains(migration.name) {
                try await write { db in
                    try migration.run(db)
                    try db.execute("INSERT INTO migration (name) VALUES (?)", [migration.name])
                }
            }
        }
    }
}
