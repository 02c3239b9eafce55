import Benchmark
import Comparison
import Decisioning
import Foundation

/// Choosing among 100 units that all have a schedule with times of the week, two conditions and two caps.
enum DecisionBenchmarks {
    private static let units = 100
    private static let now = Date(timeIntervalSince1970: 1_780_000_000)

    static func register() {
        let contest = Contest(unit: "decisions", against: "a search for the best priority between two dates")
        let count = 2_000
        let (catalogue, counters) = content()
        Benchmark("Decide: among 100 units", configuration: contest.configuration(rounds: 60)) { benchmark in
            try await contest.round(
                benchmark, count: count,
                ours: {
                    ContinuousClock().measure {
                        for number in 0..<count {
                            let decision = decide(
                                request(number), catalogue: catalogue, counters: counters, now: now,
                                seed: UInt64(number))
                            blackHole(decision)
                        }
                    }
                },
                baseline: {
                    ContinuousClock().measure {
                        for _ in 0..<count { blackHole(bestBetweenDates(catalogue.candidates)) }
                    }
                })
        }
    }

    /// What a decision cannot do without: looking at each unit's dates and priority.
    private static func bestBetweenDates(_ catalogue: [Candidate]) -> Candidate? {
        var best: Candidate?
        for candidate in catalogue
        where candidate.schedule.start.map({ $0 <= now }) ?? true && candidate.schedule.end.map({ now < $0 }) ?? true {
            if best.map({ candidate.priority < $0.priority }) ?? true { best = candidate }
        }
        return best
    }

    private static func request(_ number: Int) -> DecisionRequest {
        DecisionRequest(
            [
                "country": .text(["de", "fr", "us", "jp"][number % 4]), "spend": .number(Double(number % 50)),
                "segment": .set(["payers", "segment-\(number % 20)"]),
            ], capabilities: ["store"])
    }

    private static func content() -> (catalogue: Catalogue, counters: CapCounters) {
        var random = RepeatableRandom(seed: 11)
        let zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "GMT"].compactMap { TimeZone(identifier: $0) }
        let countries = ["de", "fr", "us", "jp", "it", "es"]
        let candidates = (0..<units).map { number in
            Candidate(
                "unit-\(number)", priority: number / 10, weight: .random(in: 0.5...2, using: &random),
                schedule: Schedule(
                    start: now.addingTimeInterval(.random(in: -5_000_000...500_000, using: &random)),
                    end: now.addingTimeInterval(.random(in: -500_000...5_000_000, using: &random)),
                    hours: [.init(start: number % 2 * 300, end: 1_440)], timeZone: zones[number % zones.count]),
                conditions: [
                    Condition("country", .isOneOf(Array(countries.shuffled(using: &random).prefix(3)))),
                    number.isMultiple(of: 2)
                        ? Condition("spend", .isAtLeast(.random(in: 0...30, using: &random)))
                        : Condition("segment", .isNoneOf(["segment-\(number % 20)", "blocked"])),
                ],
                caps: [Cap(3, within: .seconds(86_400)), Cap(100_000, .everybody)],
                capabilities: number.isMultiple(of: 5) ? ["store"] : [])
        }
        let catalogue = Catalogue(candidates)
        return (catalogue, CapCounters(catalogue) { _, cap in .random(in: 0...cap.limit, using: &random) })
    }
}
