import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// What is folded does not depend on the order in which events arrive, nor on which of them share a transaction.
@Suite struct FoldOrderTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    private struct Batch {
        let scope: Scope
        let body: [UInt8]
    }

    private static let scopes = ["demo", "other"]
    private static let installs = ["i1", "i2", "i3"]
    private static let people = ["a", "b", "c"]
    private static let today = Day(TemporaryCollector.now)

    /// A day and a half of two apps that share all ids.
    private static func batches(_ random: inout Random) throws -> [Batch] {
        var sequences: [String: Int64] = [:]
        return try (0..<70).map { number in
            let app = scopes.randomElement(using: &random) ?? ""
            let install = installs.randomElement(using: &random) ?? ""
            func chance(_ name: String, of times: Int) -> (String, Event.Value)? {
                guard Int.random(in: 0..<times, using: &random) == 0 else { return nil }
                return (name, .text("\(name.prefix(2))-\(people.randomElement(using: &random) ?? "")"))
            }
            let time = TemporaryCollector.now + .seconds(Int64(number) * -1800)
            let properties = [
                chance("Recipient Id", of: 2), chance("Primary User Id", of: 2), chance("Custom Id", of: 2),
                chance("Common Id", of: 6), chance("Campaign Name", of: 2), chance("Goal Name", of: 2),
                ("tags", .text("[\"t\(number % 5)\"]")),
            ].compactMap { $0 }
            // Some numbers are missing.
            sequences[app + install, default: 0] += Int64.random(in: 1...2, using: &random)
            let names = ["engage_goal_completed", "engage_named", EventName.userTags]
            let event = Event(
                id: EventID(time: time, using: &random), name: names.randomElement(using: &random) ?? "", time: time,
                sequence: sequences[app + install] ?? 0,
                user: Bool.random(using: &random) ? people.randomElement(using: &random) : nil, session: nil,
                properties: Dictionary(uniqueKeysWithValues: properties))
            let batch = EventBatch(
                install: install, sent: TemporaryCollector.now, sdk: "1",
                advertiser: Bool.random(using: &random) ? "ad-\(people.randomElement(using: &random) ?? "")" : nil,
                events: [event])
            return Batch(scope: try Scope(app: app), body: Array(try JSONEncoder().encode(batch)))
        }
    }

    /// Everything that can be asked, as lines.
    private static func answers(_ collector: Collector) async throws -> [String] {
        let days = (today + -7)...today
        var lines: [String] = []
        for scope in try scopes.map({ try Scope(app: $0) }) {
            for install in installs {
                let links = try await collector.reports.links(scope: scope, install: install)
                lines += links.map { "\(scope) \($0)" }.sorted()
            }
            for person in people {
                let ids = PersonIDs(recipient: "Re-\(person)", mobileUsers: ["Pr-\(person)"], users: [person])
                lines += try await collector.questions.timeline(of: ids, scope: scope).events.map {
                    "\(person) \($0.id)"
                }
                lines += try await collector.questions.export(of: ids, scope: scope).lines.sorted()
                let profile = try await collector.reports.profile(scope: scope, common: "Co-\(person)")
                lines.append("\(profile.ids)")
            }
            let funnel = FunnelQuestion(
                [EventMatch("engage_named"), EventMatch("engage_goal_completed")], within: .seconds(86_400), days: days)
            lines.append("\(try await collector.questions.funnel(funnel, scope: scope).people)")
            let segment = BehaviourSegment([.init(EventMatch("engage_named"), times: 2, days: 7)])
            // Which of somebody's ids a page names depends on which came first.
            lines.append("\(try await collector.questions.segment(segment, scope: scope, today: today).people)")
            lines.append("\(try await collector.reports.campaigns(scope: scope, days: days, isDaily: true))")
            lines.append("\(try await collector.reports.eventCounts(scope: scope, days: days))")
            lines.append("\(try await collector.reports.universalCounts(scope: scope, days: days, by: [.day, .goal]))")
            let gaps = try await collector.reports.sequenceGaps(scope: scope).gaps
            lines.append("\(gaps.map { "\($0.install) \($0.first) \($0.last) \($0.missing)" }.sorted())")
            let tags = try await collector.reports.profileTags(scope: scope, since: days.lowerBound.start)
            lines.append("\(tags.users) \(tags.counts.map { "\($0) \($1)" }.sorted())")
        }
        return lines
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `events in any order give the same answers`(_ seed: UInt64) async throws {
        var random = Random(state: seed)
        let batches = try Self.batches(&random)
        var first: [String]?
        for _ in 0..<4 {
            let store = try TemporaryCollector()
            let half = TemporaryCollector.now + .seconds(-40_000)
            let door = OptedOutTests.Door(["demo": ["Re-a": half], "other": ["Re-b": half]])
            let collector = try store.open(recipients: door)
            for batch in batches.shuffled(using: &random) {
                _ = try await collector.intake.accept(batch.body, scope: batch.scope)
                if Int.random(in: 0..<4, using: &random) == 0 { while try await collector.folding.foldOnce() {} }
                if Int.random(in: 0..<20, using: &random) == 0 { try await collector.folding.tidy() }
            }
            while try await collector.folding.foldOnce() {}
            try await collector.folding.tidy()
            let answers = try await Self.answers(collector)
            let expected = first ?? answers
            #expect(answers.count == expected.count)
            for (answer, wanted) in zip(answers, expected) where answer != wanted { #expect(answer == wanted) }
            first = expected
        }
    }
}
