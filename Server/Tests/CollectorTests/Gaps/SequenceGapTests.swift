import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Which events are missing, by install and lane.
@Suite struct SequenceGapTests {
    struct Case: Sendable {
        let arrivals: [[Int64]]
        let gaps: [ClosedRange<Int64>]
        var highest: Int64

        init(_ arrivals: [[Int64]], _ gaps: [ClosedRange<Int64>], _ highest: Int64) {
            (self.arrivals, self.gaps, self.highest) = (arrivals, gaps, highest)
        }
    }

    @Test(arguments: [
        Case([[1, 2, 3]], [], 3), Case([[2]], [1...1], 2), Case([[1], [5]], [2...4], 5),
        Case([[1], [5], [3]], [2...2, 4...4], 5), Case([[1], [5], [4, 3, 2]], [], 5),
        Case([[1, 3, 7]], [2...2, 4...6], 7), Case([[10], [1, 2], [9]], [3...8], 10),
        Case([[5], [4, 5, 6]], [1...3], 6), Case([[3, 3], [3]], [1...2], 3), Case([[1], [1, 2], [2]], [], 2),
        Case([[0, -4, .max]], [], 0),
    ])
    func `numbers that did not arrive are gaps until they do`(_ row: Case) {
        var lane = LaneGaps()
        for numbers in row.arrivals { lane.receive(numbers, at: 1) }
        #expect(lane.gaps.map { $0.first...$0.last } == row.gaps)
        #expect(lane.highest == row.highest)
    }

    @Test func `a lane that was there before begins where it is`() {
        var lane = LaneGaps(highest: LaneGaps.unknown)
        lane.receive([500, 502], at: 1)
        #expect(lane.gaps.map { $0.first...$0.last } == [501...501])
    }

    @Test func `gaps are bounded, and the number of missing events stays right`() {
        var lane = LaneGaps()
        // Every second number arrives.
        for number in 1...1000 { lane.receive([Int64(number * 2)], at: Int64(number)) }
        #expect(lane.gaps.count == LaneGaps.most)
        #expect(lane.gaps.reduce(0) { $0 + $1.missing } == 1000)
        #expect(lane.gaps.first?.since == 1)
        for number in 1...1000 { lane.receive([Int64(number * 2 - 1)], at: 2000) }
        #expect(lane.gaps.isEmpty)
        lane.receive([Int64.max - 1], at: 1)
        lane.receive([Int64.max - 3], at: 1)
        #expect(lane.gaps.count == 2)
    }

