import Foundation
import MarqueeWire
import PlatformStore
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

    @Test func `installs are counted once a day, however often and in whatever order they come`() async throws {
        let store = try TemporaryCollector()
        let expected = [EventCount(name: "opened", day: today, events: 333, installs: 200)]
        do {
            let collector = try store.open()
            // 200 installs are several blocks of the table; the last of one has the sign bit.
            for round in 0..<2 {
                for install in 0..<200 where round == 1 || !install.isMultiple(of: 3) {
                    let batch = try Sample.body([Sample.event("opened")], install: "i\(install)")
                    _ = try await collector.intake.accept(batch, scope: store.scope)
                }
                while try await collector.folding.foldOnce() {}
            }
            #expect(try await collector.reports.eventCounts(scope: store.scope, days: today...today) == expected)
        }
        // A file in which installs were not counted yet.
        try SQLiteConnection(path: store.folder.appending(path: "warehouse.sqlite3").path).execute(
            """
            ALTER TABLE event_count DROP COLUMN installs;
            UPDATE projection SET version = 1 WHERE name = 'event_counts';
            """)
        #expect(try await store.open().reports.eventCounts(scope: store.scope, days: today...today) == expected)
    }

    @Test func `a question has a bounded answer, and the next goes on after it`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let yesterday = TemporaryCollector.now + .seconds(-86_400)
        let events = (0..<5).flatMap { [Sample.event("e\($0)"), Sample.event("e\($0)", time: yesterday)] }
        _ = try await collector.intake.accept(try Sample.body(events), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        let span = (today + -7)...today
        let all = try await collector.reports.eventCounts(scope: store.scope, days: span)
        #expect(all.map(\.day) == Array(repeating: today, count: 5) + Array(repeating: today + -1, count: 5))
        for limit in [1, 2, 3, 5, 7] {
            var found: [EventCount] = []
            while found.count < 50 {
                let position = found.last.map { (day: $0.day, name: $0.name) }
                let page = try await collector.reports.eventCounts(
                    scope: store.scope, days: span, after: position, limit: limit)
                #expect(page.count <= limit)
                guard !page.isEmpty else { break }
                found += page
            }
            #expect(found == all)
        }
        let late = (day: today + 9, name: "z")
        #expect(try await collector.reports.eventCounts(scope: store.scope, days: span, after: late) == all)
    }
}
