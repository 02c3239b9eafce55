import Foundation
import GRDB
import MarqueeWire

/// Events in flight.
struct OutboxBatch: Sendable {
    struct Entry: Sendable {
        let sequence: Int64
        let id: EventID
        let body: Data
    }

    let entries: [Entry]
    /// How far the device's clock was set since they were recorded, all of them by one clock.
    var clockStep = Duration.zero
}

extension OutboxStore {
    /// What to do with the events of a batch; those named in neither list wait again.
    struct Settlement: Sendable {
        var accepted: [OutboxBatch.Entry] = []
        var rejected: [(entry: OutboxBatch.Entry, reason: String)] = []
    }

    /// Takes the oldest events for sending: `limit` of them, at least 1, of together `bytes` encoded bytes, and none
    /// from behind a step of the clock.
    ///
    /// A single event that is larger is taken nevertheless; `nil` when nothing waits.
    func lease(limit: Int, bytes: Int) throws(MarqueeError) -> OutboxBatch? {
        try write { database in
            try Self.withLedger(database) { ledger in
                try self.enforceLimits(&ledger, passed: self.tick(&ledger, database), database)
                let oldest = try Int64.fetchOne(
                    database, sql: "SELECT sequence FROM event WHERE status = 0 ORDER BY sequence LIMIT 1")
                guard let oldest else { return nil }
                let clock = try self.clockStep(since: oldest, database)
                let entries = try Self.entries(limit, bytes, through: clock?.last ?? .max, database)
                guard let first = entries.first, let last = entries.last else { return nil }
                ledger.lease = first.sequence...last.sequence
                return OutboxBatch(entries: entries, clockStep: clock?.step ?? .zero)
            }
        }
    }

    private static func entries(
        _ limit: Int, _ bytes: Int, through last: Int64, _ database: Database
    ) throws -> [OutboxBatch.Entry] {
        var entries: [OutboxBatch.Entry] = []
        var size = 0
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT sequence, id, body FROM event WHERE status = 0 AND sequence <= ? ORDER BY sequence LIMIT ?",
            arguments: [last, max(1, limit)])
        while let row = try rows.next() {
            let body: Data = row[2]
            guard let id = EventID(bytes: row[1]), entries.isEmpty || size + body.count <= bytes else { break }
            entries.append(.init(sequence: row[0], id: id, body: body))
            size += body.count
        }
        return entries
    }

    /// Ends a batch whose events were answered, and reports earlier losses now that the server can hear of them.
    func settle(_ settlement: Settlement) throws(MarqueeError) {
        try write { database in
            try Self.withLedger(database) { ledger in
                ledger.lease = nil
                ledger.retry = .none
                for entry in settlement.accepted {
                    try database.execute(
                        sql: "DELETE FROM event WHERE sequence = ? AND status = 0", arguments: [entry.sequence])
                    let count = Int64(database.changesCount)
                    ledger.posted += count
                    Self.leave(entry, count, &ledger)
                }
                for (entry, reason) in settlement.rejected {
                    try database.execute(
                        sql: "UPDATE event SET status = 2, reason = ? WHERE sequence = ? AND status = 0",
                        arguments: [String(reason.prefix(500)), entry.sequence])
                    Self.leave(entry, Int64(database.changesCount), &ledger)
                }
                if !settlement.rejected.isEmpty { try self.trimSetAside(database) }
                if !settlement.accepted.isEmpty { try self.reportLosses(&ledger, database) }
            }
        }
    }

    /// Ends a batch without an answer; `retry` says when to try again, `nil` leaves that as it is.
    func release(retry: RetrySchedule? = nil) throws(MarqueeError) {
        try write { database in
            try Self.withLedger(database) { ledger in
                ledger.lease = nil
                if let retry { ledger.retry = retry }
            }
        }
    }

    func retry() throws(MarqueeError) -> RetrySchedule {
        try read { try OutboxLedger($0).retry }
    }

    private static func leave(_ entry: OutboxBatch.Entry, _ count: Int64, _ ledger: inout OutboxLedger) {
        ledger.notPosted -= count
        ledger.notPostedBytes -= count * Int64(entry.body.count)
    }

    private func reportLosses(_ ledger: inout OutboxLedger, _ database: Database) throws {
        let time = environment.now()
        var random = RandomSource(environment)
        let reports = ledger.takeUnreported().map { reason, count in
            PendingEvent(
                id: EventID(time: time, using: &random), name: EventName.eventsDropped, time: time, user: nil,
                session: nil, properties: ["count": .integer(count), "reason": .text(reason.rawValue)])
        }
        guard !reports.isEmpty else { return }
        _ = try Self.insert(reports, passed: ledger.age.passed, &ledger, database)
    }
}
