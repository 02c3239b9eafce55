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
        do {
            let queue = try DatabaseQueue()
            try SQLiteDatabase.migrator(PlatformSchema.migrations.prefix(layout)).migrate(queue)
            return try queue.read { db in
                let names = try String.fetchAll(
                    db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
                let tables = try names.filter { !Self.isOfEngine($0) }.map { try read($0, db) }
                return try ordered(tables)
            }
        } catch {
            throw StoreError(mapping: error)
        }
    }

    /// Tables of SQLite and of the migrations, which each database has of its own, and the private keys, which are copied
    /// through ``KeyStore`` because some servers keep them in files.
    private static func isOfEngine(_ name: String) -> Bool {
        name.hasPrefix("sqlite_") || name == "grdb_migrations" || name == "signing_key"
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
