import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Reports on campaigns and counts of universal events (ENG-093, ENG-202).
@Suite struct CampaignTests {
    private let today = Day(TemporaryCollector.now)

    private func store(_ collector: Collector, _ store: TemporaryCollector) async throws {
        let campaign = "Campaign Name"
        var events = [
            // A notification and a link that open the app; a session that no link started opens nothing.
            UniversalSample.event(.notificationOpened, [campaign: "spring", "Recipient Id": "r1"]),
            UniversalSample.event(
                .sessionStarted, after: 1, [campaign: "spring", "CurrentCampaign": "spring", "Recipient Id": "r2"]),
            UniversalSample.event(.sessionStarted, after: 2, [campaign: "spring", "Recipient Id": "r3"]),
            UniversalSample.event(
                .goalCompleted, after: 3, [campaign: "spring", "Recipient Id": "r1", "Goal Name": "buy"]),
            UniversalSample.event(
                .goalCompleted, after: 4, [campaign: "spring", "Recipient Id": "r1", "Goal Name": "read"]),
            UniversalSample.event(
                .goalAbandoned, after: 5, [campaign: "spring", "Recipient Id": "r2", "Goal Name": "buy"]),
            UniversalSample.event(.notificationOpened, after: 6, [campaign: "spring 2", "Recipient Id": "r1"]),
            UniversalSample.event(.goalCompleted, after: 7, [campaign: "", "Recipient Id": "r4", "Goal Name": "buy"]),
            UniversalSample.event(.named, after: 8, ["Device Id": "d9"]),
        ]
        // An event of yesterday that arrives today.
        events.append(
            UniversalSample.event(
                .notificationOpened, after: -86_400, [campaign: "spring", "Primary User Id": "m1"]))
        for _ in 0..<2 { try await UniversalSample.store(events, in: collector, scope: store.scope) }
    }

    @Test func `a campaign's opens, goals and people are counted by day, each event once`() async throws {
        let temporary = try TemporaryCollector()
        let collector = try temporary.open(after: 100)
        try await store(collector, temporary)
        let all = try await collector.reports.campaigns(scope: temporary.scope, days: (today + -7)...today)
        #expect(all.map(\.label) == ["spring", "none", "spring 2"])
        let spring = try #require(all.first)
        #expect(spring.opens == 3 && spring.completed == 2 && spring.abandoned == 1)
        #expect(spring.people == 4 && spring.converted == 1 && spring.conversionRate == 0.25)
        #expect(all[1].campaign == nil && all[1].completed == 1 && all[1].people == 2 && all[1].converted == 1)
        #expect(all[2].opens == 1 && all[2].conversionRate == 0)

        let daily = try await collector.reports.campaigns(
            scope: temporary.scope, days: (today + -7)...today, isDaily: true)
        #expect(
            daily.map { "\($0.day?.description ?? "") \($0.label) \($0.opens)" } == [
                "\(today) spring 2", "\(today) none 0", "\(today) spring 2 1", "\(today + -1) spring 1",
            ])
        #expect(try await collector.reports.campaigns(scope: try Scope(app: "else"), days: today...today).isEmpty)
        let lines = CampaignFigures.csv(all).split(separator: "\r\n")
        #expect(lines.count == 4 && lines[2].hasPrefix("\"none\","))
    }

    @Test func `events are counted by type, goal, campaign and day as asked, late ones on their day`() async throws {
        let temporary = try TemporaryCollector()
        let collector = try temporary.open(after: 100)
        try await store(collector, temporary)
        let days = (today + -7)...today
        func counts(_ parts: Set<UniversalCount.Part>) async throws -> [String] {
            try await collector.reports.universalCounts(scope: temporary.scope, days: days, by: parts).map {
                "\($0.day.map { "\($0.number - today.number)" } ?? "-") \($0.type?.rawValue ?? 0) "
                    + "\($0.goal ?? "-") \($0.campaign ?? "-") \($0.events)"
            }
        }
        #expect(try await counts([]) == ["- 0 - - 10"])
        #expect(try await counts([.day]) == ["0 0 - - 9", "-1 0 - - 1"])
        #expect(
            Set(try await counts([.type])) == [
                "- 49 - - 3", "- 13 - - 2", "- 16 - - 3", "- 15 - - 1", "- 17 - - 1",
            ])
        #expect(Set(try await counts([.goal])) == ["- 0 buy - 3", "- 0 read - 1", "- 0 - - 6"])
        #expect(
            Set(try await counts([.type, .campaign]).filter { $0.contains(" 49 ") }) == [
                "- 49 - spring 2", "- 49 - spring 2 1",
            ])
        let raw = try await collector.events(EventQuery(scope: temporary.scope, name: "engage_goal_completed")).events
        #expect(raw.count == 3 && raw.allSatisfy { $0.properties.contains("Goal Name") })
    }
}
