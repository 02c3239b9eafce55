import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore
@testable import MarqueeEngage

/// ENG-002, ENG-013, ENG-020, ENG-023, ENG-068: universal events on their way to Marquee's own service, and on the device.
@Suite struct ServiceLaneTests {
    private let fixture: EngageFixture

    init() throws {
        fixture = try EngageFixture(FakeTransport(EngageFixture.accepting))
    }

    @Test func `without a host, events go to the service as events of the lane with attributes as properties`()
        async throws
    {
        let (core, engage) = try fixture.open([:])
        let id = try await engage.record(.goalCompleted("A", ["Tags": ["x", "y"]]))
        #expect(await engage.flush().outcome == .sent(1))
        let batch = try #require(try fixture.batches().first)
        #expect(batch.lane == "engage")
        #expect(batch.install == core.installID)
        let event = try #require(batch.events.first)
        #expect((event.id, event.name, event.sequence) == (id, "engage_goal_completed", 1))
        #expect(event.time == fixture.clock.now)
        #expect(event.properties["Tags"] == "x,y")
        #expect(event.properties["Device Id"] == "device-1")
        #expect(Event.fault(name: event.name, properties: event.properties) == nil)
        await core.close()
    }

    // ENG-013
    @Test func `a recorded event is on disk with its id when the call returns`() async throws {
        let (core, engage) = try fixture.open([:])
        let id = try await engage.record(.named("a"))
        // Another process looks at the file.
        let (other, again) = try fixture.open([:])
        #expect(try again.event(id)?.status == .notPosted)
        await other.close()
        await core.close()
    }

    // ENG-013, ENG-195
    @Test func `a tracked event is on disk within a moment, under the id that the call returned`() async throws {
        let (core, engage) = try fixture.open([:])
        var values: [String: EngageValue] = ["seats": 2]
        let id = try #require(engage.track(.named("a", values)))
        values["seats"] = 3
        #expect(try await eventually { try engage.event(id) != nil })
        #expect(try engage.event(id)?.event["seats"] == "2")
        await core.close()
    }

    // ENG-020
    @Test func `while the disk is full, tracked events are sent from memory once, and recording throws`() async throws {
        let (core, engage) = try fixture.open([:])
        fixture.isDiskFull.withLock { $0 = true }
        let id = try #require(engage.track(.named("a")))
        let fixture = fixture
        #expect(try await eventually { try fixture.batches().count == 1 })
        let batch = try #require(try fixture.batches().first)
        #expect(batch.lane == EventBatch.unnumberedLane && batch.events.map(\.sequence) == [1])
        #expect(batch.events.map(\.id) == [id])
        let error = await #expect(throws: EngageError.self) { try await engage.record(.named("b")) }
        #expect(error?.code == .storage)
        fixture.isDiskFull.withLock { $0 = false }
        try await core.outbox.flush()
        #expect(await engage.flush().outcome == .nothingToSend, "the event has arrived and is not stored again")
        await core.close()
    }

    // ENG-020
    @Test func `an event that cannot be stored or sent is stored when the disk can be written`() async throws {
        let (core, engage) = try fixture.open([:])
        fixture.transport.script(offline)
        fixture.isDiskFull.withLock { $0 = true }
        let id = try #require(engage.track(.named("a")))
        let fixture = fixture
        #expect(await eventually { fixture.transport.requests.count == 1 && !engage.sender.isSendingUnstored })
        fixture.isDiskFull.withLock { $0 = false }
        try await core.outbox.flush()
        #expect(try engage.event(id)?.status == .notPosted)
        #expect(await engage.flush().outcome == .sent(1))
        #expect(try fixture.batches().last?.events.map(\.id) == [id])
        await core.close()
    }

