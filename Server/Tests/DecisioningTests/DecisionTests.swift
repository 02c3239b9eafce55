import Foundation
import Testing

@testable import Decisioning

/// PLC-006, PLC-020, PLC-058: who gets what, and why nothing else.
struct DecisionTests {
    /// 2026-03-29, the day on which clocks in Zurich go from 02:00 to 03:00; a Sunday.
    private static func time(_ hour: Int, _ minute: Int = 0, day: Int = 29) -> Date {
        let seconds = (day - 29) * 86_400 + hour * 3_600 + minute * 60
        return Date(timeIntervalSince1970: Double(1_774_742_400 + seconds))
    }

    private static let now = time(12)

    private static func decided(
        _ candidates: [Candidate], _ request: DecisionRequest = DecisionRequest(),
        counters: CapCounters? = nil, now: Date = now, seed: UInt64 = 7
    ) -> Decision {
        let catalogue = Catalogue(candidates)
        let decision = decide(request, catalogue: catalogue, counters: counters, now: now, seed: seed)
        #expect(
            choose(request, catalogue: catalogue, counters: counters, now: now, seed: seed) == decision.chosen,
            "what is chosen without reasons is what is decided")
        return decision
    }

    private static func reason(_ candidate: Candidate, _ request: DecisionRequest = DecisionRequest()) -> Refusal? {
        decided([candidate], request).losers.first?.refusal
    }

    @Test func `the best priority is shown, and every other candidate has its reason`() {
        let decision = Self.decided([
            Candidate("later", priority: 2), Candidate("paused", priority: 0, isPaused: true),
            Candidate("first", priority: 1),
            Candidate("over", priority: 0, schedule: Schedule(end: Self.now)),
        ])
        #expect(decision.chosen == "first")
        #expect(
            decision.losers == [
                .init(candidate: "later", refusal: .behind("first")), .init(candidate: "paused", refusal: .paused),
                .init(candidate: "over", refusal: .ended(Self.now)),
            ])
    }

    @Test func `without a candidate nothing is shown`() {
        #expect(Self.decided([]) == Decision.nothing)
        #expect(Self.decided([Candidate("a", isPaused: true)]).chosen == nil)
    }

    @Test func `a schedule has a first and a last moment`() {
        let schedule = Schedule(start: Self.time(10), end: Self.time(12))
        let shown = [9, 10, 11, 12].map {
            Self.decided([Candidate("a", schedule: schedule)], now: Self.time($0)).chosen
        }
        #expect(shown == [nil, "a", "a", nil])
    }

    @Test func `hours are those of the schedule's clocks, also on the day they change`() throws {
        let zurich = try #require(TimeZone(identifier: "Europe/Zurich"))
        let morning = Schedule(hours: [.init(weekdays: [1], start: 180, end: 240)], timeZone: zurich)
        // 03:00 to 04:00 in Zurich is 01:00 to 02:00 in UTC, because 02:00 does not exist there on this day.
        let shown = [(0, 59), (1, 0), (1, 59), (2, 0)].map { hour, minute in
            Self.decided([Candidate("a", schedule: morning)], now: Self.time(hour, minute)).chosen
        }
        #expect(shown == [nil, "a", "a", nil])
        let night = Schedule(hours: [.init(weekdays: [7], start: 1_320, end: 360)])
        let moments = [Self.time(22, day: 28), Self.time(5), Self.time(6), Self.time(22)]
        #expect(
            moments.map { Self.decided([Candidate("a", schedule: night)], now: $0).chosen } == ["a", "a", nil, nil])
    }

    private static func bound(_ text: String) -> Bound { Bound(text) ?? 0 }

    static let targets: [(Condition, Bool)] = [
        (Condition("country", .isOneOf(["de", "CH"])), true), (Condition("country", .isOneOf(["US"])), false),
        (Condition("country", .isNoneOf(["us"])), true), (Condition("country", .isNoneOf(["ch"])), false),
        (Condition("spend", .isAtLeast(10)), true), (Condition("spend", .isAtLeast(10.01)), false),
        (Condition("spend", .isAtMost(10)), true), (Condition("spend", .isOneOf(["10"])), true),
        (Condition("segment", .isOneOf(["new", "loyal"])), true), (Condition("segment", .isOneOf(["Loyal"])), false),
        (Condition("segment", .isNoneOf(["loyal"])), false), (Condition("custom_id", .isUnknown), true),
        (Condition("custom_id", .isKnown), false), (Condition("custom_id", .isNoneOf(["x"])), true),
        (Condition("custom_id", .isOneOf(["x"])), false), (Condition("country", .isAtLeast(1)), false),
        (Condition("system", .isAtLeast(6.1)), true), (Condition("system", .isAtLeast(6.2)), false),
        (Condition("system", .isAtLeast(6)), true), (Condition("system", .isAtMost(6)), true),
        (Condition("system", .isAtMost(6.1)), true), (Condition("system", .isAtMost(6.0)), true),
        (Condition("system", .isAtMost(5)), false), (Condition("system", .isOneOf(["5", "6"])), true),
        (Condition("system", .isOneOf(["6.10", "61"])), false), (Condition("system", .isNoneOf(["6.1"])), false),
        (Condition("app", .isAtLeast(2)), true), (Condition("app", .isAtLeast(2.5)), false),
        (Condition("build", .isAtLeast(20_261_126)), true), (Condition("build", .isAtMost(20_261_125)), false),
        (Condition("app", .isOneOf(["2"])), false), (Condition("app", .isOneOf(["2.4.10"])), true),
        (Condition("app", .isAtLeast(bound("2.4.9"))), true), (Condition("app", .isAtLeast(bound("2.4.11"))), false),
        (Condition("app", .isAtLeast(bound("2.10"))), false), (Condition("app", .isAtMost(bound("2.10"))), true),
        (Condition("spend", .isAtLeast(bound("-1"))), true), (Condition("spend", .isAtLeast(bound("6.1.3"))), false),
    ]

    @Test(arguments: targets) func `a condition that does not hold keeps a candidate back`(
        condition: Condition, isShown: Bool
    ) {
        let request = DecisionRequest(
            [
                "country": .text("CH"), "spend": .number(10), "segment": .set(["loyal"]), "app": .text("2.4.10"),
                "build": .text("20261126"),
                "system": Version("6.1.3").map { .version($0) },
            ].compactMapValues(\.self))
        #expect(
            Self.reason(Candidate("a", conditions: [condition]), request) == (isShown ? nil : .condition(condition)))
    }

    @Test func `a cap that is reached keeps a candidate back, and only that one`() {
        let (mine, all) = (Cap(2), Cap(100, .everybody, within: .seconds(3_600)))
        let candidates = [Candidate("a", caps: [mine, all]), Candidate("b", priority: 1, caps: [mine])]
        func chosen(_ counts: [String: Int]) -> String? {
            let counters = CapCounters(Catalogue(candidates)) { candidate, cap in
                counts["\(candidate.id) \(cap == mine ? "mine" : "all")"] ?? 0
            }
            return Self.decided(candidates, counters: counters).chosen
        }
        #expect(chosen([:]) == "a")
        #expect(chosen(["a mine": 1, "a all": 99]) == "a")
        #expect(chosen(["a mine": 2]) == "b")
        #expect(chosen(["a all": 100]) == "b")
        #expect(chosen(["a mine": 2, "b mine": 3]) == nil)
        #expect(Self.decided([Candidate("a", caps: [Cap(0)])]).losers.first?.refusal == .capped(Cap(0)))
    }

    @Test func `counts are those of a candidate's own caps, and may change`() {
        let (mine, all) = (Cap(2), Cap(5, .everybody))
        let catalogue = Catalogue([Candidate("a", caps: [mine, all]), Candidate("b"), Candidate("c", caps: [mine])])
        var counters = CapCounters(catalogue) { _, _ in 1 }
        counters.update(2, of: catalogue) { _, count in count += 1 }
        counters.update(0, of: catalogue) { cap, count in if cap == all { count = 5 } }
        let decision = decide(DecisionRequest(), catalogue: catalogue, counters: counters, now: Self.now, seed: 1)
        #expect(decision.chosen == "b")
        #expect(decision.losers.map(\.refusal) == [.capped(all), .capped(mine)])
    }

    @Test func `a candidate that is left out is no loser either`() {
        let catalogue = Catalogue([Candidate("a"), Candidate("b", priority: 1), Candidate("c", priority: 1)])
        let decision = decide(
            DecisionRequest(), catalogue: catalogue, skipping: ["a", "c", "x"], now: Self.now, seed: 1)
        #expect(decision == decide(DecisionRequest(), catalogue: Catalogue([Candidate("b")]), now: Self.now, seed: 1))
        #expect(decision.chosen == "b" && decision.losers.isEmpty)
        let chosen = choose(DecisionRequest(), catalogue: catalogue, skipping: ["a", "c", "x"], now: Self.now, seed: 1)
        #expect(chosen == "b")
    }

    @Test func `what a device cannot do is not shown on it`() {
        let shop = Candidate("shop", capabilities: ["store", "sound"])
        #expect(Self.reason(shop, DecisionRequest(capabilities: ["sound"])) == .missingCapability("store"))
        #expect(Self.reason(shop, DecisionRequest(capabilities: ["sound", "store"])) == nil)
    }

    @Test func `a test device sees what it asks for, and what was overlooked`() {
        let condition = Condition("country", .isOneOf(["US"]))
        let candidate = Candidate("a", conditions: [condition], caps: [Cap(0)])
        let decision = Self.decided([candidate], DecisionRequest(isTest: true))
        #expect(decision.chosen == "a")
        #expect(decision.overlooked == [.condition(condition), .capped(Cap(0))])
        #expect(Self.decided([Candidate("a", isPaused: true)], DecisionRequest(isTest: true)).chosen == nil)
    }

    @Test func `turns follow the weights, and stay when another candidate goes`() {
        let all = [Candidate("a", weight: 3), Candidate("b", weight: 1), Candidate("c", weight: 0)]
        var counts: [String: Int] = [:]
        for seed in 0..<20_000 as Range<UInt64> {
            let chosen = Self.decided(all, seed: seed).chosen
            counts[chosen ?? "-", default: 0] += 1
            guard chosen == "a" else { continue }
            let again = Self.decided([all[0], all[2]], seed: seed).chosen
            if again != "a" { Issue.record("seed \(seed) moved"); return }
        }
        #expect(Set(counts.keys) == ["a", "b"])
        #expect((14_700...15_300).contains(counts["a"] ?? 0))
    }
}

extension Decision {
    fileprivate static var nothing: Decision {
        decide(DecisionRequest(), catalogue: Catalogue([]), now: .distantPast, seed: 0)
    }
}
