import GRDB
import MarqueeWire

/// What the outbox knows of time, although the device's clock may be set while events wait.
///
/// A batch says when it was sent by the clock its events were recorded by, so that a server can tell how long ago each of
/// them happened. Within a process the two clocks tell when the wall clock was set; between two there is the wall clock
/// alone, on which a month without the app looks like a clock set forward by a month.
extension OutboxStore {
    /// Advances the outbox's own age: by uptime within a process, by the wall clock between two, with bounds that
    /// keep a clock set wrongly from expiring everything.
    func tick(_ ledger: inout OutboxLedger, _ database: Database) throws -> Int64 {
        let reading = ClockReading(wall: environment.now(), uptime: environment.uptime())
        let previous = lastReading.withLock { $0 }
        // A transaction that is rolled back takes its step with it: the next one must see it again.
        database.afterNextTransaction(onCommit: { _ in self.lastReading.withLock { $0 = reading } })
        if let previous, let step = reading.step(since: previous) {
            try noteStep(step, after: ledger.lastSequence, database)
        }
        let (passed, lastWall) = ledger.age
        let wall = reading.wall.milliseconds
        let longestAbsence: Int64 = 7 * 86_400_000
        let elapsed =
            previous.map { (reading.uptime - $0.uptime).milliseconds } ?? (lastWall == 0 ? 0 : wall - lastWall)
        ledger.age = (passed + min(max(elapsed, 0), previous == nil ? longestAbsence : .max), wall)
        return ledger.age.passed
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

    /// - Parameter last: the number of the last event that was recorded before.
    private func noteStep(_ step: Duration, after last: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO clockStep (last, step) VALUES (?, ?)
                ON CONFLICT (last) DO UPDATE SET step = step + excluded.step
                """,
            arguments: [last, Self.bounded(Double(step.milliseconds))])
    }
}
