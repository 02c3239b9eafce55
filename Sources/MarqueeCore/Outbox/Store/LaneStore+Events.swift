import GRDB
import GRDBSQLite
import MarqueeWire

/// The lane of events, whose bodies are encoded as they are stored: only then is their sequence number known.
extension LaneStore {
    /// Stores events in the given order.
    /// - Returns: for each event its sequence number, or `nil` when it is larger than an event may be.
    func append(
        _ events: [PendingEvent], lost: [OutboxCounts.DropReason: Int] = [:]
    ) throws(MarqueeError) -> [Int64?] {
        try write { ledger, database in
            try store.environment.reached(.outboxCommitting)
            for (reason, count) in lost { ledger.drop(count, reason) }
            let passed = try store.tick(&ledger, database)
            let sequences = try Self.insert(events, passed: passed, &ledger, database)
            try enforceLimits(&ledger, passed: passed, database)
            return sequences
        }
    }

    /// Stores an event for each loss, of any lane, that the server has not heard of.
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
            // In the lane of events an item's number is its sequence number.
            try insert(sequence, event.id, passed, body, statement.sqliteStatement, database)
            bytes += body.count
            sequences.append(sequence)
        }
        ledger.leave(-Int(sequence - ledger.lastSequence), bytes: Int64(-bytes))
        ledger.lastSequence = sequence
        return sequences
    }

    /// Binds and steps without GRDB, whose handling of arguments costs as much here as SQLite itself.
    private static func insert(
        _ sequence: Int64, _ id: EventID, _ passed: Int64, _ body: [UInt8], _ statement: OpaquePointer,
        _ database: Database
    ) throws {
        var halves = (id.high.bigEndian, id.low.bigEndian)
        sqlite3_bind_int64(statement, 1, sequence)
        sqlite3_bind_int64(statement, 3, passed)
        // The destructor `nil` is SQLITE_STATIC: both buffers outlive the step and the reset.
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
