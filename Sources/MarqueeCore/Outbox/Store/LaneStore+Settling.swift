import Foundation
import GRDB
import MarqueeWire

/// How requests end for their items.
extension LaneStore {
    static let unreachable = "the network could not be reached"

    /// Stores the verdicts for the items of a request.
    ///
    /// In the lane of events, earlier losses are reported if the server accepted at least one event.
    /// - Parameters:
    ///   - wasSent: whether a request left the device. Otherwise, items that wait again keep their status.
    ///   - unreachableWait: how long an item waits if its receiver could not be reached.
    ///   - endsTrouble: whether the failures before count no longer, because the receiver answered for each item.
    func settle(
        _ batch: OutboxBatch, _ verdicts: [ItemVerdict], wasSent: Bool = true, unreachableWait: Duration = .zero,
        endsTrouble: Bool = true
    ) throws(MarqueeError) {
        try write { ledger, database in
            let passed = try store.tick(&ledger, database)
            if endsTrouble { ledger.failures = 0 }
            ledger.notBefore = 0
            let postedBefore = ledger.posted
            for (settled, verdict) in try settlements(batch, verdicts, database) {
                switch verdict {
                case .posted: try post(settled, &ledger, database)
                case .refused(let reason): try fail(settled, reason, &ledger, database)
                case .again(let reason, let askedFor):
                    try attempt(settled, reason, passed: passed, askedFor: askedFor, &ledger, database)
                case .undecided:
                    let reason = "another item of the batch was refused"
                    try free(settled, wasSent: wasSent, notBefore: 0, reason, database)
                case .unreachable:
                    let notBefore = passed + unreachableWait.milliseconds
                    try free(settled, wasSent: wasSent, notBefore: notBefore, Self.unreachable, database)
                }
            }
            let isTrimDue = keepsSettled != nil && postedBefore / Self.trimStep != ledger.posted / Self.trimStep
            if isTrimDue || verdicts.contains(where: { $0 != .posted }) { try trimAside(&ledger, database) }
            if numbers.lane == Self.events, verdicts.contains(.posted) { try reportLosses(&ledger, database) }
            endLease(of: batch, database)
        }
    }

    /// Ends a request that does not count as an attempt: its items wait again.
    /// - Parameter wasSent: whether a request left the device. Otherwise, the items keep their status.
    func release(_ batch: OutboxBatch, wasSent: Bool = true) throws(MarqueeError) {
        try write { _, database in
            // Most leases are in memory only. Then no row has changed since the request began.
            if leases.withLock({ $0.isOnDisk(batch.lease) }) {
                try database.cachedStatement(
                    sql: """
                        UPDATE item INDEXED BY itemInFlight SET lease = 0, \(Self.status(wasSent))
                        WHERE lease != 0 AND lease = ?
                        """
                ).execute(arguments: [batch.lease])
            }
            leases.withLock { $0.end(batch.lease) }
        }
    }

    /// Ends a request after a temporary failure: the whole lane waits.
    /// - Parameters:
    ///   - isAttempt: whether the request counts as an attempt for each of its items.
    ///   - wasSent: whether a request left the device. Otherwise, items that wait again keep their status.
    /// - Returns: how long the lane waits.
    func postpone(
        _ batch: OutboxBatch, _ reason: String, askedFor: Duration?, isAttempt: Bool = true, wasSent: Bool = true
    ) throws(MarqueeError) -> Duration {
        try write { ledger, database in
            let passed = try store.tick(&ledger, database)
            var random = RandomSource(store.environment)
            ledger.failures += 1
            let wait = retry.delay(afterFailures: ledger.failures, askedFor: askedFor, using: &random)
            ledger.notBefore = passed + wait.milliseconds
            let isLast = batch.items.map { isAttempt && retry.isExhausted($0.attempts + 1) }
            for (settled, isLast) in try settlements(batch, isLast, database) {
                if isLast {
                    try fail(settled, reason, &ledger, database)
                } else if isAttempt {
                    try countAttempt(settled, wasSent: wasSent, notBefore: 0, reason, database)
                } else {
                    try free(settled, wasSent: wasSent, notBefore: 0, reason, database)
                }
            }
            try trimAside(&ledger, database)
            endLease(of: batch, database)
            return wait
        }
    }
}

extension LaneStore {
    /// Neighbouring items of a batch that end alike.
    private struct Settlement {
        let items: ArraySlice<OutboxBatch.Item>

        /// The bounds of the items' numbers, for ``LaneStore/isSettled``.
        var arguments: StatementArguments { [items.first?.number, items.last?.number] }
    }

    /// The items of one ``Settlement``, whose numbers have no gap.
    private static let isSettled = "number BETWEEN ? AND ? AND status IN (0, 4)"

    /// Joins neighbouring items with equal ends, so that one statement stores the end of all of them. Only items that are
    /// still the ones that the request carries are settled, and none after the lease has ended.
    private func settlements<End: Equatable>(
        _ batch: OutboxBatch, _ ends: [End], _ database: Database
    ) throws -> [(Settlement, End)] {
        guard leases.withLock({ $0.isRunning(batch.lease) }) else { return [] }
        var settlements: [(Settlement, End)] = []
        let count = min(batch.items.count, ends.count)
        var first = 0
        for index in 0..<count {
            let next = index + 1
            if next < count, ends[next] == ends[index], batch.items[next].number == batch.items[index].number + 1 {
                continue
            }
            let run = batch.items[first...index]
            try clearLeases(run, database)
            settlements += try present(run, database).map { (Settlement(items: $0), ends[index]) }
            first = next
        }
        return settlements
    }

