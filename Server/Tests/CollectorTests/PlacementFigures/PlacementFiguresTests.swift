import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// PLC-007, PLC-023, PLC-066, PLC-127, PLC-135: what devices do with placements, in figures by day, unit and placement.
@Suite struct PlacementFiguresTests {
    private let day = Duration.seconds(86_400)

    @Test func `an event that is recorded twice counts once, also after it was folded`() async throws {
        let sample = try PlacementSample()
        let made = sample.clock.now
        for _ in 0..<2 {
            try await sample.record(.shown, PlacementSample.unit("u1"), key: "one", made: made)
            try await sample.record(.shown, PlacementSample.unit("u1"), key: "one", made: made)
            try await sample.record(.clicked, PlacementSample.unit("u1"), key: "two", made: made)
            sample.clock.advance(by: .seconds(5))
            #expect(try await sample.totals()[.impressions] == 1)
        }
        #expect(try await sample.totals()[.clicks] == 1)
    }

    @Test func `each answer, impression, click and dismissal counts for its day, placement and unit`() async throws {
        let sample = try PlacementSample()
        try await sample.record(.answered, PlacementSample.unit("u1"))
        try await sample.record(.answered, ["placement": "start"])
        try await sample.record(.shown, PlacementSample.unit("u1"))
        try await sample.record(.shown, PlacementSample.unit("u2"))
        try await sample.record(.shown, PlacementSample.unit("u1", ["placement": "end"]))
        try await sample.record(.clicked, PlacementSample.unit("u1"))
        try await sample.record(.dismissed, PlacementSample.unit("u1", ["reason": "close"]))
        try await sample.record(.dismissed, PlacementSample.unit("u1", ["reason": "dismiss"]))
        try await sample.record(.formAnswered, PlacementSample.unit("u2"))
        sample.clock.advance(by: day)
        try await sample.record(.shown, PlacementSample.unit("u1"))

        let units = try await sample.rows(.unit)
        #expect(units.map(\.key.unit) == [nil, "u1", "u2"])
        #expect(units[0].counts[.emptyAnswers] == 1)
        let one = units[1].counts
        let figures: [PlacementFigure] = [.answers, .impressions, .clicks, .closed, .dismissed]
        #expect(figures.map { one[$0] } as [Int] == [1, 3, 1, 1, 1])
        #expect(one.share(.clicks, of: .impressions) == 1.0 / 3 && one.share(.clicks, of: .opens) == nil)
        #expect(units[2].counts[.forms] == 1)
        let days = try await sample.rows([.day, .unit], unit: "u1")
        #expect(days.map(\.key.day) == [Day(sample.clock.now), Day(TemporaryCollector.now)], "the latest first")
        #expect(days.map { $0.counts[.impressions] } == [1, 2])
        let places = try await sample.rows(.placement, placement: "end")
        #expect(places.map(\.key.placement) == ["end"] && places.first?.counts[.impressions] == 1)
    }

    @Test func `two opens of a day are two, and sessions and their length add up`() async throws {
        let sample = try PlacementSample()
        try await sample.record(.opened, ["sessions": 2, "seconds": 300])
        try await sample.record(.opened, ["sessions": 1, "seconds": 60])
        try await sample.record(.opened, ["sessions": 9_000_000, "seconds": -5], of: "other")
        let totals = try await sample.totals()
        #expect(totals[.opens] == 3 && totals[.newInstalls] == 2 && totals[.activeInstalls] == 2)
        #expect(totals[.sessions] == 10_003 && totals[.sessionSeconds] == 360, "a number of a device is bounded")
        #expect(try await sample.collector.reports.placementInstalls(scope: sample.store.scope) == 2)
    }

    @Test func `an install is won back after more than seven days`() async throws {
        let sample = try PlacementSample()
        for (step, wonBack) in [(0, 0), (7, 0), (8, 1)] {
            sample.clock.advance(by: day * step)
            try await sample.record(.opened)
            #expect(try await sample.totals()[.reengagedInstalls] == wonBack, "after \(step) days")
        }
    }

    @Test func `an install that comes back after 1, 7 and 30 days counts for the day on which it was new`() async throws
    {
        let sample = try PlacementSample()
        for step in [0, 1, 6, 23] {
            sample.clock.advance(by: day * step)
            try await sample.record(.opened)
            try await sample.record(.opened)
            if step == 0 { try await sample.record(.opened, of: "gone") }
        }
        let first = try #require(try await sample.rows(.day).last)
        #expect(first.key.day == Day(TemporaryCollector.now) && first.counts[.newInstalls] == 2)
        #expect([.returnedDay1, .returnedDay7, .returnedDay30].map { first.counts[$0] } == [1, 1, 1])
        let totals = try await sample.totals()
        #expect(totals[.activeInstalls] == 5 && totals[.reengagedInstalls] == 1, "after 23 days, not after 6")
    }

