import Foundation
import GRDB
import MarqueeWire

extension LaneStore {
    /// Binds the oldest items that may be sent now to one request: at most `limit` items with at most `bytes` encoded
    /// bytes.
    ///
    /// At least one item is taken, even if it is larger. Events from before and after a change of the device's clock
    /// are never in the same request.
    /// - Returns: `nil` if no item may be sent now.
    func lease(limit: Int, bytes: Int) throws(MarqueeError) -> OutboxBatch? {
        let lease = store.nextLease()
        return try write { ledger, database in
            let passed = try store.tick(&ledger, database)
            try enforceLimits(&ledger, passed: passed, database)
            guard let batch = try batch(limit, bytes, lease, passed: passed, database) else { return nil }
            let statement = try database.cachedStatement(sql: "UPDATE item SET lease = ?, status = 0 WHERE number = ?")
            for item in batch.items { try statement.execute(arguments: [lease, item.number]) }
            return batch
        }
    }

    private func batch(
        _ limit: Int, _ bytes: Int, _ lease: Int64, passed: Int64, _ database: Database
    ) throws -> OutboxBatch? {
        let condition = "number BETWEEN ? AND ? AND status IN (0, 4) AND lease = 0 AND notBefore <= ?"
        var last = numbers.last
        var step = Duration.zero
        if numbers.lane == Self.events {
            let oldest = try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT number FROM item WHERE \(condition) ORDER BY number LIMIT 1"),
                arguments: [numbers.first, last, passed])
            guard let oldest else { return nil }
            if let clock = try store.clockStep(since: oldest, database) { (step, last) = clock }
        }
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: "SELECT number, id, body, attempts FROM item WHERE \(condition) ORDER BY number LIMIT ?"),
            arguments: [numbers.first, last, passed, max(1, limit)])
        var items: [OutboxBatch.Item] = []
        var size = 0
        while let row = try rows.next() {
            let body: Data = row[2]
            guard let id = EventID(bytes: row[1]), items.isEmpty || size + body.count <= bytes else { break }
            items.append(.init(number: row[0], id: id, body: body, attempts: row[3]))
            size += body.count
        }
        return items.isEmpty ? nil : OutboxBatch(items: items, lease: lease, clockStep: step)
    }

    /// Stores the verdicts for the items of a request.
    ///
    /// In the lane of events, earlier losses are reported if the server accepted at least one event.
    /// - Parameter unreachableWait: how long an item waits if its receiver could not be reached.
    func settle(
        _ batch: OutboxBatch, _ verdicts: [ItemVerdict], unreachableWait: Duration = .zero
    ) throws(MarqueeError) {
        try write { ledger, database in
            let passed = try store.tick(&ledger, database)
            ledger.failures = 0
            ledger.notBefore = 0
            for (item, verdict) in zip(batch.items, verdicts) {
                let settled = Settlement(item, in: batch)
                switch verdict {
                case .posted: try post(settled, &ledger, database)
                case .refused(let reason): try fail(settled, reason, &ledger, database)
                case .again(let reason, let askedFor):
                    try attempt(settled, reason, passed: passed, askedFor: askedFor, &ledger, database)
                case .unreachable:
                    let notBefore = passed + unreachableWait.milliseconds
                    try free(settled, notBefore: notBefore, Self.unreachable, database)
                }
            }
            if verdicts.contains(where: { $0 != .posted }) { try trimAside(database) }
            if numbers.lane == Self.events, verdicts.contains(.posted) { try reportLosses(&ledger, database) }
        }
    }

    /// Ends a request that does not count as an attempt: its items wait again.
    func release(_ batch: OutboxBatch) throws(MarqueeError) {
        try write { _, database in
            try database.execute(
                sql: "UPDATE item INDEXED BY itemInFlight SET lease = 0 WHERE lease != 0 AND lease = ?",
                arguments: [batch.lease])
        }
    }

    /// Ends a request after a temporary failure: the whole lane waits.
    /// - Parameter isAttempt: whether the request counts as an attempt for each of its items.
    /// - Returns: how long the lane waits.
    func postpone(
        _ batch: OutboxBatch, _ reason: String, askedFor: Duration?, isAttempt: Bool = true
    ) throws(MarqueeError) -> Duration {
        try write { ledger, database in
            let passed = try store.tick(&ledger, database)
            var random = RandomSource(store.environment)
            ledger.failures += 1
            let wait = retry.delay(afterFailures: ledger.failures, askedFor: askedFor, using: &random)
            ledger.notBefore = passed + wait.milliseconds
            for item in batch.items {
                let settled = Settlement(item, in: batch)
                if !isAttempt {
                    try free(settled, notBefore: 0, reason, database)
                } else if retry.isExhausted(item.attempts + 1) {
                    try fail(settled, reason, &ledger, database)
                } else {
                    try countAttempt(settled, notBefore: 0, reason, database)
                }
            }
            try trimAside(database)
            return wait
        }
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

    func outlook() throws(MarqueeError) -> LaneOutlook {
        try store.read { database in
            let ledger = try OutboxLedger(numbers.lane, database)
            let age = store.age(ledger)
            let inFlight = try Int.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT COUNT(*) FROM item INDEXED BY itemInFlight
                        WHERE lease != 0 AND number BETWEEN ? AND ?
                        """), arguments: [numbers.first, numbers.last])
            let later = try Row.fetchOne(
                database.cachedStatement(
                    sql: """
                        SELECT COUNT(*), MIN(notBefore) FROM item INDEXED BY itemLater
                        WHERE notBefore != 0 AND number BETWEEN ? AND ? AND status IN (0, 4) AND lease = 0
                            AND notBefore > ?
                        """), arguments: [numbers.first, numbers.last, age])
            let hold = try ledger.unsent == 0 ? 0 : countsAside(database)[.hold] ?? 0
            let waiting = Int(ledger.unsent) - hold - (inFlight ?? 0) - (later?[0] ?? 0)
            let nextDue: Int64? = later?[1]
            return LaneOutlook(
                due: max(0, waiting), nextDue: nextDue.map { .milliseconds($0 - age) },
                wait: .milliseconds(max(0, ledger.notBefore - age)))
        }
    }
}

extension LaneStore {
    private static let unreachable = "the network could not be reached"

    /// An item, and the lease that it must still have when its verdict is stored.
    private struct Settlement {
        let item: OutboxBatch.Item
        let lease: Int64

        init(_ item: OutboxBatch.Item, in batch: OutboxBatch) {
            self.item = item
            lease = batch.lease
        }
    }

    private func post(_ settled: Settlement, _ ledger: inout OutboxLedger, _ database: Database) throws {
        let sql =
            keepsSettled == nil
            ? "DELETE FROM item WHERE number = ? AND lease = ?"
            : "UPDATE item SET status = 1, lease = 0, notBefore = 0, expires = NULL WHERE number = ? AND lease = ?"
        try database.cachedStatement(sql: sql).execute(arguments: [settled.item.number, settled.lease])
        ledger.posted += Int64(database.changesCount)
        leave(settled, database, &ledger)
    }

    private func fail(
        _ settled: Settlement, _ reason: String, _ ledger: inout OutboxLedger, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                UPDATE item SET status = 2, lease = 0, notBefore = 0, expires = NULL, attempts = ?, reason = ?
                WHERE number = ? AND lease = ?
                """
        ).execute(arguments: [
            settled.item.attempts + 1, String(reason.prefix(500)), settled.item.number, settled.lease,
        ])
        leave(settled, database, &ledger)
    }

    private func attempt(
        _ settled: Settlement, _ reason: String, passed: Int64, askedFor: Duration?, _ ledger: inout OutboxLedger,
        _ database: Database
    ) throws {
        let attempts = settled.item.attempts + 1
        guard !retry.isExhausted(attempts) else { return try fail(settled, reason, &ledger, database) }
        var random = RandomSource(store.environment)
        let wait = retry.delay(afterFailures: attempts, askedFor: askedFor, using: &random)
        try countAttempt(settled, notBefore: passed + wait.milliseconds, reason, database)
    }

    private func countAttempt(
        _ settled: Settlement, notBefore: Int64, _ reason: String, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                UPDATE item SET lease = 0, attempts = attempts + 1, notBefore = ?, reason = ?
                WHERE number = ? AND lease = ?
                """
        ).execute(arguments: [notBefore, String(reason.prefix(500)), settled.item.number, settled.lease])
    }

    private func free(_ settled: Settlement, notBefore: Int64, _ reason: String, _ database: Database) throws {
        try database.cachedStatement(
            sql: "UPDATE item SET lease = 0, notBefore = ?, reason = ? WHERE number = ? AND lease = ?"
        ).execute(arguments: [notBefore, reason, settled.item.number, settled.lease])
    }

    private func leave(_ settled: Settlement, _ database: Database, _ ledger: inout OutboxLedger) {
        let count = database.changesCount
        ledger.leave(count, bytes: Int64(count * settled.item.body.count))
    }
}
