import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Funnels: pure runs, and beside a plain evaluation of the same events.
@Suite struct FunnelTests {
    struct Case: Sendable {
        /// Steps by letters, one event a second: `abc` are three steps of one person.
        let events: String
        let reached: Int
        let seconds: Int64

        init(_ events: String, _ reached: Int, within seconds: Int64 = 100) {
            (self.events, self.reached, self.seconds) = (events, reached, seconds)
        }
    }

    // The funnel a, b, c; other letters are other events.
    @Test(arguments: [
        Case("", 0), Case("b", 0), Case("a", 1), Case("ab", 2), Case("abc", 3), Case("xaxbxc", 3), Case("acb", 2),
        Case("bca", 1), Case("cba", 1), Case("aabbcc", 3), Case("ac", 1), Case("abxxxxc", 2, within: 5),
        Case("abxxabc", 3, within: 3), Case("axxxb", 1, within: 3), Case("axxb", 2, within: 3),
        // A later first step gives the steps behind it more time, and takes nothing from those that were made.
        Case("abac", 3, within: 3), Case("abacxb", 3, within: 3), Case("aaxb", 2, within: 2),
    ])
    func `a person comes as far as the steps follow each other within the window`(_ row: Case) {
        var run = FunnelRun(steps: 3, window: row.seconds * 1000, mostPeople: 10)
        for (second, letter) in row.events.enumerated() {
            guard let step = "abc".firstIndex(of: letter).map({ "abc".distance(from: "abc".startIndex, to: $0) }) else {
                continue
            }
            run.see(step, of: 7, at: Int64(second) * 1000)
        }
        #expect(run.people == (1...3).map { row.reached >= $0 ? 1 : 0 })
    }

    @Test func `people beyond the bound are left out and counted`() {
        var run = FunnelRun(steps: 2, window: 1000, mostPeople: 2)
        for person in 1...5 as ClosedRange<UInt32> { run.see(0, of: person, at: 0) }
        #expect(run.people == [2, 0] && run.leftOut == 3)
    }

    /// Events of some people at random seconds of some days, also out of order.
    private func fill(_ collector: Collector, _ store: TemporaryCollector, events: Int) async throws -> [Event] {
        var random = SystemRandomNumberGenerator()
        let all = (0..<events).map { _ in
            Sample.event(
                ["a", "b", "c", "d"].randomElement(using: &random) ?? "a",
                time: TemporaryCollector.now + .milliseconds(-Int64.random(in: 0..<4 * 86_400_000, using: &random)),
                user: "u\(Int.random(in: 0..<40, using: &random))",
                ["plan": ["free", "paid"].randomElement(using: &random) == "paid" ? "paid" : "free"])
        }
        for start in stride(from: 0, to: events, by: 100) {
            let body = try Sample.body(Array(all[start..<min(start + 100, events)]))
            _ = try await collector.intake.accept(body, scope: store.scope)
            if start.isMultiple(of: 300) { while try await collector.folding.foldOnce() {} }
        }
        while try await collector.folding.foldOnce() {}
        return all
    }

    /// The people of each step, by trying every first step.
    private func expected(
        _ events: [Event], _ steps: [String], _ window: Duration, where isMatch: (Event) -> Bool = { _ in true }
    ) -> [Int] {
        var counts = [Int](repeating: 0, count: steps.count)
        for (_, events) in Dictionary(grouping: events.filter(isMatch), by: \.user) {
            let events = events.sorted { $0.time < $1.time }
            var best = 0
            for (place, first) in events.enumerated() where first.name == steps[0] {
                var step = 1
                for event in events[(place + 1)...] where step < steps.count && event.time - first.time <= window {
                    if event.name == steps[step] { step += 1 }
                }
                best = max(best, step)
            }
            for step in 0..<best { counts[step] += 1 }
        }
        return counts
    }

    @Test(arguments: [["a", "b"], ["a", "b", "c"], ["a", "a"], ["a", "b", "a", "c"]])
    func `a funnel finds what a plain evaluation of the same events finds`(_ steps: [String]) async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let events = try await fill(collector, store, events: 1500)
        let today = Day(TemporaryCollector.now)
        for hours in [1, 6, 24, 96] {
            let question = FunnelQuestion(
                steps.map { EventMatch($0) }, within: .seconds(hours * 3600), days: (today + -10)...today)
            let answer = try await collector.questions.funnel(question, scope: store.scope)
            #expect(answer.people == expected(events, steps, .seconds(hours * 3600)), "\(hours) hours")
            #expect(answer.coverage.isWhole && answer.coverage.events > 0)
        }
        let few = FunnelQuestion(steps.map { EventMatch($0) }, within: .seconds(3600), days: (today + -1)...today)
        let recent = events.filter { Day($0.time) >= today + -1 }
        #expect(
            try await collector.questions.funnel(few, scope: store.scope).people
                == expected(recent, steps, .seconds(3600)))
    }

    @Test func `steps with conditions are read from the log, as far as the bound allows`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let events = try await fill(collector, store, events: 900)
        let today = Day(TemporaryCollector.now)
        let paid = [EventCondition("plan", .equals, "paid")]
        let question = FunnelQuestion(
            [EventMatch("a", where: paid), EventMatch("b", where: paid)], within: .seconds(86_400),
            days: (today + -10)...today)
        let answer = try await collector.questions.funnel(question, scope: store.scope)
        #expect(
            answer.people == expected(events, ["a", "b"], .seconds(86_400)) { $0.properties["plan"] == "paid" })
        #expect(answer.coverage.isWhole)
        let bounded = try Questions(
            store.folder.appending(path: "warehouse.sqlite3"), bounds: Questions.Bounds(events: 520))
        let part = try await bounded.funnel(question, scope: store.scope)
        let since = try #require(part.coverage.since)
        #expect(!part.coverage.isWhole && part.coverage.events <= 520)
        #expect(((today + -2)...today).contains(since))
        let rest = events.filter { Day($0.time) >= since && $0.properties["plan"] == "paid" }
        #expect(part.people == expected(rest, ["a", "b"], .seconds(86_400)))
    }

    @Test func `a question outside its bounds is refused`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let today = Day(TemporaryCollector.now)
        let two = [EventMatch("a"), EventMatch("b")]
        let bad = [
            FunnelQuestion([EventMatch("a")], within: .seconds(1), days: today...today),
            FunnelQuestion(Array(repeating: EventMatch("a"), count: 11), within: .seconds(1), days: today...today),
            FunnelQuestion(two, within: .zero, days: today...today),
            FunnelQuestion(two, within: .seconds(1), days: (today + -400)...today),
            FunnelQuestion([EventMatch(""), EventMatch("b")], within: .seconds(1), days: today...today),
            FunnelQuestion(
                [EventMatch("a", where: [EventCondition("n", .atLeast, "many")]), EventMatch("b")],
                within: .seconds(1), days: today...today),
        ]
        for question in bad {
            let error = await #expect(throws: StoreError.self) {
                try await collector.questions.funnel(question, scope: store.scope)
            }
            #expect(error?.code == .invalid)
        }
        let empty = FunnelQuestion(two, within: .seconds(1), days: today...today)
        #expect(try await collector.questions.funnel(empty, scope: store.scope).people == [0, 0])
        // A portal keeps questions as JSON.
        let json = try JSONEncoder().encode(bad[5])
        #expect(try JSONDecoder().decode(FunnelQuestion.self, from: json) == bad[5])
    }
}