    // ENG-068
    @Test func `events are found by id and status, counted and deleted, also while a request runs`() async throws {
        let (core, engage) = try fixture.open([:])
        var ids: [EventID] = []
        for event in [EngageEvent.installed(), .goalAbandoned("A"), .named("B"), .sessionEnded(active: .zero)] {
            ids.append(try await engage.record(event))
        }
        #expect(try engage.eventCounts().notPosted == 4)
        #expect(try engage.events(.notPosted).map(\.id) == ids)
        #expect(try engage.events(.notPosted).count { $0.event.type == .installed } == 1)
        let batch = try #require(try engage.sender.items.lease(limit: 3, bytes: 100_000))
        try engage.sender.items.settle(batch, batch.items.map { _ in .posted })
        #expect(try engage.eventCounts().notPosted == 1)
        #expect(try engage.events(.posted).count == 3)
        let flying = try #require(try engage.sender.items.lease(limit: 3, bytes: 100_000))
        engage.track(.named("in memory"))
        try await engage.deleteEvents()
        try engage.sender.items.settle(flying, [.again("late", retryAfter: nil)])
        for status in TrackedEvent.Status.allCases { #expect(try engage.events(status).isEmpty) }
        #expect(try engage.event(ids[0]) == nil)
        await core.close()
    }

    // ENG-066, ENG-193
    @Test(arguments: EngageFixture.noAttempts + [answer(503, ["Retry-After": "60"])])
    func `a full service and a sign-in page in its place count no attempt`(
        answer: Result<TransportResponse, TransportError>
    ) async throws {
        let (core, engage) = try fixture.open([:])
        try await engage.record(.named("a"))
        for _ in 1...5 {
            fixture.transport.script(answer)
            await engage.flush()
            fixture.clock.advance(by: .seconds(600))
        }
        #expect(fixture.transport.requests.count == 5)
        #expect(try engage.events(.notPosted).map(\.attempts) == [0])
        #expect(await engage.flush().outcome == .sent(1))
        await core.close()
    }

    // ENG-066
    @Test(arguments: [TransportError.Code.interrupted, .deadlineExceeded])
    func `a request that breaks off counts as an attempt`(code: TransportError.Code) async throws {
        let (core, engage) = try fixture.open([:])
        try await engage.record(.named("a"))
        fixture.transport.script(.failure(TransportError(code, "cut")))
        await engage.flush()
        #expect(try engage.events(.notPosted).map(\.attempts) == [1])
        await core.close()
    }

    // ENG-067, ENG-114
    @Test(arguments: [(29, 1), (30, 0)])
    func `sent and failed events are kept for 30 days, unsent ones for ever`(days: Int, kept: Int) async throws {
        var (core, engage) = try fixture.open([:])
        try await engage.record(.named("sent"))
        await engage.flush()
        fixture.transport.script(answer(200, [:], "no receipt"))
        let unsent = try await engage.record(.named("unsent"))
        for _ in 0..<days {
            fixture.clock.advance(by: .seconds(86_400))
            try await engage.record(.named("daily"))
        }
        await core.close()
        (core, engage) = try fixture.open([:])
        #expect(try engage.events(.posted).count == kept)
        #expect(try engage.event(unsent)?.status == .notPosted)
        await core.close()
    }

    // ENG-067
    @Test(arguments: [(29, 1), (30, 0)])
    func `events that were sent before the app was away for a month are purged at its start`(days: Int, kept: Int)
        async throws
    {
        var (core, engage) = try fixture.open([:])
        try await engage.record(.named("sent"))
        await engage.flush()
        await core.close()
        fixture.clock.advance(by: .seconds(days * 86_400))
        (core, engage) = try fixture.open([:])
        #expect(try engage.events(.posted).count == kept)
        await core.close()
    }

    @Test func `status values are those of the ancestor's store`() {
        let values = TrackedEvent.Status.allCases.map { "\($0)=\($0.rawValue)" }
        #expect(values == ["notPosted=1", "posted=2", "failed=3", "hold=4", "expired=5"])
    }

    // HUB-212: opting out deletes events before the call returns.
    @Test func `refusing consent deletes events on disk and in memory, and nothing is sent`() async throws {
        let (core, engage) = try fixture.open([:])
        try await engage.record(.named("a"))
        engage.track(.named("b"))
        try core.consent.refuse()
        #expect(engage.track(.named("c")) == nil)
        let error = await #expect(throws: EngageError.self) { try await engage.record(.named("d")) }
        #expect(error?.code == .invalidState)
        #expect(await engage.flush().outcome == .refused)
        #expect(try engage.eventCounts().notPosted == 0)
        await core.close()
        let (next, again) = try fixture.open([:])
        #expect(try again.eventCounts().notPosted == 0)
        #expect(fixture.transport.requests.isEmpty)
        await next.close()
    }

    // ENG-205
    @Test func `universal events and the hub's events do not wait for each other`() async throws {
        let (core, engage) = try fixture.open([:])
        try await core.outbox.record("page_read")
        try await engage.record(.named("a"))
        fixture.transport.script(answer(503, ["Retry-After": "100"]))
        #expect(await core.eventSender.drain() == .postponed(.seconds(100)))
        #expect(await engage.flush().outcome == .sent(1))
        #expect(try fixture.batches().last?.lane == "engage")
        await core.close()
    }
}
