import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

/// HUB-206: each refresh records one event with its result.
@Suite(.timeLimit(.minutes(10))) struct RefreshEventTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let service: SimulatedContentService
    private let core: Core
    private let hub: Hub

    init() throws {
        let clock = clock
        folder = try TemporaryFolder()
        service = try SimulatedContentService(now: { clock.now })
        core = try Core(
            configuration: Configuration(service: service.url, trustAnchors: [service.publicKey()]),
            environment: Environment(folder: folder.url, transport: service, clock: clock))
        hub = Hub(core: core, precached: nil)
        try service.publish(.sample())
    }

    private func recordedEvents() async throws -> [Event] {
        try await core.outbox.flush()
        return try core.outbox.stored().map { try JSONDecoder().decode(Event.self, from: $0.body) }
    }

    @Test func `an update records its release, its bytes and its duration`() async throws {
        service.intercept { [clock] path throws(TransportError) in
            if path == "fresh" { clock.advance(by: .milliseconds(1_500)) }
            return nil
        }
        guard case .updated(version: 1, let bytes) = await hub.refresh() else {
            Issue.record("expected an update")
            return
        }
        let events = try await recordedEvents()
        #expect(events.map(\.name) == [EventName.refreshEnded])
        #expect(
            events.first?.properties == [
                "outcome": "updated", "release": 1, "bytes": .integer(Int64(bytes)), "duration_ms": 1_500,
            ])
        #expect(bytes > 0)
        #expect(events.first?.user == nil, "the refresh is recorded even without an active user")
    }

    @Test func `a refresh without news is recorded, and its duration ignores a changed clock`() async throws {
        await hub.refresh()
        service.intercept { [clock] _ throws(TransportError) in
            clock.advance(by: .milliseconds(20))
            clock.set(clock.now + .seconds(-3_600))
            return nil
        }
        await hub.refresh()
        #expect(
            try await recordedEvents().last?.properties == [
                "outcome": "unchanged", "release": 1, "bytes": 0, "duration_ms": 20,
            ])
    }

    @Test(arguments: [
        (TransportError.Code.unreachable, RefreshError.Code.offline), (.interrupted, .interrupted),
        (.deadlineExceeded, .deadlineExceeded),
    ])
    func `a failure records its code and the stored release`(
        _ cause: TransportError.Code, _ code: RefreshError.Code
    ) async throws {
        service.intercept { _ throws(TransportError) in throw TransportError(cause, "it did not work") }
        await hub.refresh()
        service.intercept(nil)
        await hub.refresh()
        service.intercept { _ throws(TransportError) in throw TransportError(cause, "it did not work") }
        await hub.refresh()
        let events = try await recordedEvents()
        #expect(events.map { $0.properties["outcome"] } == ["failed", "updated", "failed"])
        #expect(events.map { $0.properties["reason"] } == [.text(code.rawValue), nil, .text(code.rawValue)])
        #expect(events.map { $0.properties["release"] } == [nil, 1, 1])
    }

    @Test func `a cancelled refresh is not recorded as a failure`() async throws {
        let library = try #require(hub.content as? ContentLibrary)
        service.intercept { [weak library] path throws(TransportError) in
            if path == "fresh" { library?.cancelRefresh() }
            return nil
        }
        await hub.refresh()
        let properties = try await recordedEvents().last?.properties
        #expect(properties?["outcome"] == "cancelled")
        #expect(properties?["reason"] == nil)
    }

    @Test func `two callers of one refresh cause one event`() async throws {
        async let first = hub.refresh()
        async let second = hub.refresh()
        _ = await (first, second)
        let refreshes = service.takeRequests().count { $0 == "fresh" }
        #expect(try await recordedEvents().count == refreshes)
    }
}
