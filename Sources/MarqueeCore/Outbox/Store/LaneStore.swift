import Foundation
import GRDB
package import MarqueeWire

/// The items of one lane on disk.
///
/// Every method is one transaction and may be called from any thread. An item's status changes only as ENG-192 lists; a
/// call that would cause another change does nothing.
package final class LaneStore: Sendable {
    /// The number of the lane of events. Only this lane has the same number in every file.
    static let events: Int64 = 0
    /// The maximum number of failed and aged items that are kept for inspection.
    static let keptAside = 1_000

    /// The number of settled items above which a lane that keeps them for a time deletes the oldest.
    static let keptSettled = 10_000
    /// After how many posted items a lane looks whether it keeps too many.
    static let trimStep: Int64 = 500

    let store: OutboxStore
    let numbers: LaneNumbers
    let limits: OutboxLimits
    let keepsSettled: Duration?
    let retry: RetryPolicy
    let purpose: Consent.Purpose
    /// The maximum number of bytes of an item that comes in; a completed item may have as many.
    package let largestBody: Int
    /// `nil` for the lane of events, whose events the outbox itself takes.
    let writer: OutboxWriter?
    /// The items of running requests.
    let leases = Locked(Leases())
    private let observers = Locked(Observers())

    private struct Observers {
        var changed: (@Sendable () -> Void)?
        var heldMore: (@Sendable () -> Void)?
        var storingFailed: (@Sendable () -> Void)?
    }

    init(_ name: String, _ rules: LaneRules, in store: OutboxStore, writer: OutboxWriter? = nil) throws(MarqueeError) {
        self.store = store
        self.writer = writer
        numbers = LaneNumbers(lane: try store.number(of: name))
        limits = rules.limits
        keepsSettled = rules.keepsSettled
        retry = rules.retry
        purpose = rules.purpose
        largestBody = rules.itemBytes
        if let keepsSettled { try purgeSettled(olderThan: keepsSettled) }
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

    /// How often the outbox's file was damaged and replaced in this process. After each time, the lane is empty and its
    /// sequence numbers start at 1 again.
    package var replacements: Int { store.replacements }

    /// The items with one status, oldest first.
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

    /// The item with this id and any status.
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

    /// Deletes every item of the lane, including items of running requests; they are not counted as lost.
    package func deleteAll() throws(MarqueeError) {
        try write { ledger, database in
            try database.execute(
                sql: "DELETE FROM item WHERE number BETWEEN ? AND ?", arguments: [numbers.first, numbers.last])
            ledger.unsent = 0
            ledger.unsentBytes = 0
            ledger.settled = 0
        }
        forgetLeases()
    }

    /// The answers of running requests change nothing from now on.
    func forgetLeases() { leases.withLock { $0.endAll() } }
}

extension LaneStore {
    /// Calls `observer` after each change that may add an item to send.
    func observe(_ observer: @escaping @Sendable () -> Void) { observers.withLock { $0.changed = observer } }

    /// Calls `observer` after items on hold were stored.
    package func observeHeld(_ observer: @escaping @Sendable () -> Void) {
        observers.withLock { $0.heldMore = observer }
    }

    /// Calls `observer` after items in memory could not be stored.
    func observeFailures(_ observer: @escaping @Sendable () -> Void) {
        observers.withLock { $0.storingFailed = observer }
    }

    func changed() { observers.withLock { $0.changed }?() }

    func heldMore() { observers.withLock { $0.heldMore }?() }

    func storingFailed() { observers.withLock { $0.storingFailed }?() }

    func write<Value>(_ body: (inout OutboxLedger, Database) throws -> Value) throws(MarqueeError) -> Value {
        try store.write { database in
            var ledger = try OutboxLedger(numbers.lane, database)
            let value = try body(&ledger, database)
            try ledger.save(database)
            return value
        }
    }

    /// The number of items for each status other than `notPosted`.
    func countsAside(_ database: Database) throws -> [OutboxStatus: Int] {
        let statuses = OutboxStatus.allCases.filter { $0 != .notPosted }
        // Sums need no sorting, as groups do.
        let sums = statuses.map { "TOTAL(status = \($0.rawValue))" }.joined(separator: ", ")
        let statement = try database.cachedStatement(
            sql: "SELECT \(sums) FROM item INDEXED BY itemAside WHERE status != 0 AND number BETWEEN ? AND ?")
        guard let row = try Row.fetchOne(statement, arguments: [numbers.first, numbers.last]) else { return [:] }
        return Dictionary(uniqueKeysWithValues: zip(statuses, statuses.indices.map { Int(row[$0] as Double) }))
    }

    func item(_ row: Row) -> StoredEvent? {
        guard let id = EventID(bytes: row[1]), let status = OutboxStatus(rawValue: row[2]) else { return nil }
        return StoredEvent(
            sequence: numbers.sequence(row[0]), id: id, status: status, body: row[3], attempts: row[4], reason: row[5])
    }
}
