import Foundation
import MarqueeWire
import PlatformStore

/// A batch on its way into the spool, and out of it again.
struct SpooledBatch: Sendable {
    let scope: Scope
    let received: Timestamp
    let index: BatchIndex
    let body: [UInt8]
}

/// The spool's file: batches in the order they were acknowledged.
///
/// Not for several threads at once.
final class SpoolFile {
    static let pageSize = 16384

    let identity: String
    private let connection: SQLiteConnection
    private let insert: SQLiteStatement
    private let remove: SQLiteStatement
    private let select: SQLiteStatement
    private let oldest: SQLiteStatement

    /// Opens or creates the file, which then grows to `quota` bytes at most: more is refused as a full disk is.
    init(at url: URL, quota: Int) throws(StoreError) {
        connection = try SQLiteConnection(path: url.path)
        try connection.execute(
            """
            PRAGMA page_size = \(Self.pageSize); PRAGMA secure_delete = FAST; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
            PRAGMA wal_autocheckpoint = 4000; PRAGMA max_page_count = \(max(quota / Self.pageSize, 16));
            """)
        try connection.transaction { [connection] () throws(StoreError) in try Self.prepare(connection) }
        identity = try Self.identity(connection)
        insert = try connection.prepare(
            "INSERT INTO batch (app, stream, received, places, body) VALUES (?, ?, ?, ?, ?)")
        remove = try connection.prepare("DELETE FROM batch WHERE id <= ?")
        select = try connection.prepare(
            "SELECT id, app, stream, received, places, body FROM batch WHERE id > ? ORDER BY id LIMIT ?")
        oldest = try connection.prepare("SELECT received FROM batch WHERE id > ? ORDER BY id LIMIT 1")
    }

    /// Throws `damaged` when the file's structure is.
    func check() throws(StoreError) {
        let check = try connection.prepare("PRAGMA quick_check(1)")
        guard try check.step(), check.text(0) == "ok" else { throw StoreError(.damaged, "the spool is damaged") }
    }

    /// All of them, synced, or none.
    func append(_ batches: [SpooledBatch]) throws(StoreError) {
        try connection.transaction { () throws(StoreError) in
            for batch in batches {
                insert.bind(1, batch.scope.app)
                insert.bind(2, batch.scope.stream)
                insert.bind(3, batch.received.milliseconds)
                let result = batch.index.bytes.withUnsafeBytes { index in
                    batch.body.withUnsafeBytes { body in
                        insert.bind(4, borrowedBlob: index)
                        insert.bind(5, borrowedBlob: body)
                        return Result { () throws(StoreError) in try insert.run() }
                    }
                }
                try result.get()
            }
        }
    }

    func remove(through id: Int64) throws(StoreError) {
        remove.bind(1, id)
        try remove.run()
    }

    /// The batches after `id`, in order, at most `count` and about `size` bytes of them.
    func batches(after id: Int64, count: Int, size: Int) throws(StoreError) -> [(id: Int64, batch: SpooledBatch)] {
        select.bind(1, id)
        select.bind(2, Int64(count))
        defer { select.reset() }
        var batches: [(id: Int64, batch: SpooledBatch)] = []
        var total = 0
        while total < size, try select.step() {
            let scope: Scope
            do { scope = try Scope(app: select.text(1), stream: select.text(2)) } catch {
                throw StoreError(.damaged, "the spool holds a batch of no scope")
            }
            let body = select.bytes(5)
            total += body.count
            let received = Timestamp(milliseconds: select.integer(3))
            batches.append(
                (
                    select.integer(0),
                    SpooledBatch(
                        scope: scope, received: received, index: BatchIndex(bytes: select.bytes(4)), body: body)
                ))
        }
        return batches
    }

    func oldestReceived(after id: Int64) throws(StoreError) -> Timestamp? {
        oldest.bind(1, id)
        defer { oldest.reset() }
        return try oldest.step() ? Timestamp(milliseconds: oldest.integer(0)) : nil
    }

    private static func prepare(_ connection: SQLiteConnection) throws(StoreError) {
        try connection.claim(layout: 1)
        // Layout 0 kept which events were refused; without places a batch is read again when it is folded.
        if try connection.lacks("places", in: "batch") {
            try connection.execute(
                """
                ALTER TABLE batch ADD COLUMN places BLOB NOT NULL DEFAULT x''; ALTER TABLE batch DROP COLUMN rejected;
                """)
        }
        try connection.execute(
            """
            CREATE TABLE IF NOT EXISTS identity (id TEXT NOT NULL);
            CREATE TABLE IF NOT EXISTS batch (
                id INTEGER PRIMARY KEY AUTOINCREMENT, app TEXT NOT NULL, stream TEXT NOT NULL, received INTEGER NOT NULL,
                places BLOB NOT NULL, body BLOB NOT NULL);
            """)
    }

    /// A name of this very file: a warehouse's position in another spool says nothing about this one.
    private static func identity(_ connection: SQLiteConnection) throws(StoreError) -> String {
        let insert = try connection.prepare(
            "INSERT INTO identity (id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM identity)")
        insert.bind(1, UUID().uuidString)
        try insert.run()
        let select = try connection.prepare("SELECT id FROM identity")
        guard try select.step() else { throw StoreError(.damaged, "the spool has no identity") }
        return select.text(0)
    }
}
