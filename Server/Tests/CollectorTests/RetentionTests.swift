import Foundation
import Logging
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Collector

/// When single events lose their content and their ids.
@Suite struct RetentionTests {
    private static let day = Duration.seconds(86_400)

    /// A collector whose clock the test moves.
    private final class Warehouse: Sendable {
        let store: TemporaryCollector
        let collector: Collector
        private let time: Clock

        final class Clock: Sendable {
            private let time = Mutex(TemporaryCollector.now)
            var now: Timestamp { time.withLock { $0 } }
            func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
        }

        init(_ retention: Retention) throws {
            store = try TemporaryCollector()
            let clock = Clock()
            time = clock
            collector = try Collector.open(
                at: store.folder, logger: Logger(label: "test"), retention: retention
            ) { clock.now }
        }

        var now: Timestamp { time.now }

        func advance(days: Int) { time.advance(by: RetentionTests.day * days) }

        @discardableResult
        func take(_ events: [Event]) async throws -> FoldStatistics {
            let before = try await collector.folding.statistics()
            _ = try await collector.intake.accept(try Sample.body(events, sent: now), scope: store.scope)
            while try await collector.folding.foldOnce() {}
            var statistics = try await collector.folding.statistics()
            statistics.events -= before.events
            statistics.duplicates -= before.duplicates
            return statistics
        }

        func events(_ count: Int, ago: Duration = .zero, text: String = "x") -> [Event] {
            (0..<count).map { _ in Sample.event(time: now + (.zero - ago), ["text": .text(text)]) }
        }

        func count(_ condition: String) throws -> Int {
            try store.count("event WHERE \(condition)")
        }
    }

    @Test func `content goes after its days, ids after those in which devices send again, and figures stay`()
        async throws
    {
        let warehouse = try Warehouse(Retention(days: 30))
        let views = (0..<20).map { _ in
            Sample.event("content_viewed", time: warehouse.now, ["uri": "zbimdb://magazine/a/one"])
        }
        try await warehouse.take(views)
        warehouse.advance(days: 29)
        try await warehouse.take(warehouse.events(10))
        try await warehouse.collector.folding.tidy()
        #expect(try warehouse.count("properties IS NOT NULL AND install <> ''") == 30)
        warehouse.advance(days: 2)
        try await warehouse.collector.folding.tidy()
        #expect(try warehouse.count("TRUE") == 30)
        #expect(try warehouse.count("install <> '' OR user IS NOT NULL OR properties IS NOT NULL") == 10)
        let again = try await warehouse.take(views)
        #expect(again.events == 0 && again.duplicates == 20, "an id without content is known all the same")
        warehouse.advance(days: Retention.identityDays - 30)
        try await warehouse.collector.folding.tidy()
        #expect(try warehouse.count("TRUE") == 10)
        let query = ReportQuery(
            scope: warehouse.store.scope, by: .day, days: Day(TemporaryCollector.now)...Day(TemporaryCollector.now))
        #expect(try await warehouse.collector.reports.report(query).totals.views == 20)
    }

    @Test func `events that arrived late, early or with an id of another time are removed with their day`() async throws
    {
        let warehouse = try Warehouse(Retention(days: 30))
        var events = warehouse.events(5) + warehouse.events(5, ago: Self.day * 60)
        events += warehouse.events(5, ago: Self.day * -400)
        events += [0, UInt64.max, 1 << 60].map { Sample.event(id: EventID(high: $0, low: 7), time: warehouse.now) }
        try await warehouse.take(events)
        warehouse.advance(days: 32)
        try await warehouse.collector.folding.tidy()
        #expect(try warehouse.count("install = ''") == 18)
        warehouse.advance(days: Retention.identityDays)
        try await warehouse.collector.folding.tidy()
        #expect(try warehouse.count("TRUE") == 0)
        #expect(try warehouse.store.count("stray") == 0)
        #expect(try warehouse.store.count("event_slot") == 0, "not even those of ids from the future stay")
        #expect(try warehouse.store.count("event_day WHERE whole > 0 OR empty > 0") == 0)
    }

