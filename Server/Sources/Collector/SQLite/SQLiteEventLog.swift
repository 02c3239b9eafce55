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
    private let keys: PropertyKeys
    private let recipients: (any OptedOutRecipients)?
    private let testDevices: (any TestDeviceStore)?
    private let writer: Mutex<LogWriter>
    private let queue = DispatchQueue(label: "marquee.log")

    init(
        at url: URL, projections: [any Projection], keys: PropertyKeys, retention: Retention = Retention(),
        recipients: (any OptedOutRecipients)? = nil, testDevices: (any TestDeviceStore)? = nil
    ) throws(StoreError) {
        self.projections = projections
        self.keys = keys
        self.recipients = recipients
        self.testDevices = testDevices
        let writer = try LogWriter(at: url, projections, keys: keys, retention: retention)
        positions = try writer.positions()
        openingUsage = try writer.usage()
        self.writer = Mutex(writer)
        reader = try WarehouseReader(url)
    }

    func append(_ chunk: EventChunk) async throws(StoreError) -> AppendResult {
        for projection in projections { await projection.prepare(for: chunk.scopes) }
        let facts = try await facts(of: chunk)
        return try await write { (writer) throws(StoreError) in try writer.append(chunk, facts: facts) }
    }

    private func facts(of chunk: EventChunk) async throws(StoreError) -> [String: AppFacts] {
        var facts: [String: AppFacts] = [:]
        for (app, optedOut) in try await recipients?.optedOut(in: chunk, keys: keys) ?? [:] {
            facts[app, default: AppFacts()].optedOut = optedOut
        }
        guard let testDevices else { return facts }
        for app in Set(chunk.scopes.map(\.app)) {
            facts[app, default: AppFacts()].testDevices = try await testDevices.devices(of: app)
        }
        return facts
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

    func requestErasure(_ ids: PersonIDs, scope: Scope, now: Timestamp) async throws(StoreError) -> Int64 {
        try await write { (writer) throws(StoreError) in
            try writer.requestErasure(ids, scope: scope, now: now)
        }
    }

    func requestErasure(
        ofOptedOut installs: [Scope: [String]], through place: String, now: Timestamp
    ) async throws(StoreError) {
        try await write { (writer) throws(StoreError) in
            try writer.requestErasure(ofOptedOut: installs, through: place, now: now)
        }
    }

    func optOutPlace() async throws(StoreError) -> String? {
        try await write { (writer) throws(StoreError) in try writer.erasures.optOutPlace() }
    }

    func erase(oldestUnfolded: Timestamp?, now: Timestamp) async throws(StoreError) -> Bool {
        try await write { (writer) throws(StoreError) in
            try writer.erase(oldestUnfolded: oldestUnfolded, now: now)
        }
    }

    func setLink(_ link: IdentityLink.Key, scope: Scope, removed: Timestamp?) async throws(StoreError) -> Bool {
        try await write { (writer) throws(StoreError) in
            try writer.setLink(link, scope: scope, removed: removed)
        }
    }

    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (LogWriter) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        try await BlockingWork.run(on: queue) { [self] () throws(StoreError) in
            try writer.withLock { (writer) throws(StoreError) in try body(writer) }
        }
    }
}
