import GRDB
import MarqueeWire

/// What the outbox knows of time, although the device's clock may be set while items wait.
///
/// A batch of events says when it was sent by the clock that its events were recorded by, so that a server can tell how
/// long ago each of them happened. Within a process, comparing wall clock and uptime shows when the wall clock was set.
/// Between two processes there is the wall clock alone, on which a month without the app looks like a clock set forward
/// by a month.
extension OutboxStore {
    /// An absence counts as at most this long.
    private static let longestAbsence: Int64 = 7 * 86_400_000

    /// Advances the outbox's own age: by uptime within a process, by the wall clock between two, within bounds that
    /// keep a clock set wrongly from ageing everything.
    /// - Returns: the age in milliseconds.
    func tick(_ ledger: inout OutboxLedger, _ database: Database) throws -> Int64 {
        let reading = ClockReading(environment)
        if let step = lastReading.withLock({ $0.flatMap { reading.step(since: $0) } }) {
            try storeClockStep(step, database)
        }
        ledger.age = (age(ledger, at: reading), reading.wall.milliseconds)
        // A transaction that is rolled back takes its step with it: the next one must see it again.
        database.afterNextTransaction(onCommit: { _ in self.lastReading.withLock { $0 = reading } })
        return ledger.age.passed
    }

    /// The outbox's age now, in milliseconds, without advancing it on disk.
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

    /// How far the clock was set since the event with this number was recorded, and the last event of which the same is
    /// true; `nil` when it was not.
    func clockStep(since sequence: Int64, _ database: Database) throws -> (step: Duration, last: Int64)? {
        try database.execute(sql: "DELETE FROM clockStep WHERE last < ?", arguments: [sequence])
        let row = try Row.fetchOne(
            database.cachedStatement(sql: "SELECT TOTAL(step), MIN(last) FROM clockStep"))
        guard let row, let last: Int64 = row[1] else { return nil }
        return (.milliseconds(Self.bounded(row[0] as Double)), last)
    }

    /// 30,000 years in milliseconds: what a clock shows beyond is no time, and sums of less do not overflow.
    private static func bounded(_ milliseconds: Double) -> Int64 { Int64(min(max(milliseconds, -1e15), 1e15)) }

    /// Stores a step of the clock behind the last event that was recorded before it.
    private func storeClockStep(_ step: Duration, _ database: Database) throws {
        let last = try OutboxLedger(LaneStore.events, database).lastSequence
        try database.execute(
            sql: """
                INSERT INTO clockStep (last, step) VALUES (?, ?)
                ON CONFLICT (last) DO UPDATE SET step = step + excluded.step
                """,
            arguments: [last, Self.bounded(Double(step.milliseconds))])
    }
}
