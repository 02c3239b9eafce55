import Foundation
import GRDB
import MarqueeWire

extension LaneStore {
    /// Marks items above the maximum age as aged, and drops the oldest items above the other limits. Items of a running
    /// request stay.
    func enforceLimits(_ ledger: inout OutboxLedger, passed: Int64, _ database: Database) throws {
        if let age = limits.age { try ageItems(storedBefore: passed - age.milliseconds, &ledger, database) }
        try ageExpiredItems(passed, &ledger, database)
        try dropOldest(&ledger, database)
    }

    private func ageItems(storedBefore cutoff: Int64, _ ledger: inout OutboxLedger, _ database: Database) throws {
        // The oldest item alone shows whether any item is too old.
        let oldest = try Int64.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT stored FROM \(unsentItems) WHERE number BETWEEN ? AND ? AND \(isUnsent)
                    ORDER BY number LIMIT 1
                    """),
            arguments: [numbers.first, numbers.last])
        guard let oldest, oldest < cutoff else { return }
        try ageItems("item", where: "stored < ?", cutoff, "older than its lane allows", &ledger, database)
    }

    private func ageExpiredItems(_ passed: Int64, _ ledger: inout OutboxLedger, _ database: Database) throws {
        let expiring = "item INDEXED BY itemExpiring"
        let next = try Int64.fetchOne(
            database.cachedStatement(
                sql: "SELECT MIN(expires) FROM \(expiring) WHERE expires IS NOT NULL AND number BETWEEN ? AND ?"),
            arguments: [numbers.first, numbers.last])
        guard let next, next <= passed else { return }
        try ageItems(
            expiring, where: "expires IS NOT NULL AND expires <= ?", passed, "not sent before it expired", &ledger,
            database)
    }

    private func ageItems(
        _ table: String, where condition: String, _ bound: Int64, _ reason: String, _ ledger: inout OutboxLedger,
        _ database: Database
    ) throws {
        try storeLeases(database)
        let condition = "number BETWEEN ? AND ? AND status IN (0, 3, 4) AND lease = 0 AND \(condition)"
        let row = try Row.fetchOne(
            database, sql: "SELECT COUNT(*), TOTAL(length(body)) FROM \(table) WHERE \(condition)",
            arguments: [numbers.first, numbers.last, bound])
        guard let row, let count: Int = row[0], count > 0 else { return }
        // Clears `expires` and `notBefore`, so that the item leaves their indexes.
        try database.execute(
            sql: "UPDATE \(table) SET status = 5, expires = NULL, notBefore = 0, reason = ? WHERE \(condition)",
            arguments: [reason, numbers.first, numbers.last, bound])
        ledger.leave(count, bytes: Int64(row[1] as Double))
        if keepsSettled != nil { ledger.settled += count }
        ledger.drop(count, .age)
        try trimAside(&ledger, database)
    }

    private func dropOldest(_ ledger: inout OutboxLedger, _ database: Database) throws {
        var overCount = ledger.unsent - Int64(limits.events)
        var overBytes = ledger.unsentBytes - Int64(limits.bytes)
        guard overCount > 0 || overBytes > 0 else { return }
        try storeLeases(database)
        let condition = "number BETWEEN ? AND ? AND \(isUnsent) AND lease = 0"
        var dropped: (last: Int64, count: Int, bytes: Int64, byCount: Int) = (numbers.first - 1, 0, 0, 0)
        let rows = try Row.fetchCursor(
            database, sql: "SELECT number, length(body) FROM \(unsentItems) WHERE \(condition) ORDER BY number",
            arguments: [numbers.first, numbers.last])
        while overCount > 0 || overBytes > 0, let row = try rows.next() {
            let size: Int64 = row[1]
            if overCount > 0 { dropped.byCount += 1 }
            dropped = (row[0], dropped.count + 1, dropped.bytes + size, dropped.byCount)
            overCount -= 1
            overBytes -= size
        }
        try database.execute(
            sql: "DELETE FROM item WHERE \(condition)", arguments: [numbers.first, dropped.last])
        ledger.leave(dropped.count, bytes: dropped.bytes)
        ledger.drop(dropped.byCount, .count)
        ledger.drop(dropped.count - dropped.byCount, .bytes)
    }

    /// Deletes all settled items except the newest, so that their number has a bound.
    func trimAside(_ ledger: inout OutboxLedger, _ database: Database) throws {
        guard keepsSettled != nil else { return try trimFailed(database) }
        let excess = ledger.settled - Self.keptSettled
        guard excess > 0 else { return }
        // The oldest of them are found by their number, without a walk over those that stay.
        try database.cachedStatement(
            sql: """
                DELETE FROM \(Self.settledItems) AND number BETWEEN ? AND (
                    SELECT number FROM \(Self.settledItems) AND number BETWEEN ? AND ? ORDER BY number LIMIT 1 OFFSET ?)
                """
        ).execute(arguments: [numbers.first, numbers.first, numbers.last, excess - 1])
        ledger.settled -= database.changesCount
    }

    /// The same for a lane that deletes posted items at once.
    private func trimFailed(_ database: Database) throws {
        let items = "item INDEXED BY itemAside WHERE status != 0 AND status IN (2, 5) AND number BETWEEN ? AND ?"
        try database.execute(
            sql: """
                DELETE FROM \(items) AND number <= (
                    SELECT number FROM \(items) ORDER BY number DESC LIMIT 1 OFFSET ?)
                """,
            arguments: [numbers.first, numbers.last, numbers.first, numbers.last, Self.keptAside])
    }

    /// Posted, failed and aged items of all lanes, with the index that has their status.
    static let settledItems = "item INDEXED BY itemAside WHERE status != 0 AND status IN (1, 2, 5)"

    /// Deletes posted, failed and aged items that were stored at least `age` ago, and counts the others; unsent items stay
    /// at any age.
    ///
    /// The outbox's age grows by a week at most while the app is not running, so the times in the items' ids count too. A
    /// wrong clock can only delete what is not needed any more.
    func purgeSettled(olderThan age: Duration) throws(MarqueeError) {
        try write { ledger, database in
            let passed = try store.tick(&ledger, database)
            try database.execute(
                sql: "DELETE FROM \(Self.settledItems) AND number BETWEEN ? AND ? AND (stored <= ? OR id < ?)",
                arguments: [
                    numbers.first, numbers.last, passed - age.milliseconds,
                    Data(EventID.first(after: store.environment.now().milliseconds - age.milliseconds).bytes),
                ])
            ledger.settled =
                try Int.fetchOne(
                    database, sql: "SELECT COUNT(*) FROM \(Self.settledItems) AND number BETWEEN ? AND ?",
                    arguments: [numbers.first, numbers.last]) ?? 0
        }
    }
}
