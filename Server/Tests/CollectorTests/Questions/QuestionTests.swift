import Foundation
import Logging
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Counts over time, retention and segments.
@Suite struct QuestionTests {
    private let today = Day(TemporaryCollector.now)

    private func store(
        _ events: [(name: String, user: String, hoursAgo: Int64, plan: String)], _ collector: Collector,
        _ store: TemporaryCollector
    ) async throws {
        let events = events.map { event in
            Sample.event(
                event.name, time: TemporaryCollector.now + .seconds(-3600 * event.hoursAgo), user: event.user,
                ["plan": .text(event.plan)])
        }
        for _ in 0..<2 { _ = try await collector.intake.accept(try Sample.body(events), scope: store.scope) }
        while try await collector.folding.foldOnce() {}
    }

    // The clock stands at 14:13 on a Monday.
    @Test func `events and people are counted by hour, day and week, each event once`() async throws {
        let temporary = try TemporaryCollector()
        let collector = try temporary.open()
        try await store(
            [("a", "u1", 0, "x"), ("a", "u1", 0, "x"), ("a", "u2", 1, "y"), ("a", "u1", 24, "x"), ("b", "u3", 0, "x")],
            collector, temporary)
        func points(_ unit: TrendQuestion.Unit, by attribute: String? = nil) async throws -> [String] {
            let question = TrendQuestion(EventMatch("a"), by: attribute, unit: unit, days: (today + -7)...today)
            return try await collector.questions.trend(question, scope: temporary.scope).points.map {
                let hours = ($0.start.milliseconds - today.start.milliseconds) / 3_600_000
                return "\(hours) \($0.value ?? "-") \($0.events) \($0.people)"
            }
        }
        #expect(try await points(.hour) == ["-10 - 1 1", "13 - 1 1", "14 - 2 1"])
        #expect(try await points(.day) == ["-24 - 1 1", "0 - 3 2"])
        // Monday begins a week.
        #expect(try await points(.week) == ["-168 - 1 1", "0 - 3 2"])
        #expect(try await points(.day, by: "plan") == ["-24 x 1 1", "0 x 2 1", "0 y 1 1"])
        #expect(try await points(.week, by: "none") == ["-168  1 1", "0  3 2"])
    }

    @Test func `an attribute with too many values is counted with the rest`() async throws {
        let temporary = try TemporaryCollector()
        let collector = try temporary.open()
        try await store((0..<20).map { ("a", "u", 0, "v\($0)") }, collector, temporary)
        let questions = try Questions(
            temporary.folder.appending(path: "warehouse.sqlite3"), bounds: Questions.Bounds(values: 5))
        let question = TrendQuestion(EventMatch("a"), by: "plan", days: today...today)
        let points = try await questions.trend(question, scope: temporary.scope).points
        #expect(points.count == 6)
        #expect(points.first { $0.value == Questions.otherValue }?.events == 15)
    }

    @Test(arguments: [
        (EventCondition.Comparison.equals, "paid", true), (.equals, "pai", false), (.differs, "free", true),
        (.contains, "ai", true), (.contains, "x", false), (.begins, "pa", true), (.begins, "aid", false),
        (.exists, "", true), (.isMissing, "", false), (.atLeast, "1", false),
    ])
    func `a condition compares texts`(_ comparison: EventCondition.Comparison, _ value: String, _ holds: Bool) {
        #expect(EventCondition("plan", comparison, value).holds(for: "paid") == holds)
    }

    @Test(arguments: [("5", "4.5", true), ("4", "4", true), ("3", "4", false), ("-1", "1e3", false)])
    func `a condition compares numbers`(_ found: String, _ least: String, _ holds: Bool) {
        #expect(EventCondition("n", .atLeast, least).holds(for: found) == holds)
        #expect(EventCondition("n", .isMissing).holds(for: nil) && !EventCondition("n", .exists).holds(for: ""))
    }

    @Test func `people who come back are counted by the day on which they came first`() async throws {
        let temporary = try TemporaryCollector()
        let collector = try temporary.open()
        try await store(
            [
                ("a", "u1", 72, ""), ("b", "u1", 70, ""), ("b", "u1", 48, ""), ("b", "u1", 47, ""), ("b", "u1", 0, ""),
                ("a", "u2", 72, ""), ("b", "u2", 72 + 24, ""), ("b", "u2", 24, ""),
                ("a", "u3", 24, ""), ("a", "u3", 0, ""), ("b", "u4", 0, ""),
            ], collector, temporary)
        let days = (today + -5)...today
        let question = RetentionQuestion(first: EventMatch("a"), then: EventMatch("b"), periods: 3, days: days)
        let answer = try await collector.questions.retention(question, scope: temporary.scope)
        #expect(answer.cohorts.map(\.start) == [today + -3, today + -1])
        #expect(answer.cohorts.map(\.people) == [2, 1])
        #expect(answer.cohorts.map(\.returned) == [[1, 1, 1, 1], [0, 0, 0, 0]])
        // The first event itself is no return.
        let same = RetentionQuestion(first: EventMatch("a"), then: EventMatch("a"), periods: 1, days: days)
        let again = try await collector.questions.retention(same, scope: temporary.scope)
        #expect(again.cohorts.map(\.returned) == [[0, 0], [0, 1]])
    }