    /// The run itself if all of its items are on disk, otherwise each item that is.
    private func present(
        _ run: ArraySlice<OutboxBatch.Item>, _ database: Database
    ) throws -> [ArraySlice<OutboxBatch.Item>] {
        let count = try Int.fetchOne(
            database.cachedStatement(
                sql: "SELECT COUNT(*) FROM \(unsentItems) WHERE number BETWEEN ? AND ? AND \(isUnsent)"),
            arguments: [run.first?.number, run.last?.number])
        if count == run.count, let item = run.first, try isPresent(item, database) { return [run] }
        return try run.indices.filter { try isPresent(run[$0], database) }.map { run[$0...$0] }
    }

    /// Whether an item is on disk. A file that replaced a damaged one may have another item with its number.
    private func isPresent(_ item: OutboxBatch.Item, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT id = ? FROM item WHERE number = ? AND status IN (0, 4)"),
            arguments: [Data(item.id.bytes), item.number]) ?? false
    }

    /// Ends a lease when the running transaction is on disk, before the next transaction.
    private func endLease(of batch: OutboxBatch, _ database: Database) {
        database.afterNextTransaction(onCommit: { [leases] _ in leases.withLock { $0.end(batch.lease) } })
    }

    /// The status of an item that waits again (ENG-192): an item that no request carried was not in flight.
    private static func status(_ wasSent: Bool) -> String { wasSent ? "status = 0" : "status = status" }

    private func post(_ settled: Settlement, _ ledger: inout OutboxLedger, _ database: Database) throws {
        // Items that wait are newer. When there are that many, these would be deleted before the last of them is sent.
        let isKept = keepsSettled != nil && ledger.unsent - Int64(settled.items.count) < Self.keptSettled
        if isKept {
            try keep(settled, database)
        } else {
            try database.cachedStatement(sql: "DELETE FROM item WHERE \(Self.isSettled)").execute(
                arguments: settled.arguments)
        }
        ledger.posted += Int64(database.changesCount)
        if isKept { ledger.settled += database.changesCount }
        leave(settled, database, &ledger)
    }

    /// Marks items as posted. A row whose size does not change is not written again as a whole, so the columns that only
    /// few items use are cleared by statements of their own.
    private func keep(_ settled: Settlement, _ database: Database) throws {
        for sql in [
            "UPDATE item INDEXED BY itemLater SET notBefore = 0 WHERE notBefore != 0 AND \(Self.isSettled)",
            "UPDATE item INDEXED BY itemExpiring SET expires = NULL WHERE expires IS NOT NULL AND \(Self.isSettled)",
            "UPDATE item SET status = 1 WHERE \(Self.isSettled)",
        ] {
            try database.cachedStatement(sql: sql).execute(arguments: settled.arguments)
        }
    }

    private func fail(
        _ settled: Settlement, _ reason: String, _ ledger: inout OutboxLedger, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                UPDATE item SET status = 2, notBefore = 0, expires = NULL, attempts = attempts + 1, reason = ?
                WHERE \(Self.isSettled)
                """
        ).execute(arguments: [String(reason.prefix(500))] + settled.arguments)
        if keepsSettled != nil { ledger.settled += database.changesCount }
        ledger.drop(database.changesCount, .failed)
        leave(settled, database, &ledger)
    }

    /// Counts an attempt for each item; the items wait for the same time.
    private func attempt(
        _ settled: Settlement, _ reason: String, passed: Int64, askedFor: Duration?, _ ledger: inout OutboxLedger,
        _ database: Database
    ) throws {
        for index in settled.items.indices {
            let one = Settlement(items: settled.items[index...index])
            let attempts = settled.items[index].attempts + 1
            if retry.isExhausted(attempts) {
                try fail(one, reason, &ledger, database)
            } else {
                var random = RandomSource(store.environment)
                let wait = retry.delay(afterFailures: attempts, askedFor: askedFor, using: &random)
                try countAttempt(one, notBefore: passed + wait.milliseconds, reason, database)
            }
        }
    }

    private func countAttempt(
        _ settled: Settlement, wasSent: Bool = true, notBefore: Int64, _ reason: String, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                UPDATE item SET \(Self.status(wasSent)), attempts = attempts + 1, notBefore = ?, reason = ?
                WHERE \(Self.isSettled)
                """
        ).execute(arguments: [notBefore, String(reason.prefix(500))] + settled.arguments)
    }

    private func free(
        _ settled: Settlement, wasSent: Bool, notBefore: Int64, _ reason: String, _ database: Database
    ) throws {
        try database.cachedStatement(
            sql: """
                UPDATE item SET \(Self.status(wasSent)), notBefore = ?, reason = ? WHERE \(Self.isSettled)
                """
        ).execute(arguments: [notBefore, reason] + settled.arguments)
    }

    /// Takes settled items off the counts.
    private func leave(_ settled: Settlement, _ database: Database, _ ledger: inout OutboxLedger) {
        guard database.changesCount > 0 else { return }
        ledger.leave(settled.items.count, bytes: Int64(settled.items.reduce(0) { $0 + $1.body.count }))
    }
}