    @Test func `any order of arrival leaves the same gaps`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let lost = Set((0..<20).map { _ in Int64.random(in: 1..<200, using: &random) })
            let sent = (1...200).filter { !lost.contains($0) }
            var lane = LaneGaps()
            var rest = sent.shuffled(using: &random)
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(9, rest.count), using: &random)
                lane.receive(Array(rest.prefix(count)), at: 1)
                rest.removeFirst(count)
            }
            #expect(lane.gaps.flatMap { Array($0.first...$0.last) } == lost.sorted())
        }
    }

    private func send(
        _ numbers: [Int64], lane: String? = nil, install: String = "i1", to collector: Collector,
        _ store: TemporaryCollector, now: Timestamp = TemporaryCollector.now
    ) async throws {
        var random = SystemRandomNumberGenerator()
        let events = numbers.map {
            Event(
                id: EventID(time: now, using: &random), name: "a", time: now, sequence: $0, user: nil, session: nil)
        }
        let batch = EventBatch(
            install: install, sent: now, sdk: "1.0", advertiser: nil, events: events, lane: lane)
        _ = try await collector.intake.accept(Array(try JSONEncoder().encode(batch)), scope: store.scope)
        while try await collector.folding.foldOnce() {}
    }

    @Test func `each lane of an install counts for itself, and a late event closes its gap`() async throws {
        let store = try TemporaryCollector()
        do {
            let collector = try store.open()
            try await send([1, 2, 6], to: collector, store)
            try await send([3], lane: "engage", to: collector, store)
            try await send([9], lane: EventLaneName.unnumbered, to: collector, store)
            try await send([1], install: "i2", to: collector, store)
            let gaps = try await collector.reports.sequenceGaps(scope: store.scope).gaps
            #expect(
                gaps.map { "\($0.install) \($0.lane ?? "-") \($0.first)-\($0.last)" } == ["i1 - 3-5", "i1 engage 1-2"])
            #expect(gaps.allSatisfy { $0.since == TemporaryCollector.now && $0.missing == $0.last - $0.first + 1 })
        }
        let collector = try store.open()
        try await send([4, 1, 2], lane: "engage", to: collector, store)
        try await send([4], to: collector, store)
        let gaps = try await collector.reports.sequenceGaps(scope: store.scope, install: "i1").gaps
        #expect(gaps.map { "\($0.lane ?? "-") \($0.first)-\($0.last)" } == ["- 3-3", "- 5-5"])
        #expect(try await collector.reports.sequenceGaps(scope: store.scope, install: "i2").gaps.isEmpty)
        let early = try await collector.reports.sequenceGaps(scope: store.scope, until: TemporaryCollector.now)
        #expect(early.gaps.isEmpty)
    }

    @Test func `an install that was there before gaps were looked for begins where it is`() async throws {
        let store = try TemporaryCollector()
        do { try await send([1], to: try store.open(), store) }
        try SQLiteConnection(path: store.folder.appending(path: "warehouse.sqlite3").path).execute(
            """
            DROP TABLE lane_count; DROP TABLE sequence_gap; DELETE FROM projection WHERE name = 'sequence_gaps';
            UPDATE term SET text = 'ii1' WHERE text = char(1) || 'i1:i1'; PRAGMA user_version = 4;
            """)
        let collector = try store.open()
        try await send([500], to: collector, store)
        try await send([500], install: "new", to: collector, store)
        #expect(try await collector.reports.sequenceGaps(scope: store.scope).gaps.map(\.install) == ["new"])
        try await send([503], to: collector, store)
        let gaps = try await collector.reports.sequenceGaps(scope: store.scope, install: "i1").gaps
        #expect(gaps.map { $0.first...$0.last } == [501...502])
    }

    @Test func `gaps come in pages`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        for install in 0..<5 { try await send([2, 4], install: "i\(install)", to: collector, store) }
        var (found, position): ([SequenceGap], SequenceGapPage.Position?) = ([], nil)
        repeat {
            let page = try await collector.reports.sequenceGaps(scope: store.scope, after: position, limit: 3)
            #expect(page.gaps.count <= 3)
            found += page.gaps
            position = page.next
        } while position != nil && found.count < 100
        #expect(found.count == 10)
        #expect(Set(found.map(\.install)).count == 5)
    }

    @Test func `a gap that nobody can close any more is forgotten`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        try await send([5], to: collector, store)
        let later = TemporaryCollector.now + .seconds((Retention.identityDays + 2) * 86_400)
        while try await !collector.log.tidy(now: later).isLast {}
        #expect(try await collector.reports.sequenceGaps(scope: store.scope).gaps.isEmpty)
        try await send([7], to: collector, store)
        #expect(try await collector.reports.sequenceGaps(scope: store.scope).gaps.map(\.first) == [6])
    }

    @Test(arguments: ["", "A", "a-b", String(repeating: "x", count: 65)])
    func `a batch with a lane of another form is refused`(_ lane: String) async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let body = #"{"install":"i","sent":1,"sdk":"1","lane":"\#(lane)","events":[]}"#
        let error = await #expect(throws: IntakeError.self) {
            try await collector.intake.accept(Array(body.utf8), scope: store.scope)
        }
        #expect(error?.code == .malformed)
        let good = #"{"lane":null,"install":"i","sent":1,"sdk":"1","events":[]}"#
        #expect(try await collector.intake.accept(Array(good.utf8), scope: store.scope).verdicts.isEmpty)
    }
}
