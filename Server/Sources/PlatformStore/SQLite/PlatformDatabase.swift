import Foundation
import GRDB
import MarqueeWire

/// The control plane's database: the one owner of its file, its layout and its transactions.
struct PlatformDatabase: Sendable {
    private let pool: DatabasePool
    let now: @Sendable () -> Timestamp

    init(at url: URL, now: @escaping @Sendable () -> Timestamp) throws(StoreError) {
        self.now = now
        do {
            var configuration = Configuration()
            configuration.foreignKeysEnabled = true
            configuration.busyMode = .timeout(10)
            configuration.maximumReaderCount = 4
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            // The layout is checked before the file is opened for writing, and marked when all migrations are done.
            let file = try SQLiteConnection(path: url.path)
            _ = try file.layout(upTo: PlatformSchema.layout)
            pool = try DatabasePool(path: url.path, configuration: configuration)
            try PlatformSchema.migrator.migrate(pool)
            try file.claim(layout: PlatformSchema.layout)
        } catch {
            throw StoreError(mapping: error)
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StoreError) -> Value
    {
        do { return try await pool.read(body) } catch { throw StoreError(mapping: error) }
    }

    /// Runs `body` in one transaction.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(StoreError)
        -> Value
    {
        do { return try await pool.write(body) } catch { throw StoreError(mapping: error) }
    }
}
