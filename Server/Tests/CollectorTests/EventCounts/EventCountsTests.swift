import MarqueeWire
import Testing

@testable import Collector

/// Events by name and day.
@Suite struct EventCountsTests {
    private let today = Day(TemporaryCollector.now)

    @Test func `events and installs are counted by name and day, each event once`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let yesterday = TemporaryCollector.now + .seconds(-86_400)
        let first = [
            Sample.event("opened"), Sample.event("closed"), Sample.event("opened"),
            Sample.event("opened", time: yesterday, user: "ann"),
        ]
        for _ in 0..<2 {
            _ = try await collector.intake.accept(try Sample.body(first), scope: store.scope)
            while try await collector.folding.foldOnce() {}
        }
        _ = try await collector.intake.accept(
            try Sample.body([Sample.event("opened")], install: "i2"), scope: store.scope)
        _ = try await collector.intake.accept(try Sample.body([Sample.event("opened")]), scope: try Scope(app: "else"))
        while try await collector.folding.foldOnce() {}
        let expected = [
            EventCount(name: "closed", day: today, events: 1, installs: 1),
            EventCount(name: "opened", day: today, events: 3, installs: 2),
            EventCount(name: "opened", day: today + -1, events: 1, installs: 1),
        ]
        #expect(try await collector.reports.eventCounts(scope: store.scope, days: (today + -7)...today) == expected)
        #expect(try await collector.reports.eventCounts(scope: store.scope, days: today...today).count == 2)
    }
}
