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
        var environment = Environment(folder: folder.url, transport: FakeTransport(), clock: clock)
        environment.app.build = build
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
        hub = Hub(core)
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

    /// Every notice of the hub while `body` runs.
    func notices(_ body: () async throws -> Void) async throws -> [HubNotice] {
        let stream = hub.notices()
        try await body()
        let end = HubNotice.contentChanged(type: .hub, url: "", title: "the end of the test")
        hub.post(end)
        var notices: [HubNotice] = []
        for await notice in stream {
            if notice == end { break }
            notices.append(notice)
        }
        return notices
    }
}
