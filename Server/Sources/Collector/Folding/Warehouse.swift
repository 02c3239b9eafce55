import Foundation
import MarqueeWire
import PlatformStore

/// The warehouse's one writer: moves spooled batches into tables, each transaction with the position it reached, so
/// that a crash repeats nothing and skips nothing.
final class Warehouse {
    struct Outcome: Sendable {
        var statistics = FoldStatistics()
        /// What was read of the spool.
        let position: SpoolPosition
        /// Where bytes of the spool were set aside that hold no batch.
        let damage: URL?
        var live: [LiveEvent] = []
        /// The last that were folded of each app, oldest first.
        private(set) var newest: [String: [FoldedEvent]] = [:]

        /// Keeps a batch's events while they are among the newest of their app.
        mutating func note(_ events: [FoldedEvent], of app: String) {
            newest[app, default: []] += events.suffix(LiveEvents.capacity)
            let surplus = newest[app, default: []].count - LiveEvents.capacity
            if surplus >= LiveEvents.capacity { newest[app]?.removeFirst(surplus) }
        }
    }

    let connection: SQLiteConnection
    private let spool: SpoolReader
    /// What was read and is not folded yet.
    private var chunk: SpoolReader.Chunk?
    private let terms: Terms
    private let insert: SQLiteStatement
    private let addFigures: SQLiteStatement
    private let addReaders: SQLiteStatement
    private let addInstall: SQLiteStatement
    private let addStray: SQLiteStatement
    private let addArrivals: SQLiteStatement
    private let profiles: ProfileCounts
    let sweep: EventSweep
    let retention: Retention
    private let addDeadLetter: SQLiteStatement
    private let setPosition: SQLiteStatement
    private let forgetPosition: SQLiteStatement

    /// Opens the warehouse, which goes on reading the spool where it stopped.
    init(at url: URL, spool segments: SpoolSegments, retention: Retention = Retention()) throws(StoreError) {
        self.retention = retention
        connection = try SQLiteConnection(path: url.path)
        try WarehouseSchema.prepare(connection)
        spool = SpoolReader(segments, after: try Self.positions(in: connection))
        terms = try Terms(connection)
        insert = try connection.prepare(
            """
            INSERT INTO event (id, scope, name, time, received, install, user, session, sequence, advertiser, properties)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
            """)
        addFigures = try connection.prepare(
            """
            INSERT INTO rollup (scope, day, page, entry, presentations, views, reads, dwell, completions, links)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, day, page, entry) DO UPDATE SET
            presentations = rollup.presentations + excluded.presentations, views = rollup.views + excluded.views,
            reads = rollup.reads + excluded.reads, dwell = rollup.dwell + excluded.dwell,
            completions = rollup.completions + excluded.completions, links = rollup.links + excluded.links
            RETURNING id
            """)
        addReaders = try connection.prepare(
            """
            INSERT INTO reader (rollup, block, bits) VALUES (?, ?, ?) ON CONFLICT (rollup, block) DO UPDATE SET
            bits = reader.bits | excluded.bits WHERE reader.bits | excluded.bits <> reader.bits
            """)
        addInstall = try connection.prepare(
            """
            INSERT INTO install (scope, id, first_seen, last_seen, sdk, release, events) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, id) DO UPDATE SET last_seen = excluded.last_seen, sdk = excluded.sdk,
            release = COALESCE(excluded.release, install.release), events = install.events + excluded.events
            """)
        addStray = try connection.prepare("INSERT OR IGNORE INTO stray (day, id) VALUES (?, ?)")
        addArrivals = try connection.prepare(
            """
            INSERT INTO event_day (day, whole, empty) VALUES (?, ?, 0)
            ON CONFLICT (day) DO UPDATE SET whole = event_day.whole + excluded.whole
            """)
        profiles = try ProfileCounts(connection)
        sweep = try EventSweep(connection)
        addDeadLetter = try connection.prepare("INSERT INTO dead_letter (received, reason, body) VALUES (?, ?, ?)")
        setPosition = try connection.prepare(
            "INSERT INTO cursor (spool, position) VALUES (?, ?) ON CONFLICT (spool) DO UPDATE SET position = excluded.position"
        )
        forgetPosition = try connection.prepare("DELETE FROM cursor WHERE spool = ?")
    }

    func oldestUnfolded() -> Timestamp? { spool.oldestReceived() }

    /// Reads the next batches; whose they are, or `nil` when there are none.
    func read() throws(StoreError) -> Set<Scope>? {
        if chunk == nil { chunk = try spool.next() }
        return chunk.map { Set($0.batches.map(\.scope)) }
    }

    /// Folds the next batches; `nil` when there are none.
    /// - Parameter newest: the newest release of each scope; of another one any release may be.
    func fold(newest: [Scope: Int64] = [:]) throws(StoreError) -> Outcome? {
        guard try read() != nil, let chunk else { return nil }
        self.chunk = nil
        var outcome = Outcome(position: chunk.end, damage: chunk.damage)
        do {
            try connection.transaction { () throws(StoreError) in
                var tally = Tally()
                try chunk.bytes.withUnsafeBufferPointer { (bytes) throws(StoreError) in
                    for (place, batch) in chunk.batches.enumerated() {
                        let newest = newest[batch.scope] ?? .max
                        try fold(batch, at: place, UnsafeRawBufferPointer(bytes), newest, &tally, &outcome)
                    }
                }
                try write(tally)
                try note(chunk.end)
            }
        } catch {
            terms.forget()
            profiles.forget()
            throw error
        }
        outcome.live = outcome.newest.values.flatMap { $0.suffix(LiveEvents.capacity).map { $0.live(in: chunk) } }
        spool.advance(to: chunk.end)
        outcome.statistics.batches = chunk.batches.count
        return outcome
    }

