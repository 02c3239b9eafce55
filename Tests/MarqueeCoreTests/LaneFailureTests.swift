import Foundation
import GRDB
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// ENG-064, ENG-066, ENG-192, ENG-205: answers that cannot be stored, requests that never left, and damaged files.
@Suite struct LaneFailureTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture(FakeTransport { _ throws(TransportError) in TransportResponse(status: 200) })
    }

    /// Lets the first answer find a disk that cannot be written.
    private func failsOnce() -> @Sendable (FaultPoint) throws -> Void {
        let isFull = Locked(true)
        return { point in
            guard point == .uploadAnswered else { return }
            let fails = isFull.withLock { isFull in
                defer { isFull = false }
                return isFull
            }
            if fails { throw MarqueeError(.storage, "the disk is full") }
        }
    }

    // ENG-066
    @Test func `on a full disk, the answer to a request waits in memory, and is stored without another request`()
        async throws
    {
        let store = Locked<OutboxStore?>(nil)
        let fixture = try CoreFixture(
            FakeTransport { _ throws(TransportError) in
                try? store.withLock { $0 }?.limitPages(1)
                return TransportResponse(status: 500)
            })
        let core = try fixture.core()
        store.withLock { $0 = core.outbox.store }
        let rules = LaneRules(schedule: LaneSchedule(period: .seconds(60)), batchItems: 300)
        let sender = try core.addLane(PlainLane(rules: rules))
        try await sender.items.add((0..<300).map { _ in fixture.item("a") })
        #expect(await sender.drain() == .storageFailed)
        #expect(await sender.drain() == .storageFailed)
        #expect(fixture.posted().count == 1)
        try core.outbox.store.limitPages(1_000_000)
        guard case .postponed(let wait) = await sender.drain() else {
            Issue.record("the answer was lost")
            return
        }
        #expect(fixture.posted().count == 1)
        #expect(try sender.items.stored(.notPosted, limit: .max).map(\.attempts) == Array(repeating: 1, count: 300))
        fixture.clock.advance(by: wait)
        fixture.transport.script(.success(TransportResponse(status: 200)))
        #expect(await sender.drain() == .sent(300))
        await core.close()
    }

    @Test func `a lane that could not store an answer tries again after its period`() async throws {
        let core = try fixture.core(reached: failsOnce())
        let sender = try core.addLane(PlainLane())
        try await sender.items.add([fixture.item("a")])
        core.start()
        let clock = fixture.clock
        // The lane waits, and so does the task that stores the session.
        #expect(await eventually { clock.sleepers == 2 })
        #expect(try sender.items.counts().posted == 0)
        clock.advance(by: .seconds(60))
        #expect(try await eventually { try sender.items.counts().posted == 1 })
        #expect(fixture.posted() == ["a"])
        await core.close()
    }

    @Test func `an answer that could not be stored counts no item that was deleted meanwhile`() async throws {
        let core = try fixture.core(reached: failsOnce())
        let sender = try core.addLane(PlainLane())
        try await sender.items.add([fixture.item("a")])
        #expect(await sender.drain() == .storageFailed)
        try sender.items.deleteAll()
        _ = await sender.drain()
        #expect(try sender.items.counts() == OutboxCounts(lastSequence: 1))
        await core.close()
    }

    // ENG-064, ENG-192
    @Test(arguments: TransportError.Code.allCases)
    func `an expired item keeps its status if its request did not leave the device`(code: TransportError.Code)
        async throws
    {
        let core = try fixture.core()
        let sender = try core.addLane(PlainLane())
        let item = fixture.item("late", isOnHold: true)
        try await sender.items.add([item])
        let held = try #require(try sender.items.find(item.id))
        #expect(try await sender.items.complete(held, body: Data("late".utf8), isLate: true))
        fixture.transport.script(.failure(TransportError(code, "no response")))
        await sender.drain()
        let neverLeft: [TransportError.Code] = [.unreachable, .untrusted, .insecureURL]
        let status = try sender.items.find(item.id)?.status
        #expect(status == (neverLeft.contains(code) ? .expired : .notPosted))
        await core.close()
    }

    // ENG-205
    @Test func `after a damaged file was replaced, no other lane gets the numbers of an open one`() async throws {
        let outbox = try fixture.outbox()
        let first = try outbox.openLane("first", PlainLane().rules)
        try await first.add([fixture.item("before")])
        try fixture.replaceOutbox(of: outbox)
        #expect(first.replacements == 1)
        let second = try outbox.openLane("second", PlainLane().rules)
        #expect(first.numbers != second.numbers)
        try await first.add([fixture.item("a")])
        try await second.add([fixture.item("b")])
        #expect(try first.texts() == ["a"] && second.texts() == ["b"])
        outbox.close()
        // The numbers hold for the next launch too, in any order.
        let next = try fixture.outbox()
        #expect(try next.openLane("second", PlainLane().rules).numbers == second.numbers)
        #expect(try next.openLane("first", PlainLane().rules).texts() == ["a"])
        next.close()
    }

    @Test func `a lane that keeps no settled items counts none`() async throws {
        let core = try fixture.core()
        let items = try core.addLane(PlainLane()).items
        try await items.add([fixture.item("a"), fixture.item("b", lifetime: .seconds(1))])
        let batch = try #require(try items.lease(limit: 1, bytes: 100))
        try items.settle(batch, [.refused("no")])
        fixture.clock.advance(by: .seconds(1))
        #expect(try items.lease(limit: 1, bytes: 100) == nil)
        let counts = try items.counts()
        #expect(counts.failed == 1 && counts.aged == 1)
        #expect(try items.store.read { try OutboxLedger(items.numbers.lane, $0).settled } == 0)
        await core.close()
    }
}

extension OutboxCounts {
    fileprivate init(lastSequence: Int64) {
        self.init()
        self.lastSequence = lastSequence
    }
}
