import Foundation
import GRDB
import MarqueeTesting
import MarqueeWire

@testable import MarqueeCore

/// A core in a temporary folder, with a manual clock and a scripted network.
final class CoreFixture: Sendable {
    let folder: TemporaryFolder
    let clock = ManualClock()
    let transport: FakeTransport

    init(_ transport: FakeTransport = FakeTransport()) throws {
        folder = try TemporaryFolder()
        self.transport = transport
    }

    var environment: Environment { Environment(folder: folder.url, transport: transport, clock: clock) }

    func core(
        _ settings: [ConfigurationKey: ConfigurationKey.Value] = [:], advertiser: Advertiser = Advertiser(),
        log: Log = Log(build: .release), appState: AppState = .foreground,
        reached: (@Sendable (FaultPoint) throws -> Void)? = nil
    ) throws -> Core {
        var environment = environment
        if let reached { environment.reached = reached }
        guard let service = URL(string: "https://marquee.example/v1/apps/brand/main") else {
            throw MarqueeError(.invalidParameters, "the text is not a URL")
        }
        let configuration = Configuration(service: service, trustAnchors: [], settings: settings)
        return try Core(
            configuration: configuration, environment: environment, log: log, advertiser: advertiser,
            appState: appState)
    }

    func outbox(_ limits: OutboxLimits = OutboxLimits()) throws -> Outbox {
        try Outbox(environment: environment, limits: limits, log: Log(build: .release))
    }

    /// Overwrites an open outbox, as a defect of the disk does, and lets the outbox find the damage.
    func replaceOutbox(of outbox: Outbox) throws {
        let file = folder.url.appending(path: OutboxStore.fileName)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        try Data(repeating: 0xAB, count: 100_000).write(to: file)
        try outbox.store.check()
    }

    /// The batches sent so far, decoded as a server decodes them.
    func batches() throws -> [EventBatch] { try transport.requests.map(Self.batch) }

    static func batch(_ request: TransportRequest) throws -> EventBatch {
        try batch(gzip: request.body ?? Data())
    }

    static func batch(gzip: Data) throws -> EventBatch {
        let json = try Gzip.decompress(gzip, maximum: EventBatch.maximumSize)
        return try JSONDecoder().decode(EventBatch.self, from: json)
    }

    /// The answer of a server that accepts all events of a batch.
    static let accepting: FakeTransport.Answer = { request throws(TransportError) in
        guard let batch = try? batch(request) else { return TransportResponse(status: 400) }
        return receipt(batch.events.map(\.id), batch.events.map { _ in .accepted })
    }

    static func receipt(_ ids: [EventID], _ verdicts: [EventReceipt.Verdict], _ reasons: [String] = [])
        -> TransportResponse
    {
        let receipt = EventReceipt(batch: EventReceipt.batchID(of: ids), verdicts: verdicts, reasons: reasons)
        return TransportResponse(status: 200, body: Data(((try? receipt.json) ?? "").utf8))
    }
}

extension OutboxStore {
    /// Limits the number of pages of the file, to simulate a full disk.
    func limitPages(_ pages: Int) throws(MarqueeError) {
        try read { _ = try Int.fetchOne($0, sql: "PRAGMA max_page_count = \(pages)") }
    }
}
