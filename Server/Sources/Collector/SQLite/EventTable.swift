import MarqueeWire
import PlatformStore

/// The table `event`, with the counts by day of arrival that the ``EventSweep`` needs.
final class EventTable {
    private let insert: SQLiteStatement
    private let insertStray: SQLiteStatement
    private let addArrivals: SQLiteStatement
    /// New events by the day on which they arrived.
    private var arrivals: [Int: Int] = [:]
    /// The values bound to `insert`; a value that many events of a batch share is bound once.
    private var bound: (name: Int64?, user: TextSpan?, session: TextSpan?)

    init(_ connection: SQLiteConnection) throws(StoreError) {
        insert = try connection.prepare(
            """
            INSERT INTO event (
                id, scope, name, time, received, install, user, session, sequence, advertiser, properties, opted_out)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
            """)
        insertStray = try connection.prepare("INSERT OR IGNORE INTO stray (day, id) VALUES (?, ?)")
        addArrivals = try connection.prepare(
            """
            INSERT INTO event_day (day, whole, empty) VALUES (?, ?, 0)
            ON CONFLICT (day) DO UPDATE SET whole = event_day.whole + excluded.whole
            """)
    }

    /// Forgets the counts in memory, after a rollback.
    func forget() { arrivals = [:] }

    /// Binds what the events of a batch have in common. ``insert(_:of:)`` follows for this batch only.
    func begin(_ batch: FoldedBatch) {
        insert.bind(2, batch.scopeNumber)
        insert.bind(5, batch.received.milliseconds)
        bind(6, batch.envelope.install, batch)
        bind(10, batch.envelope.advertiser, batch)
        bound = (nil, nil, nil)
    }

    /// Inserts an event unless its id is there; returns whether it was new.
    func insert(_ event: FoldedEvent, of batch: FoldedBatch) throws(StoreError) -> Bool {
        let marked = event.marked
        bindShared(event, batch)
        var key = (marked.high.bigEndian, marked.low.bigEndian)
        let isNew: Bool = try withUnsafeBytes(of: &key) { (key) throws(StoreError) in
            insert.bind(1, borrowedBlob: key)
            insert.bind(4, event.time.milliseconds)
            insert.bind(9, marked.sequence)
            bind(11, marked.properties, batch)
            if event.isOptedOut { insert.bind(12, 1) } else { insert.bindNull(12) }
            try insert.run()
            return insert.changes == 1
        }
        if isNew, !EventSweep.isExpected(made: marked.made, received: batch.received.milliseconds) {
            insertStray.bind(1, Int64(Day(batch.received).number))
            insertStray.bind(2, blob: marked.id.bytes)
            try insertStray.run()
        }
        return isNew
    }

    func addArrivals(_ count: Int, of batch: FoldedBatch) {
        arrivals[Day(batch.received).number, default: 0] += count
    }

    func writeArrivals() throws(StoreError) {
        for (day, count) in arrivals where count > 0 {
            addArrivals.bind(1, Int64(day))
            addArrivals.bind(2, Int64(count))
            try addArrivals.run()
        }
        arrivals = [:]
    }

    /// Binds what may be the same as for the event before.
    private func bindShared(_ event: FoldedEvent, _ batch: FoldedBatch) {
        if bound.name != event.name {
            insert.bind(3, event.name)
            bound.name = event.name
        }
        if !isBound(bound.user, event.marked.user, batch) {
            bind(7, event.marked.user, batch)
            bound.user = event.marked.user
        }
        if !isBound(bound.session, event.marked.session, batch) {
            bind(8, event.marked.session, batch)
            bound.session = event.marked.session
        }
    }

    private func isBound(_ bound: TextSpan?, _ span: TextSpan, _ batch: FoldedBatch) -> Bool {
        bound.map { batch.isSame($0, span) } ?? false
    }

    private func bind(_ index: Int32, _ span: TextSpan, _ batch: FoldedBatch) {
        guard let text = span.text else { return insert.bindNull(index) }
        guard !text.isEscaped else { return insert.bind(index, text: batch.scanner.decoded(text)) }
        insert.bind(index, borrowedText: batch.scanner.slice(text.range))
    }
}
