import Foundation
import GRDB
import GRDBSQLite
import MarqueeWire

extension LaneStore {
    /// Binds the oldest items that may be sent now to one request: at most `limit` items with at most `bytes` encoded
    /// bytes.
    ///
    /// At least one item is taken, even if it is larger. Items from before and after a change of the device's clock
    /// are never in the same request.
    /// - Returns: `nil` if no item may be sent now.
    func lease(limit: Int, bytes: Int) throws(MarqueeError) -> OutboxBatch? {
        let lease = store.nextLease()
        do throws(MarqueeError) {
            return try write { ledger, database in
                // A transaction in a damaged file runs again in its replacement.
                leases.withLock { $0.end(lease) }
                let passed = try store.passed(&ledger, database)
                try enforceLimits(&ledger, passed: passed, database)
                guard let batch = try batch(limit, bytes, lease, passed: passed, database) else { return nil }
                leases.withLock { $0.begin(lease, batch.items) }
                try storeLease(ofExpired: batch, database)
                return batch
            }
        } catch {
            leases.withLock { $0.end(lease) }
            throw error
        }
    }

    /// Whether an item between two numbers may be sent at an age of the outbox, unless a running request carries it.
    private var isDue: String {
        "number BETWEEN ? AND ? AND \(isUnsent) AND status != 3 AND notBefore <= ?"
    }

    private func batch(
        _ limit: Int, _ bytes: Int, _ lease: Int64, passed: Int64, _ database: Database
    ) throws -> OutboxBatch? {
        var last = numbers.last
        var step = Duration.zero
        let running = leases.withLock { $0 }
        let oldest = try Int64.fetchCursor(
            database.cachedStatement(sql: "SELECT number FROM \(unsentItems) WHERE \(isDue) ORDER BY number"),
            arguments: [numbers.first, last, passed]
        ).first { !running.contains($0) }
        guard let oldest else { return nil }
        if let clock = try store.clockStep(numbers.lane, since: numbers.sequence(oldest), database) {
            (step, last) = (clock.step, min(last, numbers.number(clock.last)))
        }
        let statement = try database.cachedStatement(
            sql: "SELECT number, id, attempts, body FROM \(unsentItems) WHERE \(isDue) ORDER BY number")
        try statement.setArguments([oldest, last, passed])
        let items = try Self.items(statement.sqliteStatement, limit: max(1, limit), bytes: bytes, database) { number in
            !running.contains(number)
        }
        return items.isEmpty ? nil : OutboxBatch(items: items, lease: lease, clockStep: step)
    }

    /// Steps without GRDB, whose rows take as long here as SQLite itself.
    private static func items(
        _ statement: OpaquePointer, limit: Int, bytes: Int, _ database: Database, isFree: (Int64) -> Bool
    ) throws -> [OutboxBatch.Item] {
        defer { sqlite3_reset(statement) }
        var items: [(number: Int64, id: EventID, attempts: Int, end: Int)] = []
        // All bodies together, because memory of its own for each costs as much as reading it.
        var bodies = Data()
        bodies.reserveCapacity(min(bytes, limit * 512))
        func made() -> [OutboxBatch.Item] {
            var start = 0
            return items.map { item in
                defer { start = item.end }
                return .init(
                    number: item.number, id: item.id, body: bodies[start..<item.end], attempts: item.attempts)
            }
        }
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            let number = sqlite3_column_int64(statement, 0)
            guard isFree(number) else {
                code = sqlite3_step(statement)
                continue
            }
            let count = Int(sqlite3_column_bytes(statement, 3))
            guard let id = EventID(column: 1, of: statement) else { return made() }
            guard items.isEmpty || bodies.count + count <= bytes else { return made() }
            if let body = sqlite3_column_blob(statement, 3) {
                bodies.append(body.assumingMemoryBound(to: UInt8.self), count: count)
            }
            items.append((number, id, Int(sqlite3_column_int64(statement, 2)), bodies.count))
            guard items.count < limit else { return made() }
            code = sqlite3_step(statement)
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
        return made()
    }

    /// Makes items due that wait only because their receivers could not be reached.
    func networkReturned() throws(MarqueeError) {
        try write { _, database in
            try database.execute(
                sql: """
                    UPDATE item INDEXED BY itemLater SET notBefore = 0
                    WHERE notBefore != 0 AND number BETWEEN ? AND ? AND reason = ?
                    """,
                arguments: [numbers.first, numbers.last, Self.unreachable])
        }
    }

    /// How long the whole lane must wait before its next request.
    func wait() throws(MarqueeError) -> Duration {
        try store.read { database in
            let ledger = try OutboxLedger(numbers.lane, database)
            return .milliseconds(max(0, ledger.notBefore - store.age(ledger)))
        }
    }

    package func outlook() throws(MarqueeError) -> LaneOutlook {
        try store.read { database in
            let ledger = try OutboxLedger(numbers.lane, database)
            let age = store.age(ledger)
            let running = leases.withLock { $0 }
            let later = try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT COUNT(*), MIN(notBefore) FROM item INDEXED BY itemLater
                        WHERE notBefore != 0 AND number BETWEEN ? AND ? AND status IN (0, 4) AND notBefore > ?
                        """), arguments: [numbers.first, numbers.last, age])
            let hold = try ledger.unsent == 0 ? 0 : heldCount(database)
            let waiting = Int(ledger.unsent) - hold - running.count - (later?[0] ?? 0)
            let nextDue: Int64? = later?[1]
            return LaneOutlook(
                due: max(0, waiting), hasTried: try hasTried(age, running, database),
                nextDue: nextDue.map { .milliseconds($0 - age) },
                wait: .milliseconds(max(0, ledger.notBefore - age)))
        }
    }

    /// The number of items on hold. The lane of events has none.
    private func heldCount(_ database: Database) throws -> Int {
        guard numbers.lane != Self.events else { return 0 }
        return try Int.fetchOne(
            database.cachedStatement(
                sql: "SELECT COUNT(*) FROM \(Self.heldItems) AND number BETWEEN ? AND ?"),
            arguments: [numbers.first, numbers.last]) ?? 0
    }

    /// Whether an item may be sent now that an earlier request carried without success.
    private func hasTried(_ age: Int64, _ running: Leases, _ database: Database) throws -> Bool {
        try Int64.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT number FROM item INDEXED BY itemTried
                    WHERE attempts != 0 AND number BETWEEN ? AND ? AND status IN (0, 4) AND notBefore <= ?
                    """),
            arguments: [numbers.first, numbers.last, age]
        ).contains { !running.contains($0) }
    }
}

extension LaneStore {
    /// The items of the lane that are not settled, as a condition. In lanes other than that of events it is the condition
    /// of the index of ``unsentItems``.
    var isUnsent: String {
        numbers.lane == Self.events ? "status IN (0, 3, 4)" : "number < 0 AND status IN (0, 3, 4)"
    }

    /// The table, with the index that passes over settled items.
    var unsentItems: String { numbers.lane == Self.events ? "item" : "item INDEXED BY itemWaiting" }

    /// The items on hold of all lanes, with their index.
    static let heldItems = "item INDEXED BY itemHeld WHERE number < 0 AND status = 3"
}

extension EventID {
    /// Reads an id from the 16 bytes of a column.
    init?(column: Int32, of statement: OpaquePointer) {
        guard sqlite3_column_bytes(statement, column) == 16, let bytes = sqlite3_column_blob(statement, column) else {
            return nil
        }
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}
