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

    private let connection: SQLiteConnection
    private let spool: SpoolReader
    private let terms: Terms
    private let insert: SQLiteStatement
    private let addFigures: SQLiteStatement
    private let addReaders: SQLiteStatement
    private let addInstall: SQLiteStatement
    private let addProfile: SQLiteStatement
    private let addDeadLetter: SQLiteStatement
    private let setPosition: SQLiteStatement
    private let forgetPosition: SQLiteStatement

    /// Opens the warehouse, which goes on reading the spool where it stopped.
    init(at url: URL, spool segments: SpoolSegments) throws(StoreError) {
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
        addProfile = try connection.prepare(
            """
            INSERT INTO profile (scope, reader, time, tags) VALUES (?, ?, ?, ?) ON CONFLICT (scope, reader) DO UPDATE SET
            time = excluded.time, tags = excluded.tags WHERE excluded.time >= profile.time
            """)
        addDeadLetter = try connection.prepare("INSERT INTO dead_letter (received, reason, body) VALUES (?, ?, ?)")
        setPosition = try connection.prepare(
            "INSERT INTO cursor (spool, position) VALUES (?, ?) ON CONFLICT (spool) DO UPDATE SET position = excluded.position"
        )
        forgetPosition = try connection.prepare("DELETE FROM cursor WHERE spool = ?")
    }

    func oldestUnfolded() -> Timestamp? { spool.oldestReceived() }

    /// Folds the next batches; `nil` when there are none.
    func fold() throws(StoreError) -> Outcome? {
        guard let chunk = try spool.next() else { return nil }
        var outcome = Outcome(position: chunk.end, damage: chunk.damage)
        do {
            try connection.transaction { () throws(StoreError) in
                var tally = Tally()
                try chunk.bytes.withUnsafeBufferPointer { (bytes) throws(StoreError) in
                    for (place, batch) in chunk.batches.enumerated() {
                        try fold(batch, at: place, UnsafeRawBufferPointer(bytes), &tally, &outcome)
                    }
                }
                try write(tally)
                try note(chunk.end)
            }
        } catch {
            terms.forget()
            throw error
        }
        outcome.live = outcome.newest.values.flatMap { $0.suffix(LiveEvents.capacity).map { $0.live(in: chunk) } }
        spool.advance(to: chunk.end)
        outcome.statistics.batches = chunk.batches.count
        return outcome
    }

    private func fold(
        _ batch: StoredBatch, at place: Int, _ bytes: UnsafeRawBufferPointer, _ tally: inout Tally,
        _ outcome: inout Outcome
    ) throws(StoreError) {
        let body = UnsafeRawBufferPointer(rebasing: bytes[batch.body]).bindMemory(to: UInt8.self)
        var found = BatchIndex.read(UnsafeRawBufferPointer(rebasing: bytes[batch.index]), for: body.count)
        if found == nil { found = try indexAgain(batch, body, &outcome) }
        guard let found else { return }
        var fold = try BatchFold(batch, at: place, found.envelope, found.events, body, terms)
        try fold.run(insert, &tally, &outcome)
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
        for (key, profile) in tally.profiles {
            addProfile.bind(1, key.scope)
            addProfile.bind(2, key.reader)
            addProfile.bind(3, profile.time)
            addProfile.bind(4, profile.tags)
            try addProfile.run()
        }
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
