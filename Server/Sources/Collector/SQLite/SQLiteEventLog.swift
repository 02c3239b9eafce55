import Dispatch
import Foundation
import MarqueeWire
import PlatformStore
import Synchronization

/// The log in a SQLite file, with its projections in the same file.
final class SQLiteEventLog: EventLog {
    let positions: [SpoolPosition]
    /// Reads beside the writer.
    let reader: WarehouseReader
    /// What the warehouse took on disk when it was opened.
    let openingUsage: WarehouseUsage
    private let projections: [any Projection]
    private let writer: Mutex<LogWriter>
    private let queue = DispatchQueue(label: "marquee.log")

    init(
        at url: URL, projections: [any Projection], keys: PropertyKeys, retention: Retention = Retention()
    ) throws(StoreError) {
        self.projections = projections
        let writer = try LogWriter(at: url, projections, keys: keys, retention: retention)
        positions = try writer.positions()
        openingUsage = try writer.usage()
        self.writer = Mutex(writer)
        reader = try WarehouseReader(url)
    }

    func append(_ chunk: EventChunk) async throws(StoreError) -> AppendResult {
        for projection in projections { await projection.prepare(for: chunk.scopes) }
        return try await write { (writer) throws(StoreError) in try writer.append(chunk) }
    }

    func events(_ query: EventQuery) async throws(StoreError) -> EventPage {
        try await reader.answer { (connection) throws(StoreError) in
            var search = try EventSearch(query, connection)
            return try search?.run() ?? EventPage(events: [], next: nil)
        }
    }

    func usage() async throws(StoreError) -> WarehouseUsage {
        try await write { (writer) throws(StoreError) in try writer.usage() }
    }

    func trim(now: Timestamp, isPressing: Bool) async throws(StoreError) -> Bool {
        try await write { (writer) throws(StoreError) in try writer.trim(now: now, isPressing: isPressing) }
    }

    func tidy(now: Timestamp) async throws(StoreError) -> TidyStep {
        try await write { (writer) throws(StoreError) in try writer.tidy(now: now) }
    }

    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (LogWriter) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            try writer.withLock { (writer) throws(StoreError) in try body(writer) }
        }
    }
}