    @Test func `ids from the future do not come before the events of today`() async throws {
        let warehouse = try Warehouse(Retention())
        let future = (1...50).map { Sample.event(id: EventID(high: UInt64($0) << 56, low: 7), time: warehouse.now) }
        try await warehouse.take(future + warehouse.events(3))
        let page = try await warehouse.collector.events(EventQuery(scope: warehouse.store.scope))
        #expect(
            page.events.count >= 3
                && page.events.prefix(3).allSatisfy { $0.id.high >> 16 <= UInt64(warehouse.now.milliseconds) })
    }

    @Test func `a warehouse at its quota gives up the content of its oldest days, and takes what comes`() async throws {
        let quota = 4 * 1024 * 1024
        let warehouse = try Warehouse(Retention(quota: quota))
        let first = warehouse.events(400, text: String(repeating: "x", count: 2000))
        try await warehouse.take(first)
        for _ in 0..<8 {
            warehouse.advance(days: 1)
            let taken = try await warehouse.take(warehouse.events(400, text: String(repeating: "x", count: 2000)))
            #expect(taken.events == 400)
            #expect(taken.warehouse.bytes <= quota && taken.warehouse.quota == quota)
        }
        #expect(try warehouse.count("TRUE") == 3600)
        #expect(try warehouse.count("install <> ''") < 2400)
        #expect(try await warehouse.take(first).duplicates == 400)
    }

    @Test func `a full warehouse with nothing to remove refuses events, and loses none that were acknowledged`()
        async throws
    {
        let warehouse = try Warehouse(Retention(quota: 1024 * 1024))
        var taken = 0
        await #expect(throws: IntakeError.self) {
            for _ in 0..<100 {
                let installs = try Sample.body(warehouse.events(400), install: UUID().uuidString, sent: warehouse.now)
                _ = try await warehouse.collector.intake.accept(installs, scope: warehouse.store.scope)
                taken += 400
                if taken.isMultiple(of: 4000) { while try await warehouse.collector.folding.foldOnce() {} }
            }
        }
        while try await warehouse.collector.folding.foldOnce() {}
        #expect(try warehouse.count("TRUE") == taken)
        #expect(throws: IntakeError.self) { try warehouse.collector.intake.admit(1) }
        warehouse.advance(days: Retention.identityDays + 1)
        try await warehouse.collector.folding.tidy()
        #expect(throws: Never.self) { try warehouse.collector.intake.admit(1) }
        #expect(try await warehouse.take(warehouse.events(10)).events == 10)
    }

    @Test func `without a quota and days everything stays`() async throws {
        let warehouse = try Warehouse(Retention())
        try await warehouse.take(warehouse.events(10))
        warehouse.advance(days: 5000)
        try await warehouse.collector.folding.tidy()
        #expect(try warehouse.count("install <> ''") == 10)
    }

    private static let today = 1000

    @Test(
        arguments: [
            (Retention(), [(10, 1, 1)], false, nil), (Retention(days: 30), [(969, 1, 0)], false, "969 empty"),
            (Retention(days: 30), [(970, 1, 0)], false, nil),
            (Retention(days: 30), [(960, 0, 1), (970, 1, 0)], false, nil),
            (Retention(days: 30), [(899, 0, 1), (969, 1, 0)], false, "899 remove"),
            (Retention(days: 400), [(599, 5, 0)], false, "599 remove"),
            (Retention(days: 400), [(600, 5, 0)], false, nil),
            (Retention(quota: 1), [(900, 0, 5), (990, 5, 0)], true, "990 empty"),
            (Retention(quota: 1), [(899, 5, 5), (990, 5, 0)], true, "899 remove"),
            (Retention(quota: 1), [(1000, 5, 0)], true, "1000 empty"), (Retention(quota: 1), [(1000, 0, 5)], true, nil),
            (Retention(quota: 1), [(899, 5, 5)], false, nil),
            (Retention(quota: 1), [(898, 0, 0), (1000, 0, 5)], true, nil),
        ] as [(Retention, [(Int, Int, Int)], Bool, String?)])
    func `the oldest day gives way first, as far as it may`(
        _ retention: Retention, _ days: [(Int, Int, Int)], _ isOver: Bool, _ expected: String?
    ) {
        let counts = days.map { Retention.DayCount(day: $0.0, whole: $0.1, empty: $0.2) }
        let next = retention.next(counts, today: Self.today, isOver: isOver)
        #expect(next.map { "\($0.day) \($0.action)" } == expected)
    }
}