    @Test func `a device that opted out counts in sums and is no install`() async throws {
        let sample = try PlacementSample()
        for _ in 0..<2 { try await sample.record(.opened, ["sessions": 1, "seconds": 10], of: nil) }
        try await sample.record(.shown, PlacementSample.unit("u1"), of: nil)
        try await sample.record(.opened, of: "with a \u{202E} mark")
        let totals = try await sample.totals()
        #expect(totals[.opens] == 3 && totals[.newInstalls] == 0 && totals[.impressions] == 1)
        #expect(try await sample.collector.reports.installs(scope: sample.store.scope).isEmpty)
    }

    @Test func `test devices stand apart, also those that are known by another id`() async throws {
        let sample = try PlacementSample()
        try await sample.record(.opened, of: "lab-1")
        try await sample.record(.shown, PlacementSample.unit("u1", ["test": true]))
        try await sample.record(.shown, PlacementSample.unit("u1"))
        let (players, tests) = (try await sample.totals(), try await sample.totals(.test))
        #expect(players[.impressions] == 1 && players[.opens] == 0)
        #expect(tests[.impressions] == 1 && tests[.opens] == 1)
        let all = try await sample.totals(.all)
        #expect(all[.impressions] == 2)
        #expect(try await sample.collector.reports.placementInstalls(scope: sample.store.scope) == 0)
    }

    @Test func `a device that posts events of placements itself moves no figure`() async throws {
        let sample = try PlacementSample()
        let forged = try Sample.body([Sample.event("placement_shown", ["unit": "u1"]), Sample.event("played")])
        let receipt = try await sample.collector.intake.accept(forged, scope: sample.store.scope)
        #expect(receipt.verdicts == [.rejected, .accepted] && receipt.reasons.first?.contains("placement_") == true)
        for order in [0, 1] {
            let members = [#""lane":"server""#, #""events":[\#(Self.event)]"#]
            let ordered = (order == 0 ? members : members.reversed()).joined(separator: ",")
            let body = Array(#"{"install":"i","sent":1,"sdk":"1",\#(ordered)}"#.utf8)
            let error = await #expect(throws: IntakeError.self) {
                try await sample.collector.intake.accept(body, scope: sample.store.scope)
            }
            #expect(error?.code == .malformed)
        }
        #expect(try await sample.totals().isEmpty)
    }

    private static let event = #"""
        {"id":"01890a5d-ac96-774b-bcce-b302099a8057","name":"placement_shown","time":1,"sequence":1,"properties":{"unit":"u"}}
        """#

    @Test func `rewards count by the name that they had when they were given out`() async throws {
        let sample = try PlacementSample()
        for (reward, quantity) in [("coins", 50), ("coins", 25), ("gems", 1)] {
            try await sample.record(
                .rewardUnlocked,
                PlacementSample.unit(
                    "daily", kind: "reward", ["reward": .text(reward), "quantity": .integer(Int64(quantity))]))
        }
        try await sample.fold()
        let query = PlacementQuery(
            scope: sample.store.scope, by: [], days: Day(TemporaryCollector.now)...Day(TemporaryCollector.now),
            now: sample.clock.now)
        #expect(
            try await sample.collector.reports.placementRewards(query) == [
                RewardCount(unit: "daily", reward: "coins", unlocks: 2, pieces: 75),
                RewardCount(unit: "daily", reward: "gems", unlocks: 1, pieces: 1),
            ])
        #expect(try await sample.totals()[.rewards] == 3)
    }

    @Test func `lists of games count apart by whether their badge was on the screen`() async throws {
        let sample = try PlacementSample()
        try await sample.record(.badgeAnswered, ["placement": "games", "badge": true])
        try await sample.record(.badgeAnswered, ["placement": "games", "badge": false])
        try await sample.record(.shown, PlacementSample.unit("list", kind: "moreGames", ["badge": true]))
        try await sample.record(.shown, PlacementSample.unit("list", kind: "moreGames"))
        try await sample.record(.shown, PlacementSample.unit("list", kind: "moreGames"))
        try await sample.record(.shown, PlacementSample.unit("other", ["badge": true]))
        let totals = try await sample.totals()
        #expect(totals[.badges] == 1 && totals[.emptyBadges] == 1)
        #expect(totals[.opensWithBadge] == 1 && totals[.opensWithoutBadge] == 2)
    }
}
