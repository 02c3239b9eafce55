import Foundation
import GRDB
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// ENG-192: in any order of operations, an item makes only the listed transitions.
@Suite struct LaneModelTests {
    private enum State: Hashable {
        case inFlight
        case stored(OutboxStatus)

        /// The allowed next states. After a process restart, an item in flight becomes `notPosted`.
        static let transitions: [State: Set<State>] = [
            .stored(.hold): [.stored(.notPosted), .stored(.expired), .stored(.aged)],
            .stored(.notPosted): [.inFlight, .stored(.aged)],
            .stored(.expired): [.inFlight, .stored(.aged)],
            .inFlight: [.stored(.posted), .stored(.notPosted), .stored(.failed)],
            .stored(.posted): [], .stored(.failed): [], .stored(.aged): [],
        ]
    }

    /// A small seeded generator, so that a failure can be repeated.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private let fixture: CoreFixture
    private let rules: LaneRules

    init() throws {
        fixture = try CoreFixture()
        rules = LaneRules(
            schedule: LaneSchedule(period: .seconds(60)), retry: RetryPolicy(base: .seconds(2), mostAttempts: 3),
            limits: OutboxLimits(events: 60, age: .seconds(3_000)), batchItems: 5, requests: 3,
            keepsSettled: .seconds(2_000))
    }

    private func states(_ items: LaneStore) throws -> [Int64: State] {
        try items.store.read { database in
            var states: [Int64: State] = [:]
            let rows = try Row.fetchCursor(database, sql: "SELECT number, status FROM item")
            let running = items.leases.withLock { $0 }
            while let row = try rows.next() {
                guard let status = OutboxStatus(rawValue: row[1]) else { continue }
                states[row[0]] = running.contains(row[0]) ? .inFlight : .stored(status)
            }
            return states
        }
    }

    private func add(
        to items: LaneStore, _ text: String, isOnHold: Bool = false, lifetime: Duration? = nil
    ) async throws -> EventID {
        let item = fixture.item(text, isOnHold: isOnHold, lifetime: lifetime)
        try await items.add([item])
        return item.id
    }

    @Test(.timeLimit(.minutes(10)), arguments: [1, 2] as [UInt64])
    func `only listed transitions occur in 10,000 random steps with kills`(seed: UInt64) async throws {
        var dice = Dice(state: seed)
        var outbox = try fixture.outbox()
        var items = try outbox.openLane("model", rules)
        var flying: [OutboxBatch] = []
        var before: [Int64: State] = [:]
        /// The states that items had before their last lease.
        var leased: [Int64: State] = [:]
        var ids: [EventID] = []
        var seen: Set<[State]> = []
        for step in 0..<10_000 {
            switch Int.random(in: 0..<16, using: &dice) {
            case 0...4:
                ids.append(try await add(to: items, "\(step)"))
            case 5, 6:
                let lifetime: Duration? = Bool.random(using: &dice) ? .seconds(100) : nil
                ids.append(try await add(to: items, "\(step)", isOnHold: true, lifetime: lifetime))
            case 7:
                // Any item; an item that is not on hold must not change.
                let chosen = ids.suffix(100).randomElement(using: &dice)
                let isLate = Bool.random(using: &dice)
                if let chosen, let held = try items.find(chosen) {
                    _ = try await items.complete(held, body: Data([1]), isLate: isLate)
                }
            case 8, 9:
                guard let batch = try items.lease(limit: 3, bytes: 1_000) else { break }
                flying.append(batch)
                for item in batch.items { leased[item.number] = before[item.number] }
            case 10, 11:
                guard let batch = flying.popLast() else { break }
                let verdicts: [ItemVerdict] = batch.items.map { _ in
                    [.posted, .refused("no"), .again("later", retryAfter: nil), .unreachable][
                        Int.random(in: 0..<4, using: &dice)]
                }
                try items.settle(batch, verdicts)
                // A second answer to the same batch must not change anything.
                if Bool.random(using: &dice) { try items.settle(batch, batch.items.map { _ in .refused("twice") }) }
            case 12: if let batch = flying.popLast() { _ = try items.postpone(batch, "trouble", askedFor: nil) }
            case 13:
                guard let batch = flying.popLast() else { break }
                let wasSent = Bool.random(using: &dice)
                try items.release(batch, wasSent: wasSent)
                // No request carried these items, so they were not in flight and must have their old status.
                for item in batch.items where !wasSent && before[item.number] == .inFlight {
                    before[item.number] = leased[item.number]
                }
            case 14: fixture.clock.advance(by: .seconds(Int.random(in: 1...200, using: &dice)))
            default:
                // A new process opens the file while the connection of the killed process is still open.
                let killed = outbox
                outbox = try fixture.outbox()
                items = try outbox.openLane("model", rules)
                flying = []
                killed.close()
            }
            let after = try states(items)
            for (id, state) in after where before[id] != nil && before[id] != state {
                seen.insert([before[id] ?? state, state])
            }
            before = after
            // Most steps are synchronous, so this lets other tests run.
            await Task.yield()
            guard step % 10 == 0 else { continue }
            let counts = try items.counts()
            let unsent = counts.notPosted + counts.hold + counts.expired
            #expect(
                unsent
                    == after.values.count {
                        [.inFlight, .stored(.notPosted), .stored(.hold), .stored(.expired)].contains($0)
                    })
        }
        for pair in seen {
            #expect(State.transitions[pair[0]]?.contains(pair[1]) == true, "\(pair[0]) became \(pair[1])")
        }
        #expect(seen.count == State.transitions.values.reduce(0) { $0 + $1.count }, "each listed transition must occur")
        outbox.close()
    }
}
