import Foundation
import Logging
import MarqueeWire
import PlatformStore

@testable import Collector

/// A collector in a folder of its own, its clock standing still.
final class TemporaryCollector: Sendable {
    static let now = Timestamp(milliseconds: 1_790_000_000_000)
    let folder: URL
    let scope: Scope

    init() throws {
        scope = try Scope(app: "demo")
        folder = FileManager.default.temporaryDirectory.appending(path: "collector-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func open(
        quota: Int = Collector.standardQuota, bounds: Spool.Bounds = Spool.Bounds(),
        recipients: (any OptedOutRecipients)? = nil, testDevices: (any TestDeviceStore)? = nil
    ) throws -> Collector {
        try Collector.open(
            at: folder, logger: Logger(label: "test"), quota: quota, bounds: bounds, now: { Self.now },
            recipients: recipients, testDevices: testDevices)
    }

    /// Puts a batch into the spool as an earlier process may have left it.
    func write(_ batch: SpooledBatch) throws { try write([batch]) }

    func write(_ batches: [SpooledBatch]) throws {
        try SpoolWriter(SpoolSegments(in: spool), quota: .max).append(batches.map { SpoolRecord($0) })
    }

    var spool: URL { folder.appending(path: "spool") }

    /// The spool's files of batches, in their order.
    func segments() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(atPath: spool.path).filter { $0.hasSuffix(".batches") }.sorted()
            .map { spool.appending(path: $0) }
    }

    /// What was set aside because it could not be read.
    func setAside() throws -> [Data] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("spool-damaged-") }
            .map { try Data(contentsOf: folder.appending(path: $0)) }
    }

    /// Everything a query of the warehouse returns in its first column.
    func column(_ sql: String) throws -> [[UInt8]] {
        let select = try SQLiteConnection(path: folder.appending(path: "warehouse.sqlite3").path).prepare(sql)
        var values: [[UInt8]] = []
        while try select.step() { values.append(select.bytes(0)) }
        return values
    }

    func count(_ table: String) throws -> Int {
        Int(String(decoding: try column("SELECT COUNT(*) FROM \(table)").first ?? [], as: UTF8.self)) ?? -1
    }
}

extension PropertyKeys {
    /// The keys that a collector's projections ask for.
    static let all = PropertyKeys(Collector.projections(PublishedReleases { _ in nil }))
}

/// Batches and events as the SDK writes them.
enum Sample {
    static func event(
        _ name: String = "test_ended", id: EventID? = nil, time: Timestamp = TemporaryCollector.now,
        user: String? = "bob",
        _ properties: [String: Event.Value] = [:]
    ) -> Event {
        var random = SystemRandomNumberGenerator()
        return Event(
            id: id ?? EventID(time: time, using: &random), name: name, time: time, sequence: 1, user: user,
            session: nil,
            properties: properties)
    }

    static func body(_ events: [Event], install: String = "i1", sent: Timestamp = TemporaryCollector.now) throws
        -> [UInt8]
    {
        Array(
            try JSONEncoder().encode(
                EventBatch(install: install, sent: sent, sdk: "1.0", advertiser: nil, events: events)))
    }

    /// A batch with one event of the given JSON.
    static func body(event json: String) -> [UInt8] {
        Array(#"{"install":"i","sent":1,"sdk":"1","events":[\#(json)]}"#.utf8)
    }
}

extension SpooledBatch {
    /// As it stands in the spool.
    var record: [UInt8] {
        let record = SpoolRecord(self)
        return record.head + record.body
    }

    init(_ scope: Scope, _ index: BatchIndex, _ body: [UInt8]) {
        self.init(scope: scope, received: TemporaryCollector.now, index: index, body: body)
    }
}
