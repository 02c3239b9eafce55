import Foundation
import GRDB

/// The control plane's database in one SQLite file: the one owner of the file, its layout and its transactions.
struct SQLiteDatabase: SQLDatabase {
    private let pool: DatabasePool

    private let changes: SQLiteChanges
    private let url: URL

    /// Opens or creates the file, and brings it to the layout that the migrations make.
    init(
        at url: URL, _ migrations: some Collection<SQLMigration> = PlatformSchema.migrations
    ) throws(StoreError) {
        self.url = url
        do {
            var configuration = Configuration()
            configuration.foreignKeysEnabled = true
            configuration.busyMode = .timeout(10)
            configuration.maximumReaderCount = 4
            configuration.prepareDatabase {
                try $0.execute(sql: "PRAGMA synchronous = FULL")
                // Decisions run on the connection that writes, and look at pages all over the file: 16 MiB of them are kept.
                if !$0.configuration.readonly { try $0.execute(sql: "PRAGMA cache_size = -16384") }
            }
            // The layout is checked before the file is opened for writing, and marked when all migrations are done.
            let file = try SQLiteConnection(path: url.path)
            _ = try file.layout(upTo: Int64(PlatformSchema.migrations.count))
            pool = try DatabasePool(path: url.path, configuration: configuration)
            try Self.migrator(migrations).migrate(pool)
            try file.claim(layout: Int64(migrations.count))
            changes = try SQLiteChanges(path: url.path)
        } catch {
            throw StoreError(mapping: error)
        }
    }

    var changeNumber: Int64? { changes.number }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        do { return try await pool.read { try body(SQLiteTransaction($0)) } } catch { throw StoreError(mapping: error) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        defer { changes.forget() }
        do { return try await pool.write { try body(SQLiteTransaction($0)) } } catch {
            throw StoreError(mapping: error)
        }
    }

    func migrate(_ migrations: [SQLMigration]) async throws(StoreError) {
        try await BlockingWork.run { () throws(StoreError) in
            do { try Self.migrator(migrations).migrate(pool) } catch { throw StoreError(mapping: error) }
            try SQLiteConnection(path: url.path).claim(layout: Int64(migrations.count))
        }
    }

    static var migrator: DatabaseMigrator { migrator(PlatformSchema.migrations) }

    static func migrator(_ migrations: some Collection<SQLMigration>) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { try migration.run(SQLiteTransaction($0)) }
        }
        return migrator
    }
}
