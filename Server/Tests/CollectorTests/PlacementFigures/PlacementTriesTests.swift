import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// PLC-135: a try without a report within 24 hours is unresolved.
@Suite struct PlacementTriesTests {
    private func attempt(_ sample: PlacementSample, of install: String? = "gid", unit: String = "sword") async throws {
        try await sample.record(.purchaseTried, PlacementSample.unit(unit, kind: "purchase"), of: install)
    }

    private func report(
        _ sample: PlacementSample, _ resolution: String, of install: String? = "gid", unit: String = "sword"
    ) async throws {
        try await sample.record(
            .purchaseReported, ["unit": .text(unit), "product": "p", "quantity": 1, "resolution": .text(resolution)],
            of: install)
    }

    @Test func `a report ends the try of its install and unit, and a try without one is unresolved after a day`()
        async throws
    {
        let sample = try PlacementSample()
        try await attempt(sample)
        try await attempt(sample, of: "other")
        try await attempt(sample, unit: "shield")
        #expect(try await sample.totals()[.waiting] == 3)
        sample.clock.advance(by: .seconds(60))
        try await report(sample, "cancel")
        try await report(sample, "buy", of: "third")
        var totals = try await sample.totals()
        #expect([.tries, .waiting, .cancelled, .bought, .unresolved].map { totals[$0] } == [3, 2, 1, 1, 0])
        sample.clock.advance(by: .seconds(86_400 - 60))
        totals = try await sample.totals()
        #expect(totals[.waiting] == 0 && totals[.unresolved] == 2)

        // What was unresolved is counted for good, on the day of the try, and stays so after a late report.
        sample.clock.advance(by: .seconds(3600))
        while try await !sample.collector.log.tidy(now: sample.clock.now).isLast {}
        #expect(try sample.store.count("placement_try WHERE state = 0") == 0)
        try await report(sample, "buy", of: "other")
        let rows = try await sample.rows([.day, .unit])
        let first = rows.filter { $0.key.day == Day(TemporaryCollector.now) }
        #expect(first.reduce(0) { $0 + $1.counts[.unresolved] } == 2)
        #expect(try await sample.totals()[.unresolved] == 2)
    }

    @Test func `a try is not given up while the report may wait to be folded, as after a long stop`() async throws {
        let sample = try PlacementSample()
        try await attempt(sample)
        try await sample.fold()
        sample.clock.advance(by: .seconds(60))
        try await report(sample, "buy")
        sample.clock.advance(by: .seconds(2 * 86_400))
        try await sample.collector.folding.tidy()
        let totals = try await sample.totals()
        #expect([.tries, .bought, .unresolved].map { totals[$0] } == [1, 1, 0])
    }

    @Test func `one report ends one try, the oldest first`() async throws {
        let sample = try PlacementSample()
        try await attempt(sample)
        try await attempt(sample)
        try await report(sample, "error")
        let totals = try await sample.totals()
        #expect(totals[.tries] == 2 && totals[.waiting] == 1 && totals[.failed] == 1)
    }

    @Test func `a report that names a placement ends the try there`() async throws {
        let sample = try PlacementSample()
        for place in ["first", "second"] {
            try await sample.record(
                .purchaseTried, ["placement": .text(place), "unit": "sword", "kind": "purchase"], of: "gid")
        }
        try await sample.record(
            .purchaseReported, ["placement": "second", "unit": "sword", "product": "p", "resolution": "buy"], of: "gid")
        let waiting = try await sample.rows([.placement]).filter { $0.counts[.waiting] > 0 }
        #expect(waiting.map(\.key.placement) == ["first"])
    }

    @Test func `a report that arrives shortly before its try ends it too, an older one does not`() async throws {
        let sample = try PlacementSample()
        try await report(sample, "buy")
        sample.clock.advance(by: .seconds(599))
        try await attempt(sample)
        #expect(try await sample.totals()[.waiting] == 0)
        try await report(sample, "buy")
        sample.clock.advance(by: .seconds(601))
        try await attempt(sample)
        #expect(try await sample.totals()[.waiting] == 1)
    }

    @Test func `a second press in one answer has a report of its own, which ends no later try`() async throws {
        let sample = try PlacementSample()
        try await attempt(sample)
        try await report(sample, "cancel")
        try await report(sample, "buy")
        sample.clock.advance(by: .seconds(300))
        try await attempt(sample)
        var totals = try await sample.totals()
        #expect([.tries, .cancelled, .bought, .waiting].map { totals[$0] } == [2, 1, 1, 1])
        sample.clock.advance(by: .seconds(86_400))
        totals = try await sample.totals()
        #expect(totals[.unresolved] == 1)
    }

    @Test func `a try that ended long ago takes no report that comes before its own try`() async throws {
        let sample = try PlacementSample()
        try await attempt(sample)
        try await report(sample, "buy")
        sample.clock.advance(by: .seconds(3601))
        try await report(sample, "buy")
        try await attempt(sample)
        #expect(try await sample.totals()[.waiting] == 0)
    }

    @Test func `also a try whose report came first takes the reports of further presses`() async throws {
        let sample = try PlacementSample()
        try await report(sample, "cancel")
        try await attempt(sample)
        try await report(sample, "buy")
        sample.clock.advance(by: .seconds(300))
        try await attempt(sample)
        #expect(try await sample.totals()[.waiting] == 1)
    }

    @Test func `tries that wait add no row to the most that were asked for`() async throws {
        let sample = try PlacementSample()
        for unit in ["shield", "sword"] { try await attempt(sample, unit: unit) }
        try await sample.fold()
        let day = Day(sample.clock.now)
        let query = PlacementQuery(
            scope: sample.store.scope, by: .unit, days: day...day, now: sample.clock.now, limit: 1)
        let rows = try await sample.collector.reports.placements(query)
        #expect(rows.map(\.key.unit) == ["shield"])
        #expect(rows.first?.counts[.tries] == 1 && rows.first?.counts[.waiting] == 1)
    }

    @Test func `tries of devices that opted out are counted and not followed`() async throws {
        let sample = try PlacementSample()
        try await attempt(sample, of: nil)
        sample.clock.advance(by: .seconds(200_000))
        let totals = try await sample.totals()
        #expect(totals[.tries] == 1 && totals[.unresolved] == 0 && totals[.waiting] == 0)
    }
}
