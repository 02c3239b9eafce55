import Foundation
import GRDB
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// ENG-065, ENG-068, ENG-192: the items that a running request carries.
@Suite struct LeaseTests {
    private let fixture: CoreFixture
    private let core: Core
    private let items: LaneStore

    init() throws {
        fixture = try CoreFixture()
        core = try fixture.core()
        let rules = LaneRules(
            schedule: LaneSchedule(period: .seconds(60)), limits: OutboxLimits(events: 3), batchItems: 10, requests: 2,
            keepsSettled: .seconds(86_400))
        items = try core.addLane(PlainLane(rules: rules)).items
    }

    private func add(_ texts: String..., lifetime: Duration? = nil) async throws {
        try await items.add(texts.map { fixture.item($0, lifetime: lifetime) })
    }

    private func lease(_ limit: Int) throws -> OutboxBatch? { try items.lease(limit: limit, bytes: 100) }

    private func texts(_ batch: OutboxBatch?) -> [String]? {
        batch?.items.map { String(decoding: $0.body, as: UTF8.self) }
    }

    /// How many rows the connection has changed so far.
    private var changes: Int {
        get throws { try items.store.read { try Int.fetchOne($0, sql: "SELECT total_changes()") ?? -1 } }
    }

    @Test func `a request changes no row before its answer, and none after an answer that is no attempt`() async throws
    {
        try await add("a", "b")
        let before = try changes
        let batch = try #require(try lease(10))
        try items.release(batch)
        #expect(texts(try lease(10)) == ["a", "b"])
        #expect(try changes == before)
        await core.close()
    }

    @Test func `requests at the same time carry different items`() async throws {
        try await add("a", "b", "c")
        let first = try #require(try lease(1))
        let second = try lease(1)
        #expect(texts(second) == ["b"])
        try items.release(first)
        #expect(texts(try lease(10)) == ["a", "c"], "the second one is in flight")
        #expect(try items.outlook().due == 0)
        await core.close()
    }

    @Test func `an item between those of a request keeps its state`() async throws {
        try await items.add([fixture.item("a"), fixture.item("held", isOnHold: true), fixture.item("c")])
        let held = try #require(try items.stored(.hold, limit: 1).first)
        let batch = try #require(try lease(10))
        #expect(texts(batch) == ["a", "c"])
        #expect(try await items.complete(held, body: Data("b".utf8)))
        try items.settle(batch, [.posted, .posted])
        #expect(try items.texts(.posted) == ["a", "c"])
        #expect(try items.texts() == ["b"])
        #expect(try items.counts().notPostedBytes == 1)
        await core.close()
    }

    @Test func `items of a running request are not dropped, and settle once`() async throws {
        try await add("a", "b")
        let batch = try #require(try lease(10))
        try await add("c", "d", "e")
        #expect(try items.texts() == ["a", "b", "e"], "three items are kept")
        #expect(try items.counts().dropped == [.count: 2])
        try items.settle(batch, [.posted, .again("later", retryAfter: .seconds(9))])
        try items.settle(batch, [.refused("twice"), .refused("twice")])
        #expect(try items.texts(.posted) == ["a"])
        #expect(try items.texts() == ["b", "e"])
        #expect(try items.counts().notPostedBytes == 2)
        // After the next start, nothing of the lease is left.
        await core.close()
        let next = try fixture.core()
        let again = try next.addLane(PlainLane()).items
        #expect(try again.texts(.posted) == ["a"])
        #expect(try again.stored(.notPosted, limit: 9).map(\.attempts) == [1, 0])
        await next.close()
    }

    @Test func `items of a running request do not age`() async throws {
        try await add("a", "b", lifetime: .seconds(100))
        let batch = try #require(try lease(1))
        fixture.clock.advance(by: .seconds(100))
        try await add("c")
        #expect(try items.texts(.aged) == ["b"])
        #expect(try items.texts() == ["a", "c"])
        try items.settle(batch, [.posted])
        #expect(try items.texts(.posted) == ["a"])
        #expect(try items.counts().notPostedBytes == 1)
        await core.close()
    }

    @Test func `an answer changes no item of the file that replaced a damaged one`() async throws {
        try await add("a", "b")
        let batch = try #require(try lease(10))
        // The items of the new file begin with the same numbers.
        try items.store.write { try $0.execute(sql: "UPDATE item SET id = randomblob(16)") }
        try items.settle(batch, [.posted, .posted])
        #expect(try items.texts() == ["a", "b"])
        #expect(try items.counts().posted == 0)
        await core.close()
    }

    @Test func `items that are stored while a deleted request runs are due`() async throws {
        try await add("a", "b")
        let batch = try #require(try lease(10))
        try items.deleteAll()
        try await add("c")
        #expect(try items.outlook().due == 1)
        try items.settle(batch, [.posted, .posted])
        #expect(try items.texts() == ["c"])
        await core.close()
    }

    // ENG-061
    @Test func `a posted item is kept, unless as many items wait behind it as are kept`() async throws {
        let rules = LaneRules(
            schedule: LaneSchedule(period: .seconds(60)), batchItems: 10, keepsSettled: .seconds(86_400))
        let items = try core.addLane(PlainLane(name: "long", rules: rules)).items
        try await items.add((0...LaneStore.keptSettled).map { fixture.item("\($0)") })
        let first = try #require(try items.lease(limit: 1, bytes: 100))
        try items.settle(first, [.posted])
        #expect(try items.texts(.posted) == [])
        #expect(try items.counts().posted == 1)
        let second = try #require(try items.lease(limit: 1, bytes: 100))
        try items.settle(second, [.posted])
        #expect(try items.texts(.posted) == ["1"])
        #expect(try items.counts().posted == 2)
        #expect(try items.counts().notPosted == LaneStore.keptSettled - 1)
        await core.close()
    }
}
