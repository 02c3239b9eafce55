import Foundation
import GRDB
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// ENG-013, ENG-020, ENG-058, ENG-205: any lane accepts items in memory and stores them in groups with those of the others.
@Suite struct LaneIntakeTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture(FakeTransport { _ throws(TransportError) in TransportResponse(status: 200) })
    }

    /// An item whose body has its sequence number.
    private func numbered(_ text: String, isOnHold: Bool = false) -> NewItem {
        NewItem(id: fixture.item("").id, isOnHold: isOnHold) { sequence, bytes in
            bytes.append(contentsOf: "\(text)\(sequence.map(String.init) ?? "-") ".utf8)
        }
    }

    @Test func `tracked items of several lanes are committed in one transaction, each lane in its order`() async throws
    {
        let commits = Locked(0)
        var environment = fixture.environment
        environment.reached = { point in if point == .outboxCommitting { commits.withLock { $0 += 1 } } }
        let outbox = try Outbox(environment: environment, log: Log(build: .release))
        let first = try outbox.openLane("first", PlainLane().rules)
        let second = try outbox.openLane("second", PlainLane().rules)
        for number in 0..<50 {
            first.track(numbered("a"))
            second.track(numbered("b"))
            outbox.track("event", ["number": .integer(Int64(number))])
        }
        try await outbox.flush()
        #expect(commits.withLock { $0 } < 20, "items gather for 10 ms")
        #expect(try first.texts() == (1...50).map { "a\($0) " })
        #expect(try second.texts() == (1...50).map { "b\($0) " })
        #expect(try outbox.counts().notPosted == 50)
        outbox.close()
    }

    @Test func `the items of one call are stored together, also if they are many`() async throws {
        let core = try fixture.core()
        let items = try core.addLane(PlainLane()).items
        let many = (0..<(OutboxWriter.largestCommit + 10)).map { _ in numbered("a") }
        try await items.add(many)
        #expect(try items.counts().notPosted == many.count)
        await core.close()
    }

    @Test func `an item that is too large is dropped and counted, and its caller gets an error`() async throws {
        let core = try fixture.core()
        var lane = PlainLane()
        lane.rules.itemBytes = 10
        let items = try core.addLane(lane).items
        let large = NewItem(id: fixture.item("").id, body: Data(count: 11))
        let error = await #expect(throws: MarqueeError.self) { try await items.add([large]) }
        #expect(error?.code == .invalidParameters)
        items.track(large)
        items.track(numbered("a"))
        try await core.outbox.flush()
        #expect(try items.texts() == ["a1 "])
        #expect(try items.counts().dropped == [.invalid: 2])
        await core.close()
    }

    @Test func `while the disk cannot be written, items wait in memory up to the lane's limit`() async throws {
        let isFull = Locked(true)
        var environment = fixture.environment
        environment.reached = { point in
            if point == .outboxCommitting, isFull.withLock({ $0 }) { throw MarqueeError(.storage, "full") }
        }
        let outbox = try Outbox(environment: environment, log: Log(build: .release))
        var rules = PlainLane().rules
        rules.limits.pending = 5
        let small = try outbox.openLane("small", rules)
        let other = try outbox.openLane("other", PlainLane().rules)
        for _ in 0..<8 { small.track(numbered("a")) }
        other.track(numbered("b"))
        let item = numbered("awaited")
        let error = await #expect(throws: MarqueeError.self) { try await other.add([item]) }
        #expect(error?.code == .storage)
        isFull.withLock { $0 = false }
        try await outbox.flush()
        #expect(try small.texts().count == 5)
        #expect(try small.counts().dropped == [.memory: 3])
        #expect(try other.texts() == ["b1 "], "the awaited item was refused with an error and is not stored later")
        outbox.close()
    }

    @Test func `refusing a purpose discards the items in memory of its lanes only`() async throws {
        let isFull = Locked(true)
        var environment = fixture.environment
        environment.reached = { point in
            if point == .outboxCommitting, isFull.withLock({ $0 }) { throw MarqueeError(.storage, "full") }
        }
        let outbox = try Outbox(environment: environment, log: Log(build: .release))
        var rules = PlainLane().rules
        rules.purpose = .location
        let location = try outbox.openLane("location", rules)
        let other = try outbox.openLane("other", PlainLane().rules)
        location.track(numbered("a"))
        other.track(numbered("b"))
        outbox.refuse([.location])
        #expect(!location.track(numbered("c")))
        isFull.withLock { $0 = false }
        outbox.accept([.location])
        try await outbox.flush()
        #expect(try location.texts() == [])
        #expect(try other.texts() == ["b1 "])
        outbox.close()
    }

    @Test func `items on hold are listed behind a number, and completed in groups`() async throws {
        let core = try fixture.core()
        let items = try core.addLane(PlainLane()).items
        let isHeld = Locked(0)
        items.observeHeld { isHeld.withLock { $0 += 1 } }
        try await items.add([numbered("a", isOnHold: true), numbered("b"), numbered("c", isOnHold: true)])
        #expect(await eventually { isHeld.withLock { $0 } == 1 })
        #expect(try items.heldSequences(after: 0, limit: 10) == [1, 3])
        #expect(try items.heldSequences(after: 1, limit: 10) == [3])
        #expect(try items.heldSequences(after: 0, limit: 1) == [1])
        let held = try items.held([1, 2, 3], bytes: 100).items
        #expect(held.map(\.sequence) == [1, 3], "the second one is not on hold")
        let short = try items.held([1, 2, 3], bytes: 1)
        #expect(short.items.map(\.sequence) == [1], "the first one may be larger")
        #expect(short.looked == 2, "the third one is left to the next page")
        async let first = items.complete(held[0], body: Data("first".utf8))
        async let second = items.complete(held[1], body: Data("second".utf8), isLate: true)
        #expect(try await [first, second] == [true, true])
        #expect(try items.texts() == ["first", "b2 "])
        #expect(try items.texts(.expired) == ["second"])
        #expect(try items.counts().notPostedBytes == 5 + 3 + 6)
        await core.close()
    }

    @Test func `posted items do not slow the search for waiting ones`() async throws {
        let core = try fixture.core()
        var lane = PlainLane()
        lane.rules.keepsSettled = .seconds(86_400)
        let sender = try core.addLane(lane)
        try await sender.items.add([numbered("a")])
        let plan = try sender.items.store.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    EXPLAIN QUERY PLAN SELECT number FROM \(sender.items.unsentItems)
                    WHERE number BETWEEN ? AND ? AND \(sender.items.isUnsent) AND status != 3 LIMIT 1
                    """,
                arguments: [sender.items.numbers.first, sender.items.numbers.last]
            ).map { $0["detail"] as String }
        }
        #expect(plan.contains { $0.contains("itemWaiting") })
        await core.close()
    }

    @Test func `settled items and items on hold are counted in their indices, without the table`() async throws {
        let core = try fixture.core()
        let items = try core.addLane(PlainLane()).items
        let plans = try items.store.read { database in
            try [LaneStore.heldItems, LaneStore.settledItems].map {
                let sql = "EXPLAIN QUERY PLAN SELECT number FROM \($0) AND number < 0"
                return try Row.fetchAll(database, sql: sql)[0]["detail"] as String
            }
        }
        #expect(plans[0].contains("COVERING INDEX itemHeld"))
        #expect(plans[1].contains("COVERING INDEX itemAside"))
        await core.close()
    }

    @Test func `a lane keeps 10,000 settled items at most`() async throws {
        let core = try fixture.core()
        var lane = PlainLane()
        lane.rules.keepsSettled = .seconds(86_400)
        lane.rules.batchItems = 1_000
        let sender = try core.addLane(lane)
        try await sender.items.add((0..<10_500).map { _ in numbered("a") })
        await sender.drain()
        #expect(try sender.items.stored(.posted, limit: .max).map(\.sequence).first == 501)
        #expect(try sender.items.counts().posted == 10_500)
        // What is deleted no longer counts.
        try sender.items.deleteAll()
        try await sender.items.add((0..<1_000).map { _ in numbered("b") })
        await sender.drain()
        #expect(try sender.items.stored(.posted, limit: .max).count == 1_000)
        await core.close()
        // The next launch counts what is there.
        let next = try fixture.core()
        let items = try next.addLane(lane).items
        #expect(try items.store.read { try OutboxLedger(items.numbers.lane, $0).settled } == 1_000)
        try next.consent.refuse()
        #expect(try items.store.read { try OutboxLedger(items.numbers.lane, $0).settled } == 0)
        await next.close()
    }
}
