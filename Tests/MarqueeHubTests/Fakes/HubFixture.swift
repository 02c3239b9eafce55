import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

/// A hub over a release in memory, with a real core in a temporary folder and a clock that a test moves.
struct HubFixture {
    let folder: TemporaryFolder
    let clock = ManualClock()
    let core: Core
    let hub: Hub
    let delivery: FakeDelivery
    let log = RecordingLog()

    init(user: String? = "reader", build: String = "1", _ configure: (inout FakeDelivery.State) -> Void = { _ in })
        throws
    {
        folder = try TemporaryFolder()
        let environment = Environment(folder: folder.url, transport: FakeTransport(), clock: clock)
        let service = try #require(URL(string: "https://marquee.example/v1/apps/brand/main"))
        core = try Core(configuration: Configuration(service: service, trustAnchors: []), environment: environment)
        core.log.severityLevel = .info
        core.log.setReceiver(log)
        if let user {
            try core.users.create(user)
            try core.users.activate(user)
        }
        var state = FakeDelivery.State()
        state.stored = try FakeRelease.sample()
        configure(&state)
        delivery = FakeDelivery(state)
        hub = Hub(core: core, build: build)
        hub.attach(delivery)
    }

    static func fresh(
        _ state: Fresh.State = .active, refresh: Fresh.Refresh = .staleOK, revoked: [ContentURI] = []
    ) throws -> Fresh {
        Fresh(
            scope: try Scope(app: "brand"), version: 1, issued: Timestamp(milliseconds: 0),
            expires: Timestamp(milliseconds: .max), root: 1,
            release: .init(version: 1, object: ObjectReference(of: Data())), state: state, revoked: revoked,
            refresh: refresh)
    }

    /// What was recorded so far, oldest first.
    func events(_ name: String? = nil) async throws -> [Event] {
        try await core.outbox.flush()
        let events = try core.outbox.stored(limit: 10_000).map { try JSONDecoder().decode(Event.self, from: $0.body) }
        return events.filter { name == nil || $0.name == name }
    }

    /// Everything posted while `body` runs.
    func notices(_ body: () async throws -> Void) async throws -> [Notice] {
        let stream = core.notices.subscribe()
        try await body()
        core.notices.post(.activeUserChanged("end of the test's notices"))
        var notices: [Notice] = []
        for await notice in stream {
            if notice == .activeUserChanged("end of the test's notices") { break }
            notices.append(notice)
        }
        return notices
    }
}

/// Keeps every message.
final class RecordingLog: LogReceiver {
    private let lines = Locked<[(severity: Log.Severity, message: String)]>([])

    func log(_ message: String, severity: Log.Severity, verbosity: Log.Verbosity) {
        lines.withLock { $0.append((severity, message)) }
    }

    func messages(_ severity: Log.Severity) -> [String] {
        lines.withLock { lines in lines.filter { $0.severity == severity }.map(\.message) }
    }
}
