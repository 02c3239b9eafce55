import MarqueeWire
import PlatformStore

/// Removes the events that arrived on one day, or only their content, some at a time.
///
/// Events lie in the order of their ids, which begin with the time they were made at. Most events of a day were made
/// about then. The others are listed in `stray`, so that no day needs a scan of the whole table.
final class EventSweep {
    /// Events that one step looks at.
    static let step: Int64 = 2000

    private enum Position {
        /// Behind an id, among the events that were made about the day.
        case expected([UInt8])
        case stray([UInt8])
    }

    private struct Event {
        let id: [UInt8]
        let scope: Int64
        let time: Int64
        let received: Int64
        let isWhole: Bool

        /// When its id was made, by its first six bytes.
        var made: Int64 { id.prefix(6).reduce(0) { $0 << 8 | Int64($1) } }
    }

    private let select: SQLiteStatement
    private let selectStray: SQLiteStatement
    private let remove: SQLiteStatement
    private let removeStray: SQLiteStatement
    private let insert: SQLiteStatement
    private let count: SQLiteStatement
    private let settle: SQLiteStatement
    private let selectDays: SQLiteStatement
    private var task: (day: Int, action: Retention.Action, position: Position, found: Int)?

    init(_ connection: SQLiteConnection) throws(StoreError) {
        let columns = "event.id, scope, time, received, install <> ''"
        select = try connection.prepare(
            "SELECT \(columns) FROM event WHERE id > ? AND id < ? ORDER BY id LIMIT \(Self.step)")
        selectStray = try connection.prepare(
            """
            SELECT \(columns) FROM stray CROSS JOIN event ON event.id = stray.id WHERE day = ? AND stray.id > ?
            ORDER BY stray.id LIMIT \(Self.step)
            """)
        remove = try connection.prepare("DELETE FROM event WHERE id = ?")
        removeStray = try connection.prepare("DELETE FROM stray WHERE day = ? AND id = ?")
        insert = try connection.prepare(
            "INSERT INTO event (id, scope, name, time, received, install, sequence) VALUES (?, ?, 0, ?, ?, '', 0)")
        count = try connection.prepare(
            "UPDATE event_day SET whole = MAX(0, whole - ?), empty = MAX(0, empty + ?) WHERE day = ?")
        settle = try connection.prepare(
            "UPDATE event_day SET whole = 0, empty = CASE WHEN ?2 THEN 0 ELSE empty END WHERE day = ?1")
        selectDays = try connection.prepare("SELECT day, whole, empty FROM event_day ORDER BY day")
    }

    /// Whether an event arrived within a day of the time that its id was made at.
    static func isExpected(made: Int64, received: Int64) -> Bool {
        let (difference, overflow) = made.subtractingReportingOverflow(received)
        return !overflow && difference.magnitude < 86_400_000
    }

    func days() throws(StoreError) -> [Retention.DayCount] {
        defer { selectDays.reset() }
        var days: [Retention.DayCount] = []
        while try selectDays.step() {
            days.append(
                .init(
                    day: Int(selectDays.integer(0)), whole: Int(selectDays.integer(1)),
                    empty: Int(selectDays.integer(2))))
        }
        return days
    }

    /// Does one step for a day; the caller goes on until ``days()`` shows that nothing is left to do.
    func run(_ day: Int, _ action: Retention.Action) throws(StoreError) {
        if task?.day != day || task?.action != action {
            task = (day, action, .expected(Self.bound(of: day - 1)), 0)
        }
        guard let task else { return }
        let events: [Event]
        switch task.position {
        case .expected(let after):
            select.bind(1, blob: after)
            select.bind(2, blob: Self.bound(of: day + 2))
            events = try Self.events(select)
            self.task?.position = events.last.map { Position.expected($0.id) } ?? .stray([])
        case .stray(let after):
            selectStray.bind(1, Int64(day))
            selectStray.bind(2, blob: after)
            events = try Self.events(selectStray)
            self.task?.position = .stray(events.last?.id ?? after)
            if events.isEmpty { return try finish(task.found, day, action) }
        }
        let due = events.filter {
            Day(Timestamp(milliseconds: $0.received)).number == day && (action == .remove || $0.isWhole)
        }
        self.task?.found += due.count
        try perform(action, on: due, day)
    }

    /// Takes single events their content, for a person who is erased. Each id is one of the log's.
    func empty(_ events: [LoggedEvent.Place]) throws(StoreError) {
        let days = Dictionary(grouping: events) { Day(Timestamp(milliseconds: $0.received)).number }
        for (day, events) in days {
            try perform(
                .empty,
                on: events.map {
                    Event(id: $0.id, scope: $0.scope, time: $0.time, received: $0.received, isWhole: true)
                }, day)
        }
    }

    private func perform(_ action: Retention.Action, on events: [Event], _ day: Int) throws(StoreError) {
        // All rows are deleted before the first is inserted again: SQLite joins nearly empty pages only on deletion.
        for event in events {
            remove.bind(1, blob: event.id)
            try remove.run()
            guard action == .remove, !Self.isExpected(made: event.made, received: event.received) else { continue }
            removeStray.bind(1, Int64(day))
            removeStray.bind(2, blob: event.id)
            try removeStray.run()
        }
        let whole = events.count(where: \.isWhole)
        if action == .empty {
            for event in events {
                insert.bind(1, blob: event.id)
                insert.bind(2, event.scope)
                insert.bind(3, event.time)
                insert.bind(4, event.received)
                try insert.run()
            }
        }
        count.bind(1, Int64(whole))
        count.bind(2, Int64(action == .empty ? whole : whole - events.count))
        count.bind(3, Int64(day))
        try count.run()
    }

    /// The end of a pass; events that arrived during it wait for another one.
    private func finish(_ found: Int, _ day: Int, _ action: Retention.Action) throws(StoreError) {
        task = nil
        // Without this, events that are counted and missing would be looked for without end.
        guard found == 0 else { return }
        settle.bind(1, Int64(day))
        settle.bind(2, action == .remove ? 1 : 0)
        try settle.run()
    }

    private static func events(_ select: SQLiteStatement) throws(StoreError) -> [Event] {
        defer { select.reset() }
        var events: [Event] = []
        while try select.step() {
            events.append(
                Event(
                    id: select.bytes(0), scope: select.integer(1), time: select.integer(2),
                    received: select.integer(3), isWhole: select.integer(4) != 0))
        }
        return events
    }

    /// The lowest id that is made on a day.
    private static func bound(of day: Int) -> [UInt8] {
        let made = UInt64(clamping: Int64(day) * 86_400_000) & 0xFFFF_FFFF_FFFF
        return EventID(high: made << 16, low: 0).bytes
    }
}
