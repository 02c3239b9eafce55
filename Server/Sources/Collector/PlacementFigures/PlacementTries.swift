import MarqueeWire
import PlatformStore

/// Tries of purchases that wait for a report, and reports that came before their try.
final class PlacementTries {
    /// A device sends a report on another way than the try, so it may arrive first.
    private static let head = Duration.seconds(600)
    /// After the patience ends: what is in the spool then is folded first.
    private static let delay = Duration.seconds(3600)
    private static let step: Int64 = 500

    struct Step {
        let place: PlacementRows.Place
        /// In the ``NameTable``.
        let install: Int64
        let time: Timestamp
        let isReport: Bool
    }

    private let match: SQLiteStatement
    private let store: SQLiteStatement
    private let findOld: SQLiteStatement
    private let removeOld: SQLiteStatement
    private var steps: [Step] = []

    init(_ connection: SQLiteConnection) throws(StoreError) {
        match = try connection.prepare(
            """
            DELETE FROM placement_try WHERE id = (
                SELECT id FROM placement_try WHERE scope = ? AND install = ? AND unit = ? AND is_report = ?
                AND time BETWEEN ? AND ? ORDER BY placement = ? DESC, time LIMIT 1) RETURNING id
            """)
        store = try connection.prepare(
            """
            INSERT INTO placement_try (is_report, scope, install, unit, placement, is_test, time)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
        findOld = try connection.prepare(
            """
            SELECT id, is_report, scope, unit, placement, is_test, time FROM placement_try
            WHERE time <= ? ORDER BY time, id LIMIT ?
            """)
        removeOld = try connection.prepare("DELETE FROM placement_try WHERE id = ?")
    }

    func add(_ step: Step) { steps.append(step) }

    func write() throws(StoreError) {
        for step in steps where try !isMatched(step) {
            store.bind(1, step.isReport ? 1 : 0)
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

    /// Removes what a step belongs to: a report ends the oldest try before it, and a try the report that came first, those
    /// of the same placement before others.
    private func isMatched(_ step: Step) throws(StoreError) -> Bool {
        let before = step.isReport ? PlacementFigures.patience : Self.head
        let after = step.isReport ? Self.head : PlacementFigures.patience
        match.bind(1, step.place.scope)
        match.bind(2, step.install)
        match.bind(3, step.place.unit)
        match.bind(4, step.isReport ? 0 : 1)
        match.bind(5, (step.time + before * -1).milliseconds)
        match.bind(6, (step.time + after).milliseconds)
        match.bind(7, step.place.placement)
        return try match.first() != nil
    }

    /// Counts some of the tries that nobody waits for any more.
    /// - Returns: whether more are left.
    func giveUp(now: Timestamp, countedIn rows: PlacementRows) throws(StoreError) -> Bool {
        findOld.bind(1, (now + (PlacementFigures.patience + Self.delay) * -1).milliseconds)
        findOld.bind(2, Self.step)
        var ids: [Int64] = []
        while try findOld.step() {
            ids.append(findOld.integer(0))
            guard findOld.integer(1) == 0 else { continue }
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
