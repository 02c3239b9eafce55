import Foundation
import MarqueeWire
import PlatformStore

/// The warehouse's one writer: moves spooled batches into tables, each transaction with the position it reached, so
/// that a crash repeats nothing and skips nothing.
final class Warehouse {
    struct Outcome: Sendable {
        var statistics = FoldStatistics()
        var position: Int64 = 0
        var live: [LiveEvent] = []
        /// All that were folded, oldest first.
        var newest: [FoldedEvent] = []
    }

    private let connection: SQLiteConnection
    private let spool: SpoolFile
    private let terms: Terms
    private let insert: SQLiteStatement
    private let addFigures: SQLiteStatement
    private let addReader: SQLiteStatement
    private let addInstall: SQLiteStatement
    private let addDeadLetter: SQLiteStatement
    private let setPosition: SQLiteStatement
    private var position: Int64

    /// Opens the warehouse; `spool` is the folder's own connection, beside the intake's.
    init(at url: URL, spool: SpoolFile) throws(StoreError) {
        self.spool = spool
        connection = try SQLiteConnection(path: url.path)
        try connection.execute(WarehouseSchema.statements)
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
            """)
        addReader = try connection.prepare(
            """
            INSERT INTO reader (scope, day, page, entry, reader) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (scope, day, page, entry, reader) DO NOTHING
            """)
        addInstall = try connection.prepare(
            """
            INSERT INTO install (scope, id, first_seen, last_seen, sdk, release, events) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, id) DO UPDATE SET last_seen = excluded.last_seen, sdk = excluded.sdk,
            release = COALESCE(excluded.release, install.release), events = install.events + excluded.events
            """)
        addDeadLetter = try connection.prepare("INSERT INTO dead_letter (received, reason, body) VALUES (?, ?, ?)")
        setPosition = try connection.prepare(
            "INSERT INTO cursor (spool, position) VALUES (?, ?) ON CONFLICT (spool) DO UPDATE SET position = excluded.position"
        )
        let select = try connection.prepare("SELECT position FROM cursor WHERE spool = ?")
        select.bind(1, spool.identity)
        position = try select.step() ? select.integer(0) : 0
    }

    func oldestUnfolded() throws(StoreError) -> Timestamp? { try spool.oldestReceived(after: position) }

    /// Folds the next batches; `nil` when there are none.
    func fold() throws(StoreError) -> Outcome? {
        let batches = try spool.batches(after: position, count: 200, size: 8 * 1024 * 1024)
        guard let last = batches.last?.id else { return nil }
        var outcome = Outcome()
        do {
            try connection.transaction { () throws(StoreError) in
                var tally = Tally()
                for (place, (_, batch)) in batches.enumerated() { try fold(batch, at: place, &tally, &outcome) }
                try write(tally)
                setPosition.bind(1, spool.identity)
                setPosition.bind(2, last)
                try setPosition.run()
            }
        } catch {
            terms.forget()
            throw error
        }
        outcome.live = outcome.newest.suffix(LiveEvents.capacity).map { $0.live(in: batches[$0.batch].batch) }
        outcome.newest = []
        position = last
        outcome.position = last
        outcome.statistics.batches = batches.count
        return outcome
    }

    private func fold(_ batch: SpooledBatch, at place: Int, _ tally: inout Tally, _ outcome: inout Outcome)
        throws(StoreError)
    {
        let result = batch.body.withUnsafeBufferPointer { bytes in
            Result { () throws(StoreError) in
                let scanned: ScannedBatch
                do { scanned = try BatchScanner.scan(bytes) } catch { return try bury(batch, "\(error)", &outcome) }
                var fold = try BatchFold(batch, at: place, scanned, bytes, terms)
                try fold.run(insert, &tally, &outcome)
                for reason in fold.unexpected { try bury(batch, reason, &outcome) }
            }
        }
        try result.get()
    }

    private func bury(_ batch: SpooledBatch, _ reason: String, _ outcome: inout Outcome) throws(StoreError) {
        addDeadLetter.bind(1, batch.received.milliseconds)
        addDeadLetter.bind(2, reason)
        addDeadLetter.bind(3, blob: batch.body)
        try addDeadLetter.run()
        outcome.statistics.deadLetters += 1
    }

    private func write(_ tally: Tally) throws(StoreError) {
        for (key, figures) in tally.figures {
            bind(key, addFigures)
            let values = [
                Int64(figures.presentations), Int64(figures.views), Int64(figures.reads), figures.dwellMilliseconds,
                Int64(figures.completions), Int64(figures.links),
            ]
            for (index, value) in values.enumerated() { addFigures.bind(Int32(5 + index), value) }
            try addFigures.run()
        }
        for reader in tally.readers {
            bind(reader.key, addReader)
            addReader.bind(5, reader.reader)
            try addReader.run()
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
    }

    private func bind(_ key: Tally.Key, _ statement: SQLiteStatement) {
        statement.bind(1, key.scope)
        statement.bind(2, Int64(key.day))
        statement.bind(3, key.page)
        statement.bind(4, key.entry)
    }
}