    private func fold(
        _ batch: StoredBatch, at place: Int, _ bytes: UnsafeRawBufferPointer, _ newest: Int64,
        _ tally: inout Tally, _ outcome: inout Outcome
    ) throws(StoreError) {
        let body = UnsafeRawBufferPointer(rebasing: bytes[batch.body]).bindMemory(to: UInt8.self)
        var found = BatchIndex.read(UnsafeRawBufferPointer(rebasing: bytes[batch.index]), for: body.count)
        if found == nil { found = try indexAgain(batch, body, &outcome) }
        guard let found else { return }
        var fold = try BatchFold(batch, at: place, found.envelope, found.events, body, terms, newest: newest)
        try fold.run(insert, addStray, &tally, &outcome)
    }

    /// Reads a batch whose index another version of the program wrote.
    ///
    /// What can no longer be read was acknowledged once, perhaps, and is set aside.
    private func indexAgain(_ batch: StoredBatch, _ body: UnsafeBufferPointer<UInt8>, _ outcome: inout Outcome)
        throws(StoreError) -> (envelope: BatchIndex.Envelope, events: [IndexedEvent])?
    {
        let scanned: ScannedBatch
        do { scanned = try BatchScanner.scan(body) } catch {
            try bury(batch, body, "\(error)", &outcome)
            return nil
        }
        let rejected = scanned.verdicts.indices.filter { scanned.verdicts[$0] == .rejected }
        let reasons = zip(rejected, scanned.reasons).map { "event \($0): \($1)" }
        if !reasons.isEmpty { try bury(batch, body, reasons.prefix(10).joined(separator: "; "), &outcome) }
        return (scanned.envelope, scanned.accepted)
    }

    private func bury(
        _ batch: StoredBatch, _ body: UnsafeBufferPointer<UInt8>, _ reason: String, _ outcome: inout Outcome
    ) throws(StoreError) {
        addDeadLetter.bind(1, batch.received.milliseconds)
        addDeadLetter.bind(2, reason)
        addDeadLetter.bind(3, blob: Array(body))
        try addDeadLetter.run()
        outcome.statistics.deadLetters += 1
    }

    private func write(_ tally: Tally) throws(StoreError) {
        for row in tally.rows {
            let id = try add(row.figures, row.key)
            for (block, bits) in Readers.blocks(of: row.readers) {
                addReaders.bind(1, id)
                addReaders.bind(2, block)
                addReaders.bind(3, bits)
                try addReaders.run()
            }
        }
        for (key, install) in tally.installs {
            addInstall.bind(1, key.scope)
            addInstall.bind(2, key.id)
            addInstall.bind(3, install.firstSeen)
            addInstall.bind(4, install.lastSeen)
            addInstall.bind(5, install.sdk)
            addInstall.bind(6, install.release)
            addInstall.bind(7, Int64(install.events))
            try addInstall.run()
        }
        // Readers are numbered as they come: the tags of the first are counted while there is room for more.
        for (key, profile) in tally.profiles.sorted(by: { $0.key.reader < $1.key.reader }) {
            try profiles.note(profile, of: key)
        }
        try profiles.write()
        for (day, count) in tally.arrivals where count > 0 {
            addArrivals.bind(1, Int64(day))
            addArrivals.bind(2, Int64(count))
            try addArrivals.run()
        }
    }

    /// Forgets users whose profiles were told before a day.
    func forgetProfiles(before day: Day) throws(StoreError) {
        try connection.transaction { () throws(StoreError) in
            try connection.execute(
                """
                DELETE FROM user_profile WHERE time < \(day.start.milliseconds);
                DELETE FROM tag_day WHERE day < \(day.number);
                DELETE FROM tag WHERE id NOT IN (SELECT tag FROM tag_day);
                """)
        }
        profiles.forget()
    }

    /// The number of the row.
    private func add(_ figures: Figures, _ key: Tally.Key) throws(StoreError) -> Int64 {
        addFigures.bind(1, key.scope)
        addFigures.bind(2, Int64(key.day))
        addFigures.bind(3, key.page)
        addFigures.bind(4, key.entry)
        addFigures.bind(5, Int64(figures.presentations))
        addFigures.bind(6, Int64(figures.views))
        addFigures.bind(7, Int64(figures.reads))
        addFigures.bind(8, figures.dwellMilliseconds)
        addFigures.bind(9, Int64(figures.completions))
        addFigures.bind(10, Int64(figures.links))
        defer { addFigures.reset() }
        guard try addFigures.step() else { throw StoreError(.storage, "figures were not written") }
        return addFigures.integer(0)
    }

    /// How far the spool was folded; places in files that were removed since are forgotten.
    private func note(_ position: SpoolPosition) throws(StoreError) {
        for segment in spool.gone {
            forgetPosition.bind(1, segment.name)
            try forgetPosition.run()
        }
        setPosition.bind(1, position.segment.name)
        setPosition.bind(2, Int64(position.offset))
        try setPosition.run()
    }

    private static func positions(in connection: SQLiteConnection) throws(StoreError) -> [SpoolPosition] {
        let select = try connection.prepare("SELECT spool, position FROM cursor")
        var positions: [SpoolPosition] = []
        while try select.step() {
            guard let segment = SpoolSegment(name: select.text(0)) else { continue }
            positions.append(SpoolPosition(segment: segment, offset: Int(select.integer(1))))
        }
        return positions
    }
}
