import Foundation
import GRDB
import GRDBSQLite
import MarqueeWire

/// The outbox on disk.
///
/// Every method is one transaction and may be called from any thread.
final class OutboxStore: Sendable {
    static let fileName = "outbox.sqlite3"
    /// Events set aside (failed, expired) that are kept for inspection.
    static let keptSetAside = 1_000

    let environment: Environment
    let limits: OutboxLimits
    private let file: DatabaseFile
    /// Uptime and wall clock at the last transaction that this process committed.
    let lastReading = Locked<ClockReading?>(nil)

    init(_ environment: Environment, limits: OutboxLimits) throws(MarqueeError) {
        self.environment = environment
        self.limits = limits
        file = try DatabaseFile(
            Self.fileName, in: environment, migrations: OutboxSchema.migrations,
            replaced: { database in try Self.withLedger(database) { $0.drop(1, .damage) } })
        let isReplacement = file.renamedDamage != nil
        // The process that was sending has ended: its events wait again.
        try file.write { database in
            try Self.withLedger(database) { ledger in
                ledger.lease = nil
                if isReplacement { ledger.drop(1, .damage) }
            }
        }
    }

    /// Stores events in the given order.
    /// - Returns: for each event its sequence number, or `nil` when it is larger than an event may be.
    func append(
        _ events: [PendingEvent], lost: [OutboxCounts.DropReason: Int] = [:]
    ) throws(MarqueeError) -> [Int64?] {
        try write { database in
            try self.environment.reached(.outboxCommitting)
            return try Self.withLedger(database) { ledger in
                for (reason, count) in lost { ledger.drop(count, reason) }
                let passed = try self.tick(&ledger, database)
                let sequences = try Self.insert(events, passed: passed, &ledger, database)
                try self.enforceLimits(&ledger, passed: passed, database)
                return sequences
            }
        }
    }

    func counts() throws(MarqueeError) -> OutboxCounts {
        try read { database in
            var counts = try OutboxLedger(database).counts
            let rows = try Row.fetchAll(
                database, sql: "SELECT status, COUNT(*) FROM event WHERE status != 0 GROUP BY status")
            for row in rows {
                switch OutboxStatus(rawValue: row[0]) {
                case .failed: counts.failed = row[1]
                case .hold: counts.hold = row[1]
                case .expired: counts.expired = row[1]
                case .notPosted, .posted, nil: break
                }
            }
            return counts
        }
    }

    func stored(_ status: OutboxStatus, limit: Int) throws(MarqueeError) -> [StoredEvent] {
        try read { database in
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT sequence, id, body, reason FROM event WHERE status = ? ORDER BY sequence LIMIT ?",
                arguments: [status.rawValue, max(0, limit)])
            return rows.compactMap { row in
                guard let id = EventID(bytes: row[1]) else { return nil }
                return StoredEvent(sequence: row[0], id: id, status: status, body: row[2], reason: row[3])
            }
        }
    }

    /// Deletes every event, without counting it as lost: the user asked for it.
    func purge() throws(MarqueeError) {
        try write { database in
            try database.execute(sql: "DELETE FROM event; DELETE FROM clockStep")
            try Self.withLedger(database) { ledger in
                ledger.notPosted = 0
                ledger.notPostedBytes = 0
                ledger.lease = nil
                _ = ledger.takeUnreported()
            }
        }
    }

    func close() { file.close() }

    /// Limits the file to a number of pages, so that a test can fill the "disk".
    func limitPages(_ pages: Int) throws(MarqueeError) {
        try read { _ = try Int.fetchOne($0, sql: "PRAGMA max_page_count = \(pages)") }
    }
}

extension OutboxStore {
    static func withLedger<Value>(_ database: Database, _ body: (inout OutboxLedger) throws -> Value) throws -> Value {
        var ledger = try OutboxLedger(database)
        let value = try body(&ledger)
        try ledger.save(database)
        return value
    }

    func read<Value>(_ body: (Database) throws -> Value) throws(MarqueeError) -> Value { try file.read(body) }

    /// Runs a transaction; on a damaged file it runs again in the file's replacement.
    func write<Value>(_ body: (Database) throws -> Value) throws(MarqueeError) -> Value { try file.write(body) }

    static func insert(
        _ events: [PendingEvent], passed: Int64, _ ledger: inout OutboxLedger, _ database: Database
    ) throws -> [Int64?] {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO event (sequence, id, status, stored, body) VALUES (?, ?, 0, ?, ?)")
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
            try insert(sequence, event.id, passed, body, statement.sqliteStatement, database)
            bytes += body.count
            sequences.append(sequence)
        }
        ledger.notPosted += sequence - ledger.lastSequence
        ledger.notPostedBytes += Int64(bytes)
        ledger.lastSequence = sequence
        return sequences
    }

    /// Binds and steps by hand: at this place the comfort of arguments costs as much as SQLite itself.
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

extension EventID {
    /// The 16 bytes a database holds.
    init?(bytes: Data) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
