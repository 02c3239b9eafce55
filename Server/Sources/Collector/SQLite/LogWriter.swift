import Foundation
import MarqueeWire
import PlatformStore

/// The writing part of ``SQLiteEventLog``; not for several threads at once.
final class LogWriter {
    /// Event names that are kept apart, of one app and stream.
    private static let mostNames = 5000

    let connection: SQLiteConnection
    let keys: PropertyKeys
    let names: NameTable
    let slots: EventSlots
    let sweep: EventSweep
    let retention: Retention
    private let eventNames: NameList
    private let folds: [(eventNames: Set<String>?, fold: any ProjectionFold)]
    /// The folds of each event name's number.
    private var interested: [Int64: [any ProjectionFold]] = [:]
    /// The day up to which slots were removed since the process began.
    var slotsRemovedBefore: Int?
    /// New events by the day on which they arrived.
    private var arrivals: [Int: Int] = [:]
    private let insert: SQLiteStatement
    private let addStray: SQLiteStatement
    private let addArrivals: SQLiteStatement
    private let addDeadLetter: SQLiteStatement
    private let setPosition: SQLiteStatement
    private let forgetPosition: SQLiteStatement

    init(at url: URL, _ projections: [any Projection], keys: PropertyKeys, retention: Retention) throws(StoreError) {
        self.retention = retention
        self.keys = keys
        connection = try SQLiteConnection(path: url.path)
        try WarehouseSchema.prepare(connection, projections)
        names = try NameTable(connection)
        eventNames = try names.list(
            "event", most: Self.mostNames,
            reserved: projections.reduce(into: Set()) { $0.formUnion($1.eventNames ?? []) })
        slots = try EventSlots(connection)
        sweep = try EventSweep(connection)
        insert = try connection.prepare(
            """
            INSERT INTO event (id, scope, name, time, received, install, user, session, sequence, advertiser, properties)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
            """)
        addStray = try connection.prepare("INSERT OR IGNORE INTO stray (day, id) VALUES (?, ?)")
        addArrivals = try connection.prepare(
            """
            INSERT INTO event_day (day, whole, empty) VALUES (?, ?, 0)
            ON CONFLICT (day) DO UPDATE SET whole = event_day.whole + excluded.whole
            """)
        addDeadLetter = try connection.prepare("INSERT INTO dead_letter (received, reason, body) VALUES (?, ?, ?)")
        setPosition = try connection.prepare(
            "INSERT INTO cursor (spool, position) VALUES (?, ?) ON CONFLICT (spool) DO UPDATE SET position = excluded.position"
        )
        forgetPosition = try connection.prepare("DELETE FROM cursor WHERE spool = ?")
        let context = FoldContext(connection: connection, names: names, keys: keys)
        var folds: [(eventNames: Set<String>?, fold: any ProjectionFold)] = []
        for projection in projections { folds.append((projection.eventNames, try projection.open(in: context))) }
        self.folds = folds
    }

    func positions() throws(StoreError) -> [SpoolPosition] {
        let select = try connection.prepare("SELECT spool, position FROM cursor")
        var positions: [SpoolPosition] = []
        while try select.step() {
            guard let segment = SpoolSegment(name: select.text(0)) else { continue }
            positions.append(SpoolPosition(segment: segment, offset: Int(select.integer(1))))
        }
        return positions
    }

    func append(_ chunk: EventChunk) throws(StoreError) -> AppendResult {
        var result = AppendResult()
        do {
            try connection.transaction { () throws(StoreError) in
                try chunk.bytes.withUnsafeBufferPointer { (bytes) throws(StoreError) in
                    let bytes = UnsafeRawBufferPointer(bytes)
                    for (place, batch) in chunk.batches.enumerated() { try append(batch, at: place, bytes, &result) }
                }
                try slots.write()
                try writeArrivals()
                for (_, fold) in folds { try fold.write() }
                try store(chunk.end, without: chunk.gone)
            }
        } catch {
            forget()
            throw error
        }
        result.finish(chunk)
        return result
    }

