import GRDB

/// A table of the control plane, as the migrations make it.
package struct TableLayout: Sendable, Hashable {
    /// The table's name.
    package let name: String
    /// All columns, in one order on every engine.
    package let columns: [String]
    /// The columns of the primary key.
    package let key: [String]

    /// The tables of a layout, each behind those that it refers to.
    ///
    /// The list comes from the migrations themselves, run on an empty database in memory. A table that a migration adds is
    /// therefore copied without further work.
    /// - Parameter layout: how many of the migrations have run.
    /// - Throws: `invalid` for a table without a primary key, and for tables that refer to each other in a circle.
    static func all(layout: Int) throws(StoreError) -> [TableLayout] {
        try inMemory(layout) { db in
            let names = try Self.names(db).filter { !apart.contains($0) }
            return try ordered(try names.map { try read($0, db) })
        }
    }

    /// The names of all tables of a layout, also of those that are not copied row by row.
    static func names(layout: Int) throws(StoreError) -> [String] { try inMemory(layout, names) }

    /// What servers over one database agreed on belongs to that database, and private keys are copied through
    /// ``KeyStore`` because some servers keep them in files.
    static let apart: Set = ["server_fact", "signing_key"]

    private static func inMemory<Value>(
        _ layout: Int, _ body: (Database) throws -> Value
    ) throws(StoreError) -> Value {
        do {
            let queue = try DatabaseQueue()
            try SQLiteDatabase.migrator(PlatformSchema.migrations.prefix(layout)).migrate(queue)
            return try queue.read(body)
        } catch {
            throw StoreError(mapping: error)
        }
    }

    /// Without the tables of SQLite and of GRDB's migrations.
    private static func names(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master
                WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations' ORDER BY name
                """)
    }

    private static func read(_ name: String, _ db: Database) throws -> (table: TableLayout, parents: Set<String>) {
        let key = try db.primaryKey(name)
        guard !key.isRowID || key.rowIDColumn != nil else {
            throw StoreError(.invalid, "the table \(name) has no primary key, so it cannot be copied")
        }
        let parents = Set(try db.foreignKeys(on: name).map(\.destinationTable)).subtracting([name])
        return (TableLayout(name: name, columns: try db.columns(in: name).map(\.name), key: key.columns), parents)
    }

    private static func ordered(_ tables: [(table: TableLayout, parents: Set<String>)]) throws -> [TableLayout] {
        var (waiting, done, result) = (tables, Set<String>(), [TableLayout]())
        while !waiting.isEmpty {
            let free = waiting.filter { $0.parents.isSubset(of: done) }
            guard !free.isEmpty else {
                throw StoreError(
                    .invalid, "the tables \(waiting.map(\.table.name).joined(separator: ", ")) refer to each other")
            }
            result += free.map(\.table)
            done.formUnion(free.map(\.table.name))
            waiting.removeAll { done.contains($0.table.name) }
        }
        return result
    }
}
