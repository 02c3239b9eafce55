import GRDB
import MarqueeWire

extension OutboxStore {
    /// Expires and drops the oldest events beyond the limits; what is in flight stays.
    func enforceLimits(_ ledger: inout OutboxLedger, passed: Int64, _ database: Database) throws {
        try expire(before: passed - limits.age.milliseconds, &ledger, database)
        try dropOldest(&ledger, database)
    }

    private func expire(before cutoff: Int64, _ ledger: inout OutboxLedger, _ database: Database) throws {
        let lease = ledger.lease ?? 0...0
        let arguments: StatementArguments = [cutoff, lease.lowerBound, lease.upperBound]
        let condition = "status = 0 AND stored < ? AND sequence NOT BETWEEN ? AND ?"
        // The oldest event alone tells whether there is anything to do.
        let oldest = try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT stored FROM event WHERE status = 0 ORDER BY sequence LIMIT 1"))
        guard let oldest, oldest < cutoff else { return }
        let row = try Row.fetchOne(
            database, sql: "SELECT COUNT(*), TOTAL(length(body)) FROM event WHERE \(condition)", arguments: arguments)
        guard let row, let count: Int = row[0], count > 0 else { return }
        try database.execute(
            sql: "UPDATE event SET status = 4, reason = 'older than the outbox keeps events' WHERE \(condition)",
            arguments: arguments)
        ledger.notPosted -= Int64(count)
        ledger.notPostedBytes -= Int64(row[1] as Double)
        ledger.drop(count, .age)
        try trimSetAside(database)
    }

    private func dropOldest(_ ledger: inout OutboxLedger, _ database: Database) throws {
        var overCount = ledger.notPosted - Int64(limits.events)
        var overBytes = ledger.notPostedBytes - Int64(limits.bytes)
        guard overCount > 0 || overBytes > 0 else { return }
        let lease = ledger.lease ?? 0...0
        var dropped: (last: Int64, count: Int, bytes: Int64, byCount: Int) = (0, 0, 0, 0)
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT sequence, length(body) FROM event
                WHERE status = 0 AND sequence NOT BETWEEN ? AND ? ORDER BY sequence
                """,
            arguments: [lease.lowerBound, lease.upperBound])
        while overCount > 0 || overBytes > 0, let row = try rows.next() {
            let size: Int64 = row[1]
            if overCount > 0 { dropped.byCount += 1 }
            dropped = (row[0], dropped.count + 1, dropped.bytes + size, dropped.byCount)
            overCount -= 1
            overBytes -= size
        }
        try database.execute(
            sql: "DELETE FROM event WHERE status = 0 AND sequence <= ? AND sequence NOT BETWEEN ? AND ?",
            arguments: [dropped.last, lease.lowerBound, lease.upperBound])
        ledger.notPosted -= Int64(dropped.count)
        ledger.notPostedBytes -= dropped.bytes
        ledger.drop(dropped.byCount, .count)
        ledger.drop(dropped.count - dropped.byCount, .bytes)
    }

    /// Keeps the newest of the events that are out of the way.
    func trimSetAside(_ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM event WHERE status IN (2, 4) AND sequence <= (
                    SELECT sequence FROM event WHERE status IN (2, 4) ORDER BY sequence DESC LIMIT 1 OFFSET ?)
                """,
            arguments: [Self.keptSetAside])
    }
}
