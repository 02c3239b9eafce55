import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// HUB-207 to HUB-210: events are sent in order and exactly once, and no answer loses an event.
@Suite struct UploaderTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture(FakeTransport(CoreFixture.accepting))
    }

    private func record(_ count: Int, _ core: Core) async throws {
        for number in 0..<count { core.outbox.track("step_done", ["n": .integer(Int64(number))]) }
        try await core.outbox.flush()
    }

    private func status(_ status: Int, _ headers: [String: String] = [:]) -> Result<TransportResponse, TransportError> {
        .success(TransportResponse(status: status, headers: headers))
    }

    // HUB-207
    @Test func `without events, no request is made`() async throws {
        let core = try fixture.core()
        #expect(await core.eventSender.drain() == .nothingToSend)
        #expect(fixture.transport.requests.isEmpty)
        await core.close()
    }

    // HUB-207
    @Test func `events are sent once per period`() async throws {
        let core = try fixture.core()
        try await record(1, core)
        core.start()
        // The events of an earlier launch are sent at once.
        #expect(try await eventually { try core.outbox.counts().posted == 1 })
        await core.eventSender.drain()
        try await record(1, core)
        // Two sleepers: the upload, and the task that stores the session.
        #expect(await eventually { fixture.clock.sleepers == 2 })
        fixture.clock.advance(by: .seconds(59))
        #expect(fixture.transport.requests.count == 1)
        fixture.clock.advance(by: .seconds(1))
        #expect(try await eventually { try core.outbox.counts().posted == 2 })
        let addresses = Set(fixture.transport.requests.map(\.url.absoluteString))
        #expect(addresses == ["https://marquee.example/v1/apps/brand/main/events"])
        #expect(await eventually { fixture.clock.sleepers == 1 })
        await core.close()
    }

    // HUB-207
    @Test func `going to the background stores and sends events at once`() async throws {
        let core = try fixture.core()
        core.outbox.track("last_thing")
        await core.enteredBackground()
        #expect(try fixture.batches().flatMap(\.events).map(\.name) == ["last_thing"])
        #expect(try core.outbox.counts().posted == 1)
        await core.close()
    }

    // HUB-208
    @Test func `10,000 events of 24 hours offline arrive in order and once each`() async throws {
        let isOnline = Locked(false)
        let transport = FakeTransport { request throws(TransportError) in
            guard isOnline.withLock({ $0 }) else { throw TransportError(.unreachable, "off") }
            return try await CoreFixture.accepting(request)
        }
        let fixture = try CoreFixture(transport)
        let core = try fixture.core([.uploadBatch: .count(500)])
        for hour in 0..<24 {
            for number in 0..<417 { core.outbox.track("step_done", ["n": .integer(Int64(hour * 417 + number))]) }
            try await core.outbox.flush()
            fixture.clock.advance(by: .seconds(3_600))
            #expect(await core.eventSender.drain() == .unreachable)
        }
        let tries = transport.requests.count
        isOnline.withLock { $0 = true }
        #expect(await core.eventSender.drain() == .sent(24 * 417))
        let events = try transport.requests.dropFirst(tries).map(CoreFixture.batch).flatMap(\.events)
        #expect(events.map { $0.properties["n"] } == (0..<Int64(24 * 417)).map { .integer($0) })
        #expect(try core.outbox.counts().posted == 24 * 417)
        #expect(await core.eventSender.drain() == .nothingToSend)
        await core.close()
    }

    // HUB-208: the server computes an event's age from the times of the event and its batch.
    @Test(arguments: [-86_400, 365 * 86_400], [false, true])
    func `events before and after a clock change arrive once, in order, and with the right age`(
        step: Int, isRestarted: Bool
    ) async throws {
        var core = try fixture.core()
        for (number, step) in [0, step, -step].enumerated() {
            fixture.clock.set(fixture.clock.now + .seconds(step))
            try await core.outbox.record("step_done", ["n": .integer(Int64(number))])
            fixture.clock.advance(by: .seconds(600))
        }
        if isRestarted {
            await core.close()
            core = try fixture.core()
        }
        #expect(await core.eventSender.drain() == .sent(3))
        let batches = try fixture.batches()
        let events = batches.flatMap(\.events)
        #expect(events.map { $0.properties["n"] } == [0, 1, 2])
        #expect(Set(events.map(\.id)).count == 3)
        #expect(events.map(\.sequence) == [1, 2, 3])
        let ages = batches.flatMap { batch in batch.events.map { batch.sent - $0.time } }
        #expect(ages == [.seconds(1_800), .seconds(1_200), .seconds(600)])
        #expect(await core.eventSender.drain() == .nothingToSend)
        await core.close()
    }

    // HUB-208
    @Test func `losses are reported after the next successful upload`() async throws {
        let core = try fixture.core([.outboxEvents: .count(100)])
        try await record(130, core)
        await core.eventSender.drain()
        let events = try fixture.batches().flatMap(\.events)
        #expect(events.count == 101)
        #expect(events.last?.name == EventName.eventsDropped)
        #expect(events.last?.properties == ["count": 30, "reason": "count"])
        await core.close()
    }

    // HUB-209
    @Test func `an event keeps its id after a lost answer`() async throws {
        let core = try fixture.core()
        fixture.transport.script(.failure(TransportError(.interrupted, "cut")))
        try await record(3, core)
        guard case .postponed = await core.eventSender.drain() else {
            Issue.record("the upload was not postponed")
            return
        }
        await core.close()
        fixture.clock.advance(by: .seconds(3))
        let next = try fixture.core()
        #expect(await next.eventSender.drain() == .sent(3))
        let batches = try fixture.batches()
        #expect(batches.count == 2)
        #expect(batches[0].events == batches[1].events)
        await next.close()
    }

    // HUB-210
    @Test func `a batch contains install id, time and version, and no personal data`() async throws {
        let core = try fixture.core()
        try await record(1, core)
        await core.eventSender.drain()
        let request = try #require(fixture.transport.requests.first)
        #expect(request.headers == ["Content-Type": "application/json", "Content-Encoding": "gzip"])
        let json = try Gzip.decompress(try #require(request.body), maximum: 100_000)
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(Set(object.keys) == ["install", "sent", "sdk", "events"])
        let batch = try CoreFixture.batch(request)
        #expect(batch.install == core.installID)
        #expect(batch.sent == fixture.clock.now)
        await core.close()
        #expect(try fixture.core().installID == batch.install)
    }

    @Test func `an install gets its id from the environment, and keeps it`() throws {
        let fixture = try CoreFixture()
        let configuration = Configuration(
            service: try #require(URL(string: "https://marquee.example/v1/apps/brand/main")), trustAnchors: [])
        for id in ["lab-1", "lab-2"] {
            var environment = fixture.environment
            environment.makeInstallID = { id }
            let core = try Core(
                configuration: configuration, environment: environment, log: Log(build: .release),
                advertiser: Advertiser())
            #expect(core.installID == "lab-1", "the first start decides")
        }
    }

    @Test(arguments: ["", String(repeating: "x", count: 129), "a\nb"])
    func `an id with which the server refuses batches is replaced by a random one`(_ id: String) throws {
        let fixture = try CoreFixture()
        var environment = fixture.environment
        environment.makeInstallID = { id }
        let core = try Core(
            configuration: Configuration(
                service: try #require(URL(string: "https://marquee.example/v1/apps/brand/main")), trustAnchors: []),
            environment: environment, log: Log(build: .release), advertiser: Advertiser())
        #expect(UUID(uuidString: core.installID) != nil)
    }

    // HUB-212
    @Test(arguments: [(512, true), (513, false)])
    func `an advertiser id above 512 bytes is left out, and the events are sent`(size: Int, isSent: Bool)
        async throws
    {
        let id = String(repeating: "x", count: size)
        let core = try fixture.core(advertiser: Advertiser { .init(id: id, isLimited: false) })
        try await record(1, core)
        #expect(await core.eventSender.drain() == .sent(1))
        #expect(try fixture.batches().map(\.advertiser) == [isSent ? id : nil])
        await core.close()
    }

    @Test func `a rejected event is kept with its reason, and the others are removed`() async throws {
        let core = try fixture.core()
        try await record(3, core)
        let stored = try core.outbox.stored()
        fixture.transport.script(
            .success(CoreFixture.receipt(stored.map(\.id), [.accepted, .rejected, .accepted], ["bad"])))
        // The fourth one reports the loss.
        #expect(await core.eventSender.drain() == .sent(4))
        let reports = try fixture.batches().flatMap(\.events).filter { $0.name == EventName.eventsDropped }
        #expect(reports.map(\.properties) == [["count": 1, "reason": "failed"]])
        #expect(try core.outbox.counts().posted == 3)
        let failed = try core.outbox.stored(.failed)
        #expect(failed.map(\.id) == [stored[1].id])
        #expect(failed.map(\.reason) == ["bad"])
        #expect(await core.eventSender.drain() == .nothingToSend)
        await core.close()
    }

    @Test(arguments: [(1, 1), (1, 2), (2, 1)])
    func `after a receipt for other events, the events are sent again`(ids: Int, verdicts: Int) async throws {
        let core = try fixture.core()
        try await record(2, core)
        let named = try core.outbox.stored().prefix(ids).map(\.id)
        let other = CoreFixture.receipt(named, Array(repeating: .accepted, count: verdicts))
        fixture.transport.script(.success(other))
        guard case .postponed(let wait) = await core.eventSender.drain() else {
            Issue.record("the receipt was accepted")
            return
        }
        #expect(try core.outbox.counts().posted == 0)
        fixture.clock.advance(by: wait)
        #expect(await core.eventSender.drain() == .sent(2))
        #expect(try fixture.batches().map(\.events.count) == [2, 2])
        await core.close()
    }

    @Test(arguments: [413, 400])
    func `one unacceptable event is found and marked as failed, and the others arrive`(refusal: Int) async throws {
        let transport = FakeTransport { request throws(TransportError) in
            let batch = try? CoreFixture.batch(request)
            if batch?.events.contains(where: { $0.properties["n"] == 17 }) ?? true {
                return TransportResponse(status: refusal)
            }
            return try await CoreFixture.accepting(request)
        }
        let fixture = try CoreFixture(transport)
        let core = try fixture.core()
        try await record(50, core)
        await core.eventSender.drain()
        let counts = try core.outbox.counts()
        #expect(counts.posted == 50, "one of them reports the loss")
        #expect(counts.failed == 1 && counts.dropped == [.failed: 1])
        #expect(counts.notPosted == 0)
        await core.close()
    }

    @Test func `a server that refuses everything fails at most three events per upload`() async throws {
        let core = try CoreFixture(FakeTransport { _ throws(TransportError) in TransportResponse(status: 400) }).core()
        try await record(50, core)
        guard case .postponed = await core.eventSender.drain() else {
            Issue.record("the upload was not postponed")
            return
        }
        #expect(try core.outbox.counts().failed == LaneSender.mostRefusedAlone)
        #expect(try core.outbox.counts().notPosted == 50 - LaneSender.mostRefusedAlone)
        await core.close()
    }

    @Test func `while a server refuses everything, one event fails after each wait, and waits grow`() async throws {
        let core = try fixture.core()
        for _ in 0..<60 { fixture.transport.script(self.status(400)) }
        try await record(50, core)
        var waits: [Duration] = []
        for _ in 0..<8 {
            guard case .postponed(let wait) = await core.eventSender.drain() else { break }
            waits.append(wait)
            fixture.clock.advance(by: wait)
        }
        #expect(waits.count == 8 && (waits.max() ?? .zero) > .seconds(8), "\(waits)")
        let counts = try core.outbox.counts()
        #expect(counts.failed == LaneSender.mostRefusedAlone + 7 && counts.dropped[.failed] == counts.failed)
        await core.close()
    }

    @Test(arguments: [401, 403, 404])
    func `a server that refuses the app pauses sending, and all events are kept`(status: Int) async throws {
        let core = try fixture.core()
        fixture.transport.script(self.status(status))
        try await record(5, core)
        #expect(await core.eventSender.drain() == .paused)
        #expect(await core.eventSender.drain() == .paused)
        #expect(fixture.transport.requests.count == 1)
        #expect(try core.outbox.counts().notPosted == 5)
        await core.enteredBackground()
        core.enteredForeground()
        #expect(await core.eventSender.drain() == .sent(5))
        await core.close()
    }

    @Test(arguments: [("120", 120), ("0", 0), ("Thu, 01 Jan 2026 00:05:00 GMT", 300), ("soon", 0)])
    func `a delay that the server asks for also applies to the next launch`(header: String, seconds: Int) async throws {
        let core = try fixture.core()
        fixture.transport.script(status(503, ["Retry-After": header]))
        try await record(1, core)
        guard case .postponed(let wait) = await core.eventSender.drain() else {
            Issue.record("the upload was not postponed")
            return
        }
        #expect(wait >= .seconds(seconds))
        #expect(wait <= .seconds(max(seconds, 2)))
        await core.close()
        let next = try fixture.core()
        if wait > .zero {
            #expect(await next.eventSender.drain() == .postponed(wait))
            #expect(fixture.transport.requests.count == 1)
        }
        fixture.clock.advance(by: wait)
        #expect(await next.eventSender.drain() == .sent(1))
        await next.close()
    }

    @Test func `an answer 200 of a captive portal is not a receipt`() async throws {
        let core = try fixture.core()
        fixture.transport.script(.success(TransportResponse(status: 200, body: Data("<html>Sign in</html>".utf8))))
        try await record(2, core)
        await core.eventSender.drain()
        #expect(try core.outbox.counts().notPosted == 2)
        #expect(try core.outbox.counts().failed == 0)
        await core.close()
    }

    @Test func `an unreachable network is not an attempt`() async throws {
        let core = try CoreFixture().core()
        try await record(1, core)
        for _ in 0..<20 { #expect(await core.eventSender.drain() == .unreachable) }
        #expect(try core.eventSender.items.outlook().wait == .zero)
        await core.close()
    }

    @Test func `concurrent calls share one upload`() async throws {
        let core = try fixture.core()
        try await record(500, core)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await core.eventSender.drain() } }
        }
        #expect(fixture.transport.requests.count == 10)
        #expect(try core.outbox.counts().posted == 500)
        await core.close()
    }
}
