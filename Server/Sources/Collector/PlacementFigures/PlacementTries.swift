import MarqueeWire
import PlatformStore

/// Tries of purchases that wait for a report, those that have one, and reports that came before their try.
///
/// An answer counts one try, however often its button is pressed, and each press has a report. So a report that finds no
/// try waiting belongs to one that has ended, and only without such a one is it kept for a try to come.
final class PlacementTries {
    /// A device sends a report on another way than the try, so it may arrive first.
    private static let head = Duration.seconds(600)
    /// How long after its answer a try that has ended takes the reports of further presses.
    private static let presses = Duration.seconds(3600)
    /// After the patience ends: what is in the spool then is folded first.
    private static let delay = Duration.seconds(3600)
    private static let step: Int64 = 500

    enum State: Int64 {
        case waiting = 0
        case report = 1
        case ended = 2
    }

    struct Step {
        let place: PlacementRows.Place
        /// In the ``NameTable``.
        let install: Int64
        let time: Timestamp
        let isReport: Bool
    }

    private let end: SQLiteStatement
    private let findEnded: SQLiteStatement
    private let takeReport: SQLiteStatement
    private let store: SQLiteStatement
    private let findOld: SQLiteStatement
    private let removeOld: SQLiteStatement
    private let removeOfInstall: SQLiteStatement
    private var steps: [Step] = []

    init(_ connection: SQLiteConnection) throws(StoreError) {
        let match = """
            SELECT id FROM placement_try WHERE scope = ? AND install = ? AND unit = ? AND state = ?
            AND time BETWEEN ? AND ? ORDER BY placement = ? DESC, time LIMIT 1
            """
        end = try connection.prepare(
            "UPDATE placement_try SET state = \(State.ended.rawValue) WHERE id = (\(match)) RETURNING id")
        findEnded = try connection.prepare(match)
        takeReport = try connection.prepare("DELETE FROM placement_try WHERE id = (\(match)) RETURNING id")
        store = try connection.prepare(
            """
            INSERT INTO placement_try (state, scope, install, unit, placement, is_test, time)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
        findOld = try connection.prepare(
            """
            SELECT id, state, scope, unit, placement, is_test, time FROM placement_try
            WHERE time <= ? ORDER BY time, id LIMIT ?
            """)
        removeOld = try connection.prepare("DELETE FROM placement_try WHERE id = ?")
        removeOfInstall = try connection.prepare("DELETE FROM placement_try WHERE scope = ? AND install = ?")
    }

    /// Forgets the tries of an install, however they ended.
    func remove(of install: Int64, scope: Int64) throws(StoreError) {
        removeOfInstall.bind(1, scope)
        removeOfInstall.bind(2, install)
        try removeOfInstall.run()
    }

    func add(_ step: Step) { steps.append(step) }

    func write() throws(StoreError) {
        for step in steps {
            guard let state = try state(of: step) else { continue }
            store.bind(1, state.rawValue)
            store.bind(2, step.place.scope)
            store.bind(3, step.install)
            store.bind(4, step.place.unit)
            store.bind(5, step.place.placement)
            store.bind(6, step.place.isTest ? 1 : 0)
            store.bind(7, step.time.milliseconds)
            try store.run()
        }
        forget()
    }

    func forget() { steps = [] }

    /// Ends the oldest try before a report, or takes the report that came before a try; those of the same placement come
    /// before others.
    /// - Returns: as what the step is stored; `nil` for a report that has its try.
    private func state(of step: Step) throws(StoreError) -> State? {
        guard step.isReport else {
            return try matches(takeReport, step, .report, before: Self.head, after: PlacementFigures.patience)
                ? .ended : .waiting
        }
        if try matches(end, step, .waiting, before: PlacementFigures.patience, after: Self.head) { return nil }
        return try matches(findEnded, step, .ended, before: Self.presses, after: Self.head) ? nil : .report
    }

    private func matches(
        _ statement: SQLiteStatement, _ step: Step, _ state: State, before: Duration, after: Duration
    ) throws(StoreError) -> Bool {
        statement.bind(1, step.place.scope)
        statement.bind(2, step.install)
        statement.bind(3, step.place.unit)
        statement.bind(4, state.rawValue)
        statement.bind(5, (step.time + before * -1).milliseconds)
        statement.bind(6, (step.time + after).milliseconds)
        statement.bind(7, step.place.placement)
        return try statement.first() != nil
    }

    /// Counts some of the tries that nobody waits for any more.
    /// - Returns: whether more are left.
    func giveUp(now: Timestamp, countedIn rows: PlacementRows) throws(StoreError) -> Bool {
        findOld.bind(1, (now + (PlacementFigures.patience + Self.delay) * -1).milliseconds)
        findOld.bind(2, Self.step)
        var ids: [Int64] = []
        while try findOld.step() {
            ids.append(findOld.integer(0))
            guard findOld.integer(1) == State.waiting.rawValue else { continue }
            let day = Day(Timestamp(milliseconds: findOld.integer(6))).number
            let place = PlacementRows.Place(
                scope: findOld.integer(2), day: day, isTest: findOld.integer(5) == 1, placement: findOld.integer(4),
                unit: findOld.integer(3))
            rows.add(1, to: .unresolved, at: place)
        }
        findOld.reset()
        for id in ids {
            removeOld.bind(1, id)
            try removeOld.run()
        }
        return ids.count == Int(Self.step)
    }
}
