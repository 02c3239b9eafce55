import Foundation
import GRDB
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// ENG-060 to ENG-068, ENG-205: storing, sending and keeping items, and the independence of lanes.
@Suite struct LaneTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture(FakeTransport { _ throws(TransportError) in TransportResponse(status: 200) })
    }

    private func answer(_ status: Int, _ headers: [String: String] = [:]) -> Result<TransportResponse, TransportError> {
        .success(TransportResponse(status: status, headers: headers))
    }

    // ENG-060
    @Test func `items are sent in the order they were stored, also after a restart`() async throws {
        let core = try fixture.core()
        let lane = try core.addLane(PlainLane())
        try await lane.items.add(["a", "b"].map { fixture.item($0) })
        try await lane.items.add([fixture.item("c")])
        await core.close()
        let next = try fixture.core()
        let lanes = try next.addLane(PlainLane())
        #expect(try lanes.items.texts() == ["a", "b", "c"])
        #expect(await lanes.drain() == .sent(3))
        #expect(fixture.posted() == ["abc"])
        #expect(try lanes.items.counts().posted == 3)
        #expect(await lanes.drain() == .nothingToSend)
        await next.close()
    }

    // ENG-061, ENG-067
    @Test(arguments: [(29, 1), (30, 0)])
    func `posted items are kept until the purge age, and are not sent again after a restart`(
        days: Int, kept: Int
    ) async throws {
        var lane = PlainLane()
        lane.rules.keepsSettled = .seconds(30 * 86_400)
        lane.rules.limits.age = nil
        var core = try fixture.core()
        var sender = try core.addLane(lane)
        try await sender.items.add([fixture.item("a")])
        #expect(await sender.drain() == .sent(1))
        try await sender.items.add([fixture.item("unsent")])
        #expect(try sender.items.texts(.posted) == ["a"])
        fixture.clock.advance(by: .seconds(days * 86_400))
        // Each transaction advances the outbox's age. The time between two processes counts as one week at most.
        try await sender.items.add([fixture.item(", later")])
        await core.close()
        core = try fixture.core()
        sender = try core.addLane(lane)
        #expect(try sender.items.texts(.posted).count == kept)
        #expect(try sender.items.texts() == ["unsent", ", later"])
        #expect(try sender.items.counts().posted == 1)
        #expect(await sender.drain() == .sent(2))
        #expect(fixture.posted() == ["a", "unsent, later"])
        await core.close()
    }

    // ENG-062, ENG-066
    @Test(arguments: [500, 408, 400, 404])
    func `an item fails after its last retry, and the number of attempts survives restarts`(
        status: Int
    ) async throws {
        var lane = PlainLane()
        lane.rules.retry = RetryPolicy(base: .seconds(2), cap: .seconds(10), mostAttempts: 4)
        for attempt in 1...4 {
            let core = try fixture.core()
            let sender = try core.addLane(lane)
            if attempt == 1 { try await sender.items.add([fixture.item("a")]) }
            fixture.transport.script(answer(status))
            guard case .postponed = await sender.drain() else {
                Issue.record("the upload was not postponed")
                return
            }
            let item = try #require(
                try (sender.items.stored(.notPosted, limit: 1) + sender.items.stored(.failed, limit: 1)).first)
            #expect(item.attempts == attempt)
            #expect(item.status == (attempt == 4 ? .failed : .notPosted))
            #expect(item.reason == "status \(status)")
            await core.close()
            fixture.clock.advance(by: .seconds(10))
        }
        let core = try fixture.core()
        let sender = try core.addLane(lane)
        #expect(await sender.drain() == .nothingToSend)
        #expect(try sender.items.counts().failed == 1)
        #expect(fixture.posted().count == 4)
        await core.close()
    }

    // ENG-066
    @Test func `a delay that the receiver asks for is not an attempt`() async throws {
        var lane = PlainLane()
        lane.rules.retry.mostAttempts = 1
        let core = try fixture.core()
        let sender = try core.addLane(lane)
        try await sender.items.add([fixture.item("a")])
        for _ in 0..<5 {
            fixture.transport.script(answer(429, ["Retry-After": "1000"]))
            #expect(await sender.drain() == .postponed(.seconds(1_000)))
            fixture.clock.advance(by: .seconds(1_000))
        }
        #expect(try sender.items.stored(.notPosted, limit: 1).map(\.attempts) == [0])
        #expect(await sender.drain() == .sent(1))
        await core.close()
    }

    // ENG-066
    @Test func `an unreachable network is not an attempt`() async throws {
        var lane = PlainLane()
        lane.rules.retry.mostAttempts = 1
        let core = try fixture.core()
        let sender = try core.addLane(lane)
        try await sender.items.add([fixture.item("a")])
        for _ in 0..<5 {
            fixture.transport.script(.failure(TransportError(.unreachable, "off")))
            #expect(await sender.drain() == .unreachable)
        }
        #expect(try sender.items.stored(.notPosted, limit: 1).map(\.attempts) == [0])
        #expect(await sender.drain() == .sent(1))
        await core.close()
    }

    // ENG-005, ENG-006
    @Test func `a lane that cannot make a request now waits, and its items count no attempt`() async throws {
        let core = try fixture.core()
        var lane = PlainLane()
        lane.rules.retry.mostAttempts = 1
        lane.notNow = .busy("no token", retryAfter: .seconds(100))
        let sender = try core.addLane(lane)
        try await sender.items.add([fixture.item("a")])
        #expect(await sender.drain() == .postponed(.seconds(100)))
        #expect(sender.obstacle == "no token")
        #expect(try sender.items.stored(.notPosted, limit: 1).map(\.attempts) == [0])
        #expect(fixture.posted() == [])
        await core.close()
    }

    // ENG-005
    @Test func `after refused credentials a lane is asked once more, then pauses`() async throws {
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        try await sender.items.add([fixture.item("a")])
        fixture.transport.script(answer(401))
        #expect(await sender.drain() == .sent(1))
        #expect(fixture.posted().count == 2)
        try await sender.items.add([fixture.item("b")])
        fixture.transport.script(answer(401), answer(401))
        #expect(await sender.drain() == .paused)
        #expect(fixture.posted().count == 4)
        #expect(await sender.drain() == .paused)
        #expect(try sender.items.stored(.notPosted, limit: 1).map(\.attempts) == [0])
        await core.close()
    }

    // ENG-063, ENG-064
    @Test(arguments: [(false, OutboxStatus.notPosted), (true, .expired)])
    func `an item on hold is sent when it is completed, in time or late`(
        isLate: Bool, status: OutboxStatus
    ) async throws {
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        let held = fixture.item("half", isOnHold: true)
        try await sender.items.add([held, fixture.item("other")])
        #expect(try sender.items.counts().hold == 1)
        #expect(await sender.drain() == .sent(1))
        #expect(fixture.posted() == ["other"])
        let stored = try #require(try sender.items.find(held.id))
        #expect(try await sender.items.complete(stored, body: Data("whole item".utf8), isLate: isLate))
        #expect(try sender.items.texts(status) == ["whole item"])
        #expect(try sender.items.counts().notPostedBytes == 10)
        #expect(try await !sender.items.complete(stored, body: Data()), "the item is no longer on hold")
        #expect(await sender.drain() == .sent(1))
        #expect(fixture.posted() == ["other", "whole item"])
        #expect(try sender.items.counts().notPostedBytes == 0)
        await core.close()
    }

    /// A batch with one expired item.
    private func leaseExpired(_ items: LaneStore) async throws -> OutboxBatch {
        let held = fixture.item("late", isOnHold: true)
        try await items.add([held])
        let stored = try #require(try items.find(held.id))
        #expect(try await items.complete(stored, body: Data("late".utf8), isLate: true))
        return try #require(try items.lease(limit: 1, bytes: 100))
    }

    // ENG-064, ENG-192
    @Test(arguments: [
        LaneAnswer.busy("no token", retryAfter: nil), .shutOut("no token"), .trouble("no request", retryAfter: nil),
        .unreachable, .cancelled, .settled([.undecided]), .settled([.unreachable]), .settled([]),
    ])
    func `an expired item keeps its status if no request was made, and loses it after one`(answer: LaneAnswer)
        async throws
    {
        for wasSent in [false, true] {
            let core = try fixture.core()
            let sender = try core.addLane(PlainLane(name: "lane \(wasSent)"))
            let batch = try await leaseExpired(sender.items)
            _ = try sender.apply(LaneSender.Reply(answer, wasSent: wasSent), to: batch)
            let stored = try #require(try sender.items.find(batch.items[0].id))
            #expect(stored.status == (wasSent ? .notPosted : .expired), "\(answer)")
            let counts = try sender.items.counts()
            #expect(counts.notPosted == (wasSent ? 1 : 0))
            #expect(counts.expired == (wasSent ? 0 : 1))
            await core.close()
        }
    }

    // ENG-065
    @Test func `an expired item in flight at a process kill waits as not posted`() async throws {
        let core = try fixture.core()
        let batch = try await leaseExpired(try core.addLane(PlainLane()).items)
        let next = try fixture.core()
        let items = try next.addLane(PlainLane()).items
        #expect(try items.find(batch.items[0].id)?.status == .notPosted)
        await next.close()
        await core.close()
    }

    // ENG-023, ENG-066
    @Test func `each item of a batch gets its own verdict`() async throws {
        let core = try fixture.core()
        let items = try core.addLane(PlainLane(rules: Self.keeping)).items
        try await items.add("abcdefgh".map { fixture.item(String($0)) })
        let batch = try #require(try items.lease(limit: 8, bytes: 100))
        try items.settle(
            batch,
            [
                .posted, .posted, .refused("1"), .refused("2"), .undecided, .undecided,
                .again("later", retryAfter: .seconds(9)), .posted,
            ])
        #expect(try items.texts(.posted) == ["a", "b", "h"])
        #expect(try items.stored(.failed, limit: 9).map(\.reason) == ["1", "2"])
        #expect(try items.stored(.failed, limit: 9).map(\.attempts) == [1, 1])
        #expect(try items.texts() == ["e", "f", "g"])
        #expect(try items.stored(.notPosted, limit: 9).map(\.attempts) == [0, 0, 1])
        #expect(try items.counts().notPostedBytes == 3)
        #expect(try items.lease(limit: 8, bytes: 100)?.items.count == 2, "the third one waits")
        await core.close()
    }

    // ENG-066, ENG-068
    @Test func `the rest of a batch of which an item is gone is counted exactly`() async throws {
        let core = try fixture.core()
        let items = try core.addLane(PlainLane(rules: Self.keeping)).items
        try await items.add(["a", "bb", "ccc"].map { fixture.item($0) })
        let batch = try #require(try items.lease(limit: 3, bytes: 100))
        try items.store.write { try $0.execute(sql: "DELETE FROM item WHERE body = CAST('bb' AS BLOB)") }
        try items.settle(batch, [.posted, .posted, .posted])
        #expect(try items.texts(.posted) == ["a", "ccc"])
        #expect(try items.counts().posted == 2)
        #expect(try items.counts().notPostedBytes == 2)
        await core.close()
    }

    private static let keeping = LaneRules(
        schedule: LaneSchedule(period: .seconds(60)), batchItems: 10, keepsSettled: .seconds(86_400))

    // ENG-065
    @Test func `items in flight at a process kill wait again, without an attempt`() async throws {
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        try await sender.items.add([fixture.item("a")])
        #expect(try sender.items.lease(limit: 10, bytes: 100)?.items.count == 1)
        #expect(try sender.items.lease(limit: 10, bytes: 100) == nil, "the item is in flight")
        // The first core stays open, as after a process kill.
        let next = try fixture.core()
        let again = try next.addLane(PlainLane())
        #expect(try again.items.stored(.notPosted, limit: 1).map(\.attempts) == [0])
        #expect(await again.drain() == .sent(1))
        await next.close()
    }

    // ENG-068
    @Test func `items are found by id, and deleted items in flight do not come back`() async throws {
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        let item = fixture.item("a")
        try await sender.items.add([item])
        #expect(try sender.items.find(item.id)?.status == .notPosted)
        let batch = try #require(try sender.items.lease(limit: 1, bytes: 100))
        try sender.items.deleteAll()
        try sender.items.settle(batch, [.again("late", retryAfter: nil)])
        #expect(try sender.items.find(item.id) == nil)
        #expect(try sender.items.counts().notPosted == 0)
        #expect(try sender.items.counts().posted == 0)
        try await sender.items.add([fixture.item("b")])
        #expect(try sender.items.counts().notPosted == 1)
        await core.close()
    }

    // ENG-205
    @Test func `a refused, postponed or full lane does not affect another lane`() async throws {
        let core = try fixture.core()
        let plain = try core.addLane(PlainLane())
        var other = PlainLane(name: "other", host: "other.example")
        other.rules.limits = OutboxLimits(events: 10)
        let flooded = try core.addLane(other)
        try await plain.items.add([fixture.item("a")])
        fixture.transport.script(answer(403))
        #expect(await plain.drain() == .paused)
        try await flooded.items.add((0..<1_000).map { fixture.item("\($0 % 10)") })
        #expect(try flooded.items.counts().notPosted == 10)
        #expect(try flooded.items.counts().dropped == [.count: 990])
        #expect(try plain.items.texts() == ["a"])
        try await core.outbox.record("page_read")
        fixture.transport.script(answer(503, ["Retry-After": "100"]))
        #expect(await core.eventSender.drain() == .postponed(.seconds(100)))
        #expect(await flooded.drain() == .sent(10))
        #expect(await plain.drain() == .paused)
        #expect(try core.outbox.counts().notPosted == 1)
        await core.close()
    }

    // ENG-205, HUB-208
    @Test func `losses of a lane are reported with the lane's name`() async throws {
        let fixture = try CoreFixture(FakeTransport(CoreFixture.accepting))
        let core = try fixture.core()
        var lane = PlainLane()
        lane.rules.limits = OutboxLimits(events: 1)
        try await core.addLane(lane).items.add(["a", "b", "c"].map { fixture.item($0) })
        try await core.outbox.record("page_read")
        #expect(await core.eventSender.drain() == .sent(2))
        let last = try fixture.batches().flatMap(\.events).last
        #expect(last?.name == EventName.eventsDropped)
        #expect(last?.properties == ["count": 2, "reason": "count", "lane": "plain"])
        try await core.outbox.record("page_read")
        #expect(await core.eventSender.drain() == .sent(1), "a loss is reported once")
        await core.close()
    }

    @Test func `an expired item is not sent and counts as dropped by age`() async throws {
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        try await sender.items.add([fixture.item("short", lifetime: .seconds(60)), fixture.item("long")])
        fixture.clock.advance(by: .seconds(60))
        #expect(await sender.drain() == .sent(1))
        #expect(fixture.posted() == ["long"])
        #expect(try sender.items.texts(.aged) == ["short"])
        #expect(try sender.items.counts().dropped == [.age: 1])
        await core.close()
    }

    @Test func `a delay that the receiver asks for does not depend on the wall clock`() async throws {
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        try await sender.items.add([fixture.item("a")])
        fixture.transport.script(answer(503, ["Retry-After": "100"]))
        #expect(await sender.drain() == .postponed(.seconds(100)))
        for jump in [-1_000_000, 2_000_000] {
            fixture.clock.set(fixture.clock.now + .seconds(jump))
            #expect(await sender.drain() == .postponed(.seconds(100)))
        }
        fixture.clock.advance(by: .seconds(99))
        #expect(await sender.drain() == .postponed(.seconds(1)))
        fixture.clock.advance(by: .seconds(1))
        #expect(await sender.drain() == .sent(1))
        await core.close()
    }

    @Test func `a lane without a count sends after its period`() async throws {
        let core = try fixture.core()
        let lane = PlainLane(rules: LaneRules(schedule: LaneSchedule(period: .seconds(60)), batchItems: 10))
        let sender = try core.addLane(lane)
        try await sender.items.add([fixture.item("first")])
        core.start()
        #expect(await eventually { fixture.posted() == ["first"] })
        // Waits for the first upload, so that it does not include the items below.
        await sender.drain()
        for text in ["a", "b", "c", "d"] { try await sender.items.add([fixture.item(text)]) }
        // Two sleepers: the lane, and the task that stores the session.
        #expect(await eventually { fixture.clock.sleepers == 2 })
        #expect(fixture.posted() == ["first"])
        fixture.clock.advance(by: .seconds(60))
        #expect(await eventually { fixture.posted() == ["first", "abcd"] })
        #expect(await eventually { fixture.clock.sleepers == 1 })
        await core.close()
    }

    @Test func `a lane with a count sends when enough items wait, however they came`() async throws {
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        try await sender.items.add([fixture.item("first")])
        core.start()
        #expect(await eventually { fixture.posted() == ["first"] })
        await sender.drain()
        for text in ["a", "b"] { try await sender.items.add([fixture.item(text)]) }
        // Only the task that stores the session sleeps: no period ends the wait for a third item.
        #expect(await eventually { fixture.clock.sleepers == 1 })
        fixture.clock.advance(by: .seconds(61))
        #expect(await eventually { fixture.clock.sleepers == 1 })
        try await sender.items.add([fixture.item("c")])
        #expect(await eventually { fixture.posted() == ["first", "abc"] })
        await core.close()
    }

    @Test func `a lane sends when the app goes to the background and when the network returns`() async throws {
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        try await sender.items.add([fixture.item("a")])
        await core.enteredBackground()
        #expect(fixture.posted() == ["a"])
        try await sender.items.add([fixture.item("b")])
        await core.networkReturned()
        #expect(fixture.posted() == ["a", "b"])
        await core.close()
    }

    @Test func `background time that ended before a lane began costs its items nothing`() async throws {
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        try await sender.items.add([fixture.item("a")])
        let background = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await core.enteredBackground()
        }
        await background.value
        #expect(fixture.posted() == [])
        core.enteredForeground()
        await core.enteredBackground()
        #expect(fixture.posted() == ["a"])
        await core.close()
    }

    @Test func `while consent is refused, lanes store nothing, and waiting items are deleted`() async throws {
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        try await sender.items.add([fixture.item("a")])
        try core.consent.refuse()
        let item = fixture.item("b")
        let error = await #expect(throws: MarqueeError.self) { try await sender.items.add([item]) }
        #expect(error?.code == .invalidState)
        #expect(try sender.items.counts().notPosted == 0)
        #expect(try sender.items.texts() == [])
        #expect(await sender.drain() == .refused)
        try core.consent.grant()
        try await sender.items.add([fixture.item("c")])
        #expect(await sender.drain() == .sent(1))
        #expect(fixture.posted() == ["c"])
        await core.close()
    }
}
