import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// Stored events are sent without new events: events of an earlier launch, and events that the server refused to
/// accept.
@Suite struct UploadPeriodTests {
    // HUB-207, HUB-208
    @Test(
        arguments: [
            .failure(TransportError(.unreachable, "off")),
            .success(TransportResponse(status: 503, headers: ["Retry-After": "120"])),
        ] as [Result<TransportResponse, TransportError>])
    func `events of an earlier launch are sent when the service is back, without a new event`(
        outage: Result<TransportResponse, TransportError>
    ) async throws {
        let isBack = Locked(false)
        let transport = FakeTransport { request throws(TransportError) in
            isBack.withLock { $0 } ? try await CoreFixture.accepting(request) : try outage.get()
        }
        let fixture = try CoreFixture(transport)
        let core = try fixture.core()
        for _ in 0..<2 { try await core.outbox.record("step_done") }
        await core.eventSender.drain()
        await core.close()
        let next = try fixture.core()
        next.start()
        try #require(await eventually { fixture.clock.sleepers == 2 })
        isBack.withLock { $0 = true }
        fixture.clock.advance(by: .seconds(120))
        #expect(try await eventually { try next.outbox.counts().posted == 2 })
        await next.close()
    }

    // HUB-207
    @Test func `refused events are sent when the app comes back, without a new event`() async throws {
        let fixture = try CoreFixture(FakeTransport(CoreFixture.accepting))
        let core = try fixture.core()
        for _ in 0..<2 { try await core.outbox.record("step_done") }
        await core.close()
        fixture.transport.script(.success(TransportResponse(status: 403)))
        let next = try fixture.core()
        next.start()
        #expect(await eventually { fixture.transport.requests.count == 1 })
        #expect(await next.eventSender.drain() == .paused)
        // One sleeper: the task that stores the session. The lane is paused.
        #expect(await eventually { fixture.clock.sleepers == 1 })
        await next.enteredBackground()
        next.enteredForeground()
        try #require(await eventually { fixture.clock.sleepers == 2 })
        fixture.clock.advance(by: .seconds(60))
        #expect(try await eventually { try next.outbox.counts().posted == 2 })
        await next.close()
    }

    // ENG-193, HUB-207
    @Test(arguments: [1, 3])
    func `while the network is away, new items start no request before the lane's period ends`(count: Int)
        async throws
    {
        let isBack = Locked(false)
        let transport = FakeTransport { _ throws(TransportError) in
            guard isBack.withLock({ $0 }) else { throw TransportError(.unreachable, "off") }
            return TransportResponse(status: 200)
        }
        let fixture = try CoreFixture(transport)
        let core = try fixture.core()
        core.start()
        let rules = LaneRules(schedule: LaneSchedule(count: count, period: .seconds(60)), batchItems: 100)
        let items = try core.addLane(PlainLane(rules: rules)).items
        for number in 0..<3 { try await items.add([fixture.item("\(number)")]) }
        // The other sleeper is the task that stores the session.
        try #require(await eventually { transport.requests.count == 1 && fixture.clock.sleepers == 2 })
        for number in 3..<20 { try await items.add([fixture.item("\(number)")]) }
        fixture.clock.advance(by: .seconds(59))
        #expect(transport.requests.count == 1)
        isBack.withLock { $0 = true }
        fixture.clock.advance(by: .seconds(1))
        #expect(try await eventually { try items.counts().posted == 20 })
        #expect(transport.requests.count == 2)
        await core.close()
    }

    /// A started core with a lane that waits for three items: it sent one, and sleeps because the next one, "a", failed.
    private func laneKeptBack() async throws -> (CoreFixture, Core, LaneSender) {
        let fixture = try CoreFixture(FakeTransport { _ in TransportResponse(status: 200) })
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        try await sender.items.add([fixture.item("x")])
        core.start()
        try #require(try await eventually { try sender.items.counts().posted == 1 })
        // What the lane began at its start is over after this.
        await sender.drain()
        try await sender.items.add([fixture.item("a")])
        fixture.transport.script(Self.away)
        #expect(await sender.drain() == .unreachable)
        // The other sleeper is the task that stores the session.
        try #require(await eventually { fixture.clock.sleepers == 2 })
        return (fixture, core, sender)
    }

    private static let away = Result<TransportResponse, TransportError>.failure(TransportError(.unreachable, "off"))

    // ENG-014, ENG-193
    @Test func `one item that failed at the launch is sent after the period, without a second one`() async throws {
        let fixture = try CoreFixture(FakeTransport { _ in TransportResponse(status: 200) })
        fixture.transport.script(Self.away)
        let core = try fixture.core()
        let items = try core.addLane(PlainLane()).items
        try await items.add([fixture.item("a")])
        core.start()
        try #require(await eventually { fixture.posted() == ["a"] && fixture.clock.sleepers == 2 })
        fixture.clock.advance(by: .seconds(60))
        #expect(try await eventually { try items.counts().posted == 1 })
        await core.close()
    }

    // ENG-014
    @Test func `one item that failed when the app asked for it is sent after the period`() async throws {
        let (fixture, core, sender) = try await laneKeptBack()
        fixture.clock.advance(by: .seconds(60))
        #expect(try await eventually { try sender.items.counts().posted == 2 })
        #expect(fixture.posted().suffix(2) == ["a", "a"])
        await core.close()
    }

    // ENG-014, ENG-193
    @Test func `a lane that was kept back wakes as soon as what had failed is sent`() async throws {
        let (fixture, core, sender) = try await laneKeptBack()
        await core.networkReturned()
        for text in ["b", "c", "d"] { try await sender.items.add([fixture.item(text)]) }
        // No time passes.
        #expect(try await eventually { try sender.items.counts().posted == 5 })
        await core.close()
    }

    // ENG-014
    @Test func `what is recorded after a failure that is over waits for its number`() async throws {
        let (fixture, core, sender) = try await laneKeptBack()
        await core.networkReturned()
        #expect(try sender.items.counts().posted == 2)
        try await sender.items.add([fixture.item("b")])
        fixture.clock.advance(by: .seconds(60))
        #expect(await eventually { fixture.clock.sleepers == 1 })
        for text in ["c", "d"] { try await sender.items.add([fixture.item(text)]) }
        #expect(try await eventually { try sender.items.counts().posted == 5 })
        #expect(fixture.posted().suffix(3) == ["a", "a", "bcd"])
        await core.close()
    }
}
