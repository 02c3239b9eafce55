import GRDB
import MarqueeWire

/// The outbox's clock, which does not depend on changes of the device's clock while items wait.
///
/// The sending time of a batch and the times of its events must come from the same clock. The server can then compute
/// how long ago each event happened. Within one process, a comparison of wall clock and uptime shows that the wall
/// clock was set. Between two processes only the wall clock is available. A month without the app then looks the same
/// as a clock that was set forward by a month.
extension OutboxStore {
    /// The longest time between two processes that is added to the age; in milliseconds.
    private static let longestAbsence: Int64 = 7 * 86_400_000

    /// Advances the outbox's age: by the uptime within a process, by the wall clock between two processes. The limit on
    /// the second case prevents a wrong clock from ageing all items.
    /// - Returns: the age in milliseconds.
    func tick(_ ledger: inout OutboxLedger, _ database: Database) throws -> Int64 {
        let reading = ClockReading(environment)
        if let step = lastReading.withLock({ $0.flatMap { reading.step(since: $0) } }) {
            try storeClockStep(step, database)
        }
        ledger.age = (age(ledger, at: reading), reading.wall.milliseconds)
        // Only after the commit: if this transaction is rolled back, the next one must detect the clock change again.
        database.afterNextTransaction(onCommit: { _ in self.lastReading.withLock { $0 = reading } })
        return ledger.age.passed
    }

    /// The same without a write, unless the clock was set or this process has not read it yet.
    func passed(_ ledger: inout OutboxLedger, _ database: Database) throws -> Int64 {
        let reading = ClockReading(environment)
        guard let last = lastReading.withLock({ $0 }), reading.step(since: last) == nil else {
            return try tick(&ledger, database)
        }
        return age(ledger, at: reading)
    }

    /// The outbox's age now in milliseconds; does not store it.
    func age(_ ledger: OutboxLedger) -> Int64 {
        age(ledger, at: ClockReading(environment))
    }

    private func age(_ ledger: OutboxLedger, at reading: ClockReading) -> Int64 {
        let (passed, lastWall) = ledger.age
        if let previous = lastReading.withLock({ $0 }) {
            return passed + max(0, (reading.uptime - previous.uptime).milliseconds)
        }
        let absence = lastWall == 0 ? 0 : reading.wall.milliseconds - lastWall
        return passed + min(max(absence, 0), Self.longestAbsence)
    }

    /// How far the clock was set since the item of a lane with this sequence number was stored, and the last item with the
    /// same clock; `nil` if the clock was not set.
    func clockStep(
        _ lane: Int64, since sequence: Int64, _ database: Database
    ) throws -> (step: Duration, last: Int64)? {
        try database.cachedStatement(sql: "DELETE FROM clockStep WHERE lane = ? AND last < ?").execute(
            arguments: [lane, sequence])
        let row = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT TOTAL(step), MIN(last) FROM clockStep WHERE lane = ?"),
            arguments: [lane])
        guard let row, let last: Int64 = row[1] else { return nil }
        return (.milliseconds(Self.bounded(row[0] as Double)), last)
    }

    /// Limits a clock change to 30,000 years in milliseconds, so that sums do not overflow.
    private static func bounded(_ milliseconds: Double) -> Int64 { Int64(min(max(milliseconds, -1e15), 1e15)) }

    /// Stores a clock change together with the last item of each lane before the change.
    private func storeClockStep(_ step: Duration, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO clockStep (lane, last, step)
                SELECT lane, value, ? FROM ledger WHERE name = 'lastSequence'
                ON CONFLICT (lane, last) DO UPDATE SET step = step + excluded.step
                """,
            arguments: [Self.bounded(Double(step.milliseconds))])
    }
}