    func tidy(now: Timestamp) throws(StoreError) {
        do {
            for (_, fold) in folds {
                try connection.transaction { () throws(StoreError) in try fold.tidy(now: now) }
            }
        } catch {
            forget()
            throw error
        }
    }

    private func forget() {
        names.forget()
        slots.forget()
        arrivals = [:]
        interested = [:]
        for (_, fold) in folds { fold.forget() }
    }

    private func append(
        _ batch: StoredBatch, at place: Int, _ bytes: UnsafeRawBufferPointer, _ result: inout AppendResult
    ) throws(StoreError) {
        let body = UnsafeRawBufferPointer(rebasing: bytes[batch.body]).bindMemory(to: UInt8.self)
        let (scanned, problem) = EventChunk.read(batch, in: bytes, keys: keys)
        if let problem {
            addDeadLetter.bind(1, batch.received.milliseconds)
            addDeadLetter.bind(2, problem)
            addDeadLetter.bind(3, blob: Array(body))
            try addDeadLetter.run()
            result.deadLetters += 1
        }
        guard let scanned else { return }
        let scope = try names.number(of: batch.scope.description)
        let batch = FoldedBatch(batch, scanned, body, scopeNumber: scope)
        for (_, fold) in folds { try fold.batchBegan(batch) }
        var append = try BatchAppend(batch, self)
        let new = try append.run()
        result.duplicates += batch.events.count - new.count
        result.add(new, of: batch, at: place)
        arrivals[Day(batch.received).number, default: 0] += new.count
    }

    // MARK: What BatchAppend needs

    func number(of name: TextSpan, in batch: FoldedBatch) throws(StoreError) -> Int64 {
        try batch.withBytes(of: name) { (bytes) throws(StoreError) in
            try eventNames.number(of: bytes, scope: batch.scopeNumber)
        }
    }

    func folds(of number: Int64, _ name: TextSpan, in batch: FoldedBatch) -> [any ProjectionFold] {
        if let known = interested[number] { return known }
        let name = name.text.map(batch.scanner.string) ?? ""
        let folds = folds.filter { $0.eventNames?.contains(name) ?? true }.map(\.fold)
        interested[number] = folds
        return folds
    }

    /// Whether the event was not there yet.
    func store(_ event: FoldedEvent, of batch: FoldedBatch) throws(StoreError) -> Bool {
        let marked = event.marked
        var key = (marked.high.bigEndian, marked.low.bigEndian)
        return try withUnsafeBytes(of: &key) { (key) throws(StoreError) in
            insert.bind(1, borrowedBlob: key)
            insert.bind(2, batch.scopeNumber)
            insert.bind(3, event.name)
            insert.bind(4, event.time.milliseconds)
            insert.bind(5, batch.received.milliseconds)
            bind(6, batch.envelope.install, batch)
            bind(7, marked.user, batch)
            bind(8, marked.session, batch)
            insert.bind(9, marked.sequence)
            bind(10, batch.envelope.advertiser, batch)
            bind(11, marked.properties, batch)
            try insert.run()
            return insert.changes == 1
        }
    }

    func storeStray(_ id: EventID, arrivedOn day: Int) throws(StoreError) {
        addStray.bind(1, Int64(day))
        addStray.bind(2, blob: id.bytes)
        try addStray.run()
    }

    private func bind(_ index: Int32, _ span: TextSpan, _ batch: FoldedBatch) {
        guard let text = span.text else { return insert.bindNull(index) }
        guard !text.isEscaped else { return insert.bind(index, text: batch.scanner.decoded(text)) }
        insert.bind(index, borrowedText: batch.scanner.slice(text.range))
    }

    private func writeArrivals() throws(StoreError) {
        for (day, count) in arrivals where count > 0 {
            addArrivals.bind(1, Int64(day))
            addArrivals.bind(2, Int64(count))
            try addArrivals.run()
        }
        arrivals = [:]
    }

    private func store(_ position: SpoolPosition, without gone: [SpoolSegment]) throws(StoreError) {
        for segment in gone {
            forgetPosition.bind(1, segment.name)
            try forgetPosition.run()
        }
        setPosition.bind(1, position.segment.name)
        setPosition.bind(2, Int64(position.offset))
        try setPosition.run()
    }
}
