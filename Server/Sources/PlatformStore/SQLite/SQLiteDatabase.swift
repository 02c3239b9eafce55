import Foundation
import GRDB

/// The control plane's database in one SQLite file: the one owner of the file, its layout and its transactions.
struct SQLiteDatabase: SQLDatabase {
    private let pool: DatabasePool

    /// Opens or creates the file, and brings it to the current layout.
    init(at url: URL) throws(StoreError) {
        do {
            var configuration = Configuration()
            configuration.foreignKeysEnabled = true
            configuration.busyMode = .timeout(10)
            configuration.maximumReaderCount = 4
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            // The layout is checked before the file is opened for writing, and marked when all migrations are done.
            let file = try SQLiteConnection(path: url.path)
            let layout = Int64(PlatformSchema.migrations.count)
            _ = try file.layout(upTo: layout)
            pool = try DatabasePool(path: url.path, configuration: configuration)
            try Self.migrator.migrate(pool)
            try file.claim(layout: layout)
        } catch {
            throw StoreError(mapping: error)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        do { return try await pool.read { try body(SQLiteTransaction($0)) } } catch { throw StoreError(mapping: error) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        do { return try await pool.write { try body(SQLiteTransaction($0)) } } catch {
            throw StoreError(mapping: error)
        }
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in PlatformSchema.migrations {
            migrator.registerMigration(migration.name) { try migration.run(SQLiteTransaction($0)) }
        }
        return migrator
    }
}