    @Test func `a segment has those who did something often enough, and not those who are excluded`() async throws {
        let temporary = try TemporaryCollector()
        let collector = try temporary.open()
        try await store(
            [
                ("a", "u1", 0, "x"), ("a", "u1", 24, "x"), ("a", "u2", 0, "y"), ("a", "u2", 72, "y"),
                ("b", "u2", 0, "x"), ("b", "u3", 0, "x"), ("a", "u3", 1, "x"), ("a", "u3", 2, "y"),
            ], collector, temporary)
        func people(_ segment: BehaviourSegment) async throws -> [String] {
            var (found, after): ([String], Int64?) = ([], nil)
            repeat {
                let page = try await collector.questions.people(
                    of: segment, scope: temporary.scope, today: today, after: after, limit: 1)
                for person in page.people { if case .user(let user) = person { found.append(user) } }
                after = page.next
            } while after != nil && found.count < 50
            let answer = try await collector.questions.segment(segment, scope: temporary.scope, today: today)
            #expect(answer.people == found.count)
            return found.sorted()
        }
        let twice = BehaviourSegment.Rule(EventMatch("a"), times: 2, days: 2)
        #expect(try await people(BehaviourSegment([twice])) == ["u1", "u3"])
        #expect(
            try await people(BehaviourSegment([.init(EventMatch("a"), times: 2, days: 4)])) == ["u1", "u2", "u3"])
        let did = BehaviourSegment.Rule(EventMatch("b"), days: 1)
        #expect(try await people(BehaviourSegment([twice, did])) == ["u3"])
        #expect(try await people(BehaviourSegment([twice, did], joint: .any)) == ["u1", "u2", "u3"])
        var didNot = did
        didNot.isExclusion = true
        #expect(try await people(BehaviourSegment([twice, didNot])) == ["u1"])
        let conditional = BehaviourSegment.Rule(
            EventMatch("a", where: [EventCondition("plan", .equals, "y")]), days: 30)
        #expect(try await people(BehaviourSegment([conditional])) == ["u2", "u3"])
        for bad in [
            BehaviourSegment([]), BehaviourSegment([didNot]), BehaviourSegment([.init(EventMatch("a"), days: 0)]),
        ] {
            let error = await #expect(throws: StoreError.self) {
                try await collector.questions.segment(bad, scope: temporary.scope, today: today)
            }
            #expect(error?.code == .invalid)
        }
    }

    @Test func `installs that the app joined by a common id are one person to every question`() async throws {
        let temporary = try TemporaryCollector()
        let collector = try temporary.open()
        for install in ["i1", "i2", "i3"] {
            let events = [
                Sample.event(install == "i2" ? "b" : "a", user: nil, install == "i3" ? [:] : ["Common Id": "p1"])
            ]
            _ = try await collector.intake.accept(
                try Sample.body(events, install: install), scope: temporary.scope)
        }
        while try await collector.folding.foldOnce() {}
        let funnel = FunnelQuestion(
            [EventMatch("a"), EventMatch("b")], within: .seconds(3600), days: today...today)
        #expect(try await collector.questions.funnel(funnel, scope: temporary.scope).people == [2, 1])
        #expect(
            try await collector.removeLink(.init(install: "i2", kind: .common, id: "p1"), scope: temporary.scope))
        #expect(try await collector.questions.funnel(funnel, scope: temporary.scope).people == [2, 0])
    }

    @Test func `an install with two common ids joins the people of both`() async throws {
        let temporary = try TemporaryCollector()
        let collector = try temporary.open()
        // The numbers of people are in the order of installs, the groups in that of common ids.
        for (install, common) in [("i1", "p2"), ("i2", "p2"), ("i2", "p1"), ("i3", "p1")] {
            let event = Sample.event("a", user: nil, ["Common Id": .text(common)])
            _ = try await collector.intake.accept(try Sample.body([event], install: install), scope: temporary.scope)
            while try await collector.folding.foldOnce() {}
        }
        let trend = try await collector.questions.trend(
            TrendQuestion(EventMatch("a"), days: today...today), scope: temporary.scope)
        #expect(trend.points.map(\.people) == [1])
    }

    @Test func `facts leave with the days whose events lose their content`() async throws {
        let temporary = try TemporaryCollector()
        let open = { (retention: Retention) in
            try Collector.open(
                at: temporary.folder, logger: Logger(label: "test"), retention: retention,
                now: { TemporaryCollector.now })
        }
        try await store([("a", "u1", 0, ""), ("a", "u2", 40 * 24, "")], try open(Retention()), temporary)
        let question = TrendQuestion(EventMatch("a"), days: (today + -60)...today)
        let collector = try open(Retention(days: 30))
        #expect(try await collector.questions.trend(question, scope: temporary.scope).points.count == 2)
        try await collector.folding.tidy()
        #expect(
            try await collector.questions.trend(question, scope: temporary.scope).points.map(\.start) == [today.start])
    }
}
