package import Foundation
import GRDB
import GRDBSQLite
import MarqueeWire

/// How items come into a lane: accepted in memory, and committed with those of all other lanes.
extension LaneStore {
    /// Accepts an item at once, and stores it within 50 ms.
    ///
    /// Never waits. The item's bytes are made on the outbox's queue.
    /// - Returns: `false` if consent is refused, the outbox is closed, or too many items wait for the disk.
    @discardableResult
    package func track(_ item: NewItem) -> Bool {
        guard let writer else { return false }
        let (isAccepted, wakes) = writer.state.withLock { intake in
            (intake.add(item, to: self), intake.needsWake(urgent: false))
        }
        if wakes { writer.wake(urgent: false) }
        return isAccepted
    }

    /// Stores items and returns when they are on disk, all in one transaction.
    /// - Throws: ``MarqueeError``: `invalidState` if consent is refused or the outbox is closed, `storage` if the disk
    ///   cannot be written; none of the items is then stored. `invalidParameters` if an item is too large; the others
    ///   are stored.
    package func add(_ items: [NewItem]) async throws(MarqueeError) {
        guard let writer, !items.isEmpty else { return }
        let result = await withCheckedContinuation { (waiter: PendingEvent.Waiter) in
            if writer.state.withLock({ $0.add(items, to: self, waiter: waiter) }) {
                writer.schedule(urgent: true)
            } else {
                waiter.resume(returning: .failure(Self.refused))
            }
        }
        try result.get()
    }

    /// Replaces the bodies of items on hold, so that the items can be sent. Returns when this is on disk, all in one
    /// transaction.
    /// - Returns: for each item, `false` if it is no longer on hold.
    /// - Throws: ``MarqueeError``: `invalidState` if consent is refused or the outbox is closed, `storage` if the disk
    ///   cannot be written; no item is then changed.
    package func complete(_ completions: [Completion]) async throws(MarqueeError) -> [Bool] {
        guard let writer, !completions.isEmpty else { return completions.map { _ in false } }
        let result = await withCheckedContinuation { (waiter: PendingCompletions.Waiter) in
            let pending = PendingCompletions(items: completions, waiter: waiter)
            if writer.state.withLock({ $0.add(pending, to: self) }) {
                writer.schedule(urgent: true)
            } else {
                waiter.resume(returning: .failure(Self.refused))
            }
        }
        return try result.get()
    }

    /// Changes the bodies of all items on disk in one transaction, whatever their status. Bodies come shorter out of it; a
    /// request that is running has the old ones.
    /// - Parameters:
    ///   - texts: only bodies in which one of these texts occurs are changed.
    ///   - change: makes the new body.
    /// - Throws: ``MarqueeError``: `storage` or `invalidState`; no item is then changed.
    package func rewrite(containing texts: [Data], _ change: (Data) -> Data) throws(MarqueeError) {
        guard let writer, !texts.isEmpty else { return }
        // On the writer's queue, so that a running transaction ends before.
        try writer.run { () throws(MarqueeError) in
            try write { ledger, database in try rewrite(containing: texts, change, &ledger, database) }
        }
    }

    /// Counts items that were dropped before they were accepted.
    package func countLoss(_ count: Int, _ reason: OutboxCounts.DropReason) {
        guard let writer else { return }
        writer.state.withLock { $0.countLoss(count, reason, of: self) }
        writer.schedule(urgent: false)
    }

    private static let refused = MarqueeError(
        .invalidState, "the item cannot be stored: consent is refused or the outbox is closed")
}

extension LaneStore {
    /// Stores what the lane has in memory, in a running transaction.
    /// - Parameter age: the outbox's age, which one ledger of the transaction has advanced already.
    func store(_ queue: LaneQueue, age: (passed: Int64, wall: Int64), _ database: Database) throws -> LaneQueue.Stored {
        var ledger = try OutboxLedger(numbers.lane, database)
        ledger.age = age
        for (reason, count) in queue.lost { ledger.drop(count, reason) }
        var stored = LaneQueue.Stored()
        if !queue.items.isEmpty { stored.sequences = try insert(queue.items, &ledger, database) }
        for completions in queue.completions {
            stored.completed.append(try complete(completions.items, &ledger, database))
        }
        try enforceLimits(&ledger, passed: age.passed, database)
        try ledger.save(database)
        return stored
    }

    private func insert(
        _ items: [PendingItem], _ ledger: inout OutboxLedger, _ database: Database
    ) throws -> [Int64?] {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO item (number, id, status, stored, body, expires) VALUES (?1, ?2, ?5, ?3, ?4, ?6)")
        var body: [UInt8] = []
        body.reserveCapacity(1_024)
        // The ledger is a table of names, so that it is asked once for all items.
        let (first, passed) = (ledger.lastSequence, ledger.age.passed)
        var (last, bytes) = (first, 0)
        var sequences: [Int64?] = []
        sequences.reserveCapacity(items.count)
        for item in items.map(\.item) {
            body.removeAll(keepingCapacity: true)
            let sequence = last + 1
            item.encode(sequence, &body)
            guard body.count <= largestBody else {
                sequences.append(nil)
                ledger.drop(1, .invalid)
                continue
            }
            let status: OutboxStatus = item.isOnHold ? .hold : .notPosted
            sqlite3_bind_int64(statement.sqliteStatement, 5, Int64(status.rawValue))
            if let lifetime = item.lifetime {
                sqlite3_bind_int64(statement.sqliteStatement, 6, passed + lifetime.milliseconds)
            }
            try Self.insert(numbers.number(sequence), item.id, passed, body, statement.sqliteStatement, database)
            last = sequence
            bytes += body.count
            sequences.append(sequence)
        }
        ledger.lastSequence = last
        ledger.leave(-Int(last - first), bytes: Int64(-bytes))
        return sequences
    }

    private func rewrite(
        containing texts: [Data], _ change: (Data) -> Data, _ ledger: inout OutboxLedger, _ database: Database
    ) throws {
        let condition = texts.map { _ in "instr(body, ?) > 0" }.joined(separator: " OR ")
        let found = try Int64.fetchAll(
            database, sql: "SELECT number FROM item WHERE number BETWEEN ? AND ? AND (\(condition))",
            arguments: [numbers.first, numbers.last] + StatementArguments(texts))
        let select = try database.cachedStatement(sql: "SELECT body, status FROM item WHERE number = ?")
        let update = try database.cachedStatement(sql: "UPDATE item SET body = ? WHERE number = ?")
        for number in found {
            guard let row = try Row.fetchOne(select, arguments: [number]) else { continue }
            let (old, status): (Data, Int) = (row[0], row[1])
            let new = change(old)
            try update.execute(arguments: [new, number])
            // The answer to a running request takes the old size off.
            let isCarried = leases.withLock { $0.contains(number) }
            if !isCarried, [0, 3, 4].contains(status) { ledger.unsentBytes += Int64(new.count - old.count) }
        }
    }

    /// The number of the lane's items in memory.
    package var inMemory: Int {
        writer?.state.withLock { $0.count(of: self) } ?? 0
    }

    /// The sequence numbers of items on hold behind a number, oldest first.
    package func heldSequences(after sequence: Int64, limit: Int) throws(MarqueeError) -> [Int64] {
        try store.read { database in
            try Int64.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT number FROM \(Self.heldItems) AND number > ? AND number <= ? ORDER BY number LIMIT ?
                        """),
                arguments: [numbers.number(sequence), numbers.last, max(0, limit)]
            ).map(numbers.sequence)
        }
    }
}
