package import Foundation
import GRDB
package import MarqueeWire

/// One lane's items on disk.
///
/// Every method is one transaction and may be called from any thread. An item's status changes only as ENG-192 lists:
/// what a call would change otherwise stays as it is.
package final class LaneStore: Sendable {
    /// The number of the lane of events; the only one that is the same in every file.
    static let events: Int64 = 0
    /// How many items that are not sent any more are kept for inspection: failed and aged ones.
    static let keptAside = 1_000

    let store: OutboxStore
    let numbers: LaneNumbers
    let limits: OutboxLimits
    let keepsSettled: Duration?
    let retry: RetryPolicy
    let purpose: Consent.Purpose
    private let writer: LaneWriter
    private let observer = Locked<(@Sendable () -> Void)?>(nil)

    init(_ name: String, _ rules: LaneRules, in store: OutboxStore, writer: LaneWriter) throws(MarqueeError) {
        self.store = store
        self.writer = writer
        numbers = LaneNumbers(lane: try store.number(of: name))
        limits = rules.limits
        keepsSettled = rules.keepsSettled
        retry = rules.retry
        purpose = rules.purpose
        if let keepsSettled { try purgeSettled(olderThan: keepsSettled) }
    }

    /// Stores items and returns once they are on disk.
    /// - Throws: ``MarqueeError``: `invalidState` when consent is refused or the outbox is closed, `storage`
    ///   when the disk does not take them; none of them is stored then.
    package func add(_ items: [NewItem]) async throws(MarqueeError) {
        try await writer.run { () throws(MarqueeError) in try self.insert(items) }
        changed()
    }

    /// Replaces the body of an item on hold and lets it be sent.
    /// - Parameter isLate: its values were not completed in time; it becomes `expired` instead of `notPosted`.
    /// - Returns: whether there is such an item, and it was on hold.
    package func complete(_ id: EventID, body: Data, isLate: Bool = false) throws(MarqueeError) -> Bool {
        let status = isLate ? OutboxStatus.expired : .notPosted
        let isCompleted = try write { ledger, database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT number, length(body) FROM item INDEXED BY itemAside
                    WHERE status != 0 AND status = 3 AND number BETWEEN ? AND ? AND id = ?
                    """,
                arguments: [numbers.first, numbers.last, Data(id.bytes)])
            guard let row else { return false }
            try database.execute(
                sql: "UPDATE item SET status = ?, body = ? WHERE number = ?",
                arguments: [status.rawValue, body, row[0] as Int64])
            ledger.unsentBytes += Int64(body.count) - (row[1] as Int64)
            return true
        }
        if isCompleted { changed() }
        return isCompleted
    }

    package func counts() throws(MarqueeError) -> OutboxCounts {
        try store.read { database in
            var counts = try OutboxLedger(numbers.lane, database).counts
            for (status, count) in try self.countsAside(database) {
                switch status {
                case .failed: counts.failed = count
                case .hold: counts.hold = count
                case .expired: counts.expired = count
                case .aged: counts.aged = count
                case .notPosted, .posted: break
                }
            }
            counts.notPosted = max(0, counts.notPosted - counts.hold - counts.expired)
            return counts
        }
    }

    /// Items of one status, oldest first.
    package func stored(_ status: OutboxStatus, limit: Int) throws(MarqueeError) -> [StoredEvent] {
        try store.read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT number, id, status, body, attempts, reason FROM item
                    WHERE number BETWEEN ? AND ? AND status = ? ORDER BY number LIMIT ?
                    """,
                arguments: [numbers.first, numbers.last, status.rawValue, max(0, limit)])
            return rows.compactMap(self.item)
        }
    }

    /// The item with this id, whatever its status.
    package func find(_ id: EventID) throws(MarqueeError) -> StoredEvent? {
        try store.read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT number, id, status, body, attempts, reason FROM item
                    WHERE number BETWEEN ? AND ? AND id = ?
                    """,
                arguments: [numbers.first, numbers.last, Data(id.bytes)])
            return row.flatMap(self.item)
        }
    }

    /// Deletes every item of the lane, also those in flight, without counting them as lost.
    package func deleteAll() throws(MarqueeError) {
        try write { ledger, database in
            try database.execute(
                sql: "DELETE FROM item WHERE number BETWEEN ? AND ?", arguments: [numbers.first, numbers.last])
            ledger.unsent = 0
            ledger.unsentBytes = 0
        }
    }
}

extension LaneStore {
    /// Calls `observer` after each change that may have left something to send.
    func observe(_ observer: @escaping @Sendable () -> Void) { self.observer.withLock { $0 = observer } }

    func changed() { observer.withLock { $0 }?() }

    func write<Value>(_ body: (inout OutboxLedger, Database) throws -> Value) throws(MarqueeError) -> Value {
        try store.write { database in
            var ledger = try OutboxLedger(numbers.lane, database)
            let value = try body(&ledger, database)
            try ledger.save(database)
            return value
        }
    }

    private func insert(_ items: [NewItem]) throws(MarqueeError) {
        try write { ledger, database in
            try store.environment.reached(.outboxCommitting)
            let passed = try store.tick(&ledger, database)
            let statement = try database.cachedStatement(
                sql: "INSERT INTO item (number, id, status, stored, body, expires) VALUES (?, ?, ?, ?, ?, ?)")
            for item in items {
                ledger.lastSequence += 1
                ledger.leave(-1, bytes: Int64(-item.body.count))
                try statement.execute(arguments: [
                    numbers.number(ledger.lastSequence), Data(item.id.bytes),
                    (item.isOnHold ? OutboxStatus.hold : .notPosted).rawValue, passed, item.body,
                    item.lifetime.map { passed + $0.milliseconds },
                ])
            }
            try enforceLimits(&ledger, passed: passed, database)
        }
    }

    /// How many items have each status other than `notPosted`.
    func countsAside(_ database: Database) throws -> [OutboxStatus: Int] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT status, COUNT(*) FROM item INDEXED BY itemAside
                WHERE status != 0 AND number BETWEEN ? AND ? GROUP BY status
                """)
        var counts: [OutboxStatus: Int] = [:]
        for row in try Row.fetchAll(statement, arguments: [numbers.first, numbers.last]) {
            if let status = OutboxStatus(rawValue: row[0]) { counts[status] = row[1] }
        }
        return counts
    }

    private func item(_ row: Row) -> StoredEvent? {
        guard let id = EventID(bytes: row[1]), let status = OutboxStatus(rawValue: row[2]) else { return nil }
        return StoredEvent(
            sequence: numbers.sequence(row[0]), id: id, status: status, body: row[3], attempts: row[4], reason: row[5])
    }
}
