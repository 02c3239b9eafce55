import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// Storing: what is acknowledged is on disk, and what is lost is counted.
@Suite struct OutboxTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture()
    }

    private func events(_ outbox: Outbox) throws -> [Event] {
        try outbox.stored(limit: .max).map { try JSONDecoder().decode(Event.self, from: $0.body) }
    }

    // HUB-209
    @Test func `a recorded event is there for whoever opens the file next`() async throws {
        let outbox = try fixture.outbox()
        let id = try await outbox.record("page_read", ["uri": "zbimdb://h/a/x"])
        // The first outbox is still open: this is what a killed process leaves.
        let stored = try events(fixture.outbox())
        #expect(stored.map(\.id) == [id])
        #expect(stored.first?.properties == ["uri": "zbimdb://h/a/x"])
        #expect(stored.first?.time == fixture.clock.now)
    }

    @Test func `tracked events reach the disk by themselves, in order and without gaps`() async throws {
        let outbox = try fixture.outbox()
        for number in 0..<5_000 { outbox.track("step_done", ["n": .integer(Int64(number))]) }
        #expect(try await eventually { try outbox.counts().notPosted == 5_000 })
        let stored = try events(outbox)
        #expect(stored.map { $0.properties["n"] } == (0..<5_000).map { .integer($0) })
        #expect(stored.map(\.sequence) == Array(1...5_000))
        #expect(Set(stored.map(\.id)).count == 5_000)
    }

    @Test func `many threads track without losing one`() async throws {
        let outbox = try fixture.outbox()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1_000 { outbox.track("step_done") } } }
        }
        try await outbox.flush()
        #expect(try outbox.counts().notPosted == 8_000)
    }

    // HUB-206
    @Test func `an event belongs to the user and session of its moment`() async throws {
        let core = try fixture.core()
        core.outbox.track("before_any_user")
        try core.users.create("a")
        try core.users.create("b")
        try core.users.activate("a")
        core.outbox.track("with_a")
        try core.users.activate("b")
        core.outbox.track("with_b")
        try await core.outbox.flush()
        let stored = try events(core.outbox)
        #expect(stored.map(\.user) == [nil, "a", "b"])
        #expect(stored.allSatisfy { $0.session == core.sessionID })
        await core.close()
    }

    @Test(arguments: ["", "With Space", "Upper", "ümlaut", String(repeating: "x", count: 65)])
    func `a name outside the form is refused and counted`(name: String) async throws {
        let outbox = try fixture.outbox()
        outbox.track(name)
        await #expect(throws: MarqueeError.self) { try await outbox.record(name) }
        try await outbox.flush()
        #expect(try outbox.counts().notPosted == 0)
        #expect(try outbox.counts().dropped == [.invalid: 1])
    }

    @Test(arguments: ["", String(repeating: "x", count: 257)])
    func `a property whose name the server refuses is refused and counted`(name: String) async throws {
        let outbox = try fixture.outbox()
        outbox.track("page_read", [name: 1])
        let error = await #expect(throws: MarqueeError.self) { try await outbox.record("page_read", [name: 1]) }
        #expect(error?.code == .invalidParameters)
        #expect(error?.message == "a property's name has 1 to 256 bytes")
        try await outbox.flush()
        #expect(try outbox.counts().notPosted == 0)
        #expect(try outbox.counts().dropped == [.invalid: 1])
    }

    @Test func `an event too large is refused and the others are stored`() async throws {
        let outbox = try fixture.outbox()
        let large: [String: Event.Value] = ["text": .text(String(repeating: "x", count: Event.maximumSize))]
        outbox.track("good_one")
        outbox.track("large_one", large)
        outbox.track("good_two")
        let error = await #expect(throws: MarqueeError.self) { try await outbox.record("large_one", large) }
        #expect(error?.code == .invalidParameters)
        #expect(try events(outbox).map(\.name) == ["good_one", "good_two"])
        #expect(try outbox.counts().dropped == [.invalid: 2])
    }

    @Test func `whoever observes sees what was stored`() async throws {
        let outbox = try fixture.outbox()
        let stream = outbox.observe()
        try await outbox.record("first_one")
        try await outbox.record("second_one")
        var names: [String] = []
        for await event in stream {
            names.append(event.name)
            if names.count == 2 { break }
        }
        #expect(names == ["first_one", "second_one"])
    }

    // HUB-208
    @Test func `beyond the count the oldest go and are counted`() async throws {
        let outbox = try fixture.outbox(OutboxLimits(events: 100))
        for number in 0..<250 { outbox.track("step_done", ["n": .integer(Int64(number))]) }
        try await outbox.flush()
        #expect(try events(outbox).map { $0.properties["n"] } == (150..<250).map { .integer($0) })
        #expect(try outbox.counts().dropped == [.count: 150])
    }

    @Test func `beyond the bytes the oldest go and are counted`() async throws {
        let outbox = try fixture.outbox(OutboxLimits(bytes: 10_000))
        for _ in 0..<100 { try await outbox.record("step_done", ["text": .text(String(repeating: "x", count: 900))]) }
        let counts = try outbox.counts()
        #expect(counts.notPostedBytes <= 10_000)
        #expect(counts.notPosted + (counts.dropped[.bytes] ?? 0) == 100)
        #expect(try events(outbox).last?.sequence == 100)
    }

    @Test func `what grew too old is set aside and counted`() async throws {
        let outbox = try fixture.outbox(OutboxLimits(age: .seconds(3_600)))
        try await outbox.record("old_one")
        fixture.clock.advance(by: .seconds(3_601))
        try await outbox.record("new_one")
        #expect(try events(outbox).map(\.name) == ["new_one"])
        let counts = try outbox.counts()
        #expect(counts.aged == 1)
        #expect(counts.expired == 0)
        #expect(counts.dropped == [.age: 1])
        #expect(try outbox.stored(.aged).count == 1)
    }

    @Test(arguments: [315_360_000_000, -315_360_000_000] as [Int64])
    func `a clock set wrongly ages nothing`(jump: Int64) async throws {
        let limits = OutboxLimits(age: .seconds(30 * 86_400))
        let outbox = try fixture.outbox(limits)
        try await outbox.record("first_one")
        fixture.clock.set(Timestamp(milliseconds: fixture.clock.now.milliseconds + jump))
        try await outbox.record("second_one")
        outbox.close()
        let reopened = try fixture.outbox(limits)
        fixture.clock.set(Timestamp(milliseconds: fixture.clock.now.milliseconds + jump))
        try await reopened.record("third_one")
        #expect(try events(reopened).map(\.name) == ["first_one", "second_one", "third_one"])
    }

    @Test func `consent refused is durable and leaves nothing`() async throws {
        let core = try fixture.core()
        try await core.outbox.record("before_refusal")
        core.outbox.track("waiting_in_memory")
        try core.consent.refuse()
        core.outbox.track("after_refusal")
        await #expect(throws: MarqueeError.self) { try await core.outbox.record("after_refusal") }
        try await core.outbox.flush()
        #expect(try core.outbox.stored().isEmpty)
        #expect(await core.eventSender.drain() == .refused)
        await core.close()
        let next = try fixture.core()
        #expect(!next.consent.isGranted(.behaviour))
        next.outbox.track("next_launch")
        try await next.outbox.flush()
        #expect(try next.outbox.counts().notPosted == 0)
        try next.consent.grant()
        try await next.outbox.record("after_consent")
        #expect(try next.outbox.counts().notPosted == 1)
        #expect(fixture.transport.requests.isEmpty)
        await next.close()
    }

    @Test func `a closed outbox says so and keeps what it had`() async throws {
        let outbox = try fixture.outbox()
        outbox.track("last_one")
        outbox.close()
        await #expect(throws: MarqueeError.self) { try await outbox.record("too_late") }
        #expect(try events(fixture.outbox()).map(\.name) == ["last_one"])
    }
}
