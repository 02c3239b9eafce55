import Foundation
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Collector

/// An engine that has to pass ``EventLogTests``; another engine is one more element of ``all``.
struct LogEngine: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Opens the log in a folder.
    let open: @Sendable (URL, [any Projection], Retention) throws -> any EventLog

    static let all = [
        LogEngine(testDescription: "SQLite") { folder, projections, retention in
            try SQLiteEventLog(
                at: folder.appending(path: "warehouse.sqlite3"), projections: projections,
                keys: PropertyKeys(projections), retention: retention)
        }
    ]
}

/// A log of an engine in a folder of its own.
struct TemporaryLog {
    let store: TemporaryCollector
    let engine: LogEngine
    var projections: [any Projection] = []
    var retention = Retention()

    init(_ engine: LogEngine, _ projections: [any Projection] = [], retention: Retention = Retention()) throws {
        store = try TemporaryCollector()
        self.engine = engine
        self.projections = projections
        self.retention = retention
    }

    var scope: Scope { store.scope }

    func open() throws -> any EventLog { try engine.open(store.folder, projections, retention) }
}

extension EventChunk {
    static let segment = SpoolSegment(after: nil)

    /// A chunk of batches as the spool holds them.
    init(
        _ bodies: [[UInt8]], of scope: Scope, end: Int = 1, received: Timestamp = TemporaryCollector.now,
        gone: [SpoolSegment] = []
    ) {
        var bytes: [UInt8] = []
        var batches: [StoredBatch] = []
        for body in bodies {
            let start = bytes.count
            bytes += body
            batches.append(StoredBatch(scope: scope, received: received, index: 0..<0, body: start..<bytes.count))
        }
        self.init(
            bytes: bytes, batches: batches, end: SpoolPosition(segment: Self.segment, offset: end), gone: gone)
    }

    init(_ events: [Event], of scope: Scope, install: String = "i1", end: Int = 1) throws {
        self.init([try Sample.body(events, install: install)], of: scope, end: end)
    }
}

/// A projection that writes what it folds into one table, and fails when a test wants it to.
final class RecordingProjection: Projection {
    let name = "recording"
    let eventNames: Set<String>?
    let keys = [PropertyKey("colour", longest: 8), PropertyKey("size")]
    let versions = ["CREATE TABLE recorded (name INTEGER NOT NULL, colour TEXT, size INTEGER)"]
    let fails = Mutex(false)
    let prepared = Mutex<Set<Scope>>([])

    init(_ eventNames: Set<String>? = nil) { self.eventNames = eventNames }

    func prepare(for scopes: Set<Scope>) async { prepared.withLock { $0.formUnion(scopes) } }

    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold { try Fold(warehouse, self) }

    private final class Fold: ProjectionFold {
        private let projection: RecordingProjection
        private let colour, size: FoldKey
        private let insert: SQLiteStatement
        private var rows: [(Int64, String?, Int64?)] = []

        init(_ warehouse: FoldContext, _ projection: RecordingProjection) throws(StoreError) {
            self.projection = projection
            colour = warehouse.key(PropertyKey("colour", longest: 8))
            size = warehouse.key(PropertyKey("size"))
            insert = try warehouse.connection.prepare("INSERT INTO recorded VALUES (?, ?, ?)")
        }

        func fold(_ events: [FoldedEvent], of batch: FoldedBatch) {
            for event in events { record(event, of: batch) }
        }

        private func record(_ event: FoldedEvent, of batch: FoldedBatch) {
            rows.append(
                (event.name, batch.text(colour, of: event).map(batch.scanner.string), batch.integer(size, of: event)))
        }

        func write() throws(StoreError) {
            for row in rows {
                insert.bind(1, row.0)
                insert.bind(2, row.1)
                insert.bind(3, row.2)
                try insert.run()
            }
            rows = []
            if projection.fails.withLock({ $0 }) { throw StoreError(.storage, "the test wants it") }
        }

        func forget() { rows = [] }
    }
}
