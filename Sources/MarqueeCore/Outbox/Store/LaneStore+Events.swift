import GRDB
import GRDBSQLite
import MarqueeWire

/// The lane of events. Event bodies are encoded during the transaction, because only then is the sequence number known.
extension LaneStore {
    /// What a transaction made of accepted events and items.
    struct Commit: Sendable {
        /// The sequence number of each event; `nil` for an event that exceeds the maximum size.
        let events: [Int64?]
        let queues: [LaneQueue.Stored]
    }

    /// Stores events in the given order, and what other lanes have in memory, in one transaction.
    func commit(_ work: OutboxIntake.Work) throws(MarqueeError) -> Commit {
        try write { ledger, database in
            try store.environment.reached(.outboxCommitting)
            for (reason, count) in work.lost { ledger.drop(count, reason) }
            let passed = try store.tick(&ledger, database)
            let sequences = try Self.insert(work.events, passed: passed, &ledger, database)
            try enforceLimits(&ledger, passed: passed, database)
            let age = ledger.age
            let queues = try work.queues.map { try $0.lane.store($0, age: age, database) }
            return Commit(events: sequences, queues: queues)
        }
    }

    /// Stores one event for each loss, in any lane, that is not yet reported to the server.
    func reportLosses(_ ledger: inout OutboxLedger, _ database: Database) throws {
        let time = store.environment.now()
        var random = RandomSource(store.environment)
        var reports: [PendingEvent] = []
        func report(_ losses: [(reason: OutboxCounts.DropReason, count: Int64)], lane: String?) {
            for (reason, count) in losses {
                var properties: [String: Event.Value] = ["count": .integer(count), "reason": .text(reason.rawValue)]
                if let lane { properties["lane"] = .text(lane) }
                reports.append(
                    PendingEvent(
                        id: EventID(time: time, using: &random), name: EventName.eventsDropped, time: time, user: nil,
                        session: nil, properties: properties))
            }
        }
        report(ledger.reportedLosses(), lane: nil)
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT number, lane.name FROM lane JOIN ledger ON ledger.lane = number
                    WHERE ledger.name LIKE 'unreported.%' AND value > 0 AND number != ? GROUP BY number
                    """),
            arguments: [numbers.lane])
        for row in rows {
            var other = try OutboxLedger(row[0], database)
            report(other.reportedLosses(), lane: row[1])
            try other.save(database)
        }
        guard !reports.isEmpty else { return }
        _ = try Self.insert(reports, passed: ledger.age.passed, &ledger, database)
    }

    private static func insert(
        _ events: [PendingEvent], passed: Int64, _ ledger: inout OutboxLedger, _ database: Database
    ) throws -> [Int64?] {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO item (number, id, status, stored, body) VALUES (?, ?, 0, ?, ?)")
        var body: [UInt8] = []
        body.reserveCapacity(1_024)
        var sequence = ledger.lastSequence
        var bytes = 0
        var sequences: [Int64?] = []
        sequences.reserveCapacity(events.count)
        for event in events {
            body.removeAll(keepingCapacity: true)
            EventEncoder.append(event, sequence: sequence + 1, to: &body)
            guard body.count <= Event.maximumSize else {
                sequences.append(nil)
                ledger.drop(1, .invalid)
                continue
            }
            sequence += 1
            // In the lane of events, an item's number is its sequence number.
            try insert(sequence, event.id, passed, body, statement.sqliteStatement, database)
            bytes += body.count
            sequences.append(sequence)
        }
        ledger.leave(-Int(sequence - ledger.lastSequence), bytes: Int64(-bytes))
        ledger.lastSequence = sequence
        return sequences
    }

    /// Binds the first four parameters (number, id, time, body) and steps without GRDB, because GRDB's handling of arguments
    /// takes as long here as SQLite itself.
    static func insert(
        _ number: Int64, _ id: EventID, _ passed: Int64, _ body: [UInt8], _ statement: OpaquePointer,
        _ database: Database
    ) throws {
        var halves = (id.high.bigEndian, id.low.bigEndian)
        sqlite3_bind_int64(statement, 1, number)
        sqlite3_bind_int64(statement, 3, passed)
        // The destructor `nil` is SQLITE_STATIC: both buffers live longer than the step and the reset.
        let code = withUnsafeBytes(of: &halves) { id in
            body.withUnsafeBytes { body in
                sqlite3_bind_blob(statement, 2, id.baseAddress, 16, nil)
                sqlite3_bind_blob(statement, 4, body.baseAddress, Int32(body.count), nil)
                let code = sqlite3_step(statement)
                sqlite3_reset(statement)
                sqlite3_clear_bindings(statement)
                return code
            }
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
        }
    }
}
