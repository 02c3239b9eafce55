import Foundation
import Logging
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// PLC-020: what the warehouse has of devices that opted out of placements.
@Suite struct OptOutErasureTests {
    /// What the file holds in the columns that may name an install.
    private func texts(_ sample: PlacementSample) throws -> String {
        let columns = ["term": "text", "event": "install", "install": "id", "erasure": "ids"]
        return try columns.flatMap { table, column in try sample.store.column("SELECT \(column) FROM \(table)") }
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }

    private func installs(_ collector: Collector, _ scope: Scope) async throws -> [String] {
        try await collector.events(EventQuery(scope: scope)).events.map { "\($0.install) \($0.name)" }.sorted()
    }

    @Test func `of devices that opted out only counts are left, and their next opens are those of new ones`()
        async throws
    {
        let sample = try PlacementSample()
        for install in ["gone", "other", "left", nil] {
            for _ in 0..<2 {
                try await sample.record(.opened, ["sessions": 1, "seconds": 60], of: install)
                try await sample.record(.shown, PlacementSample.unit("u"), of: install)
            }
        }
        try await sample.fold()
        sample.clock.advance(by: .seconds(86_400))
        try await sample.record(.opened, ["sessions": 1, "seconds": 60], of: "gone")
        let before = try await sample.totals()
        #expect(before[.newInstalls] == 3 && before[.impressions] == 8)

        try await sample.collector.erase(
            optedOut: [sample.store.scope: ["gone", "left", ServerEvents.nobody]], through: "7")
        #expect(try await sample.collector.optOutPlace() == "7")
        while try await sample.collector.folding.eraseOnce() {}
        let left = try texts(sample)
        #expect(!left.contains("gone") && !left.contains("left") && left.contains("other"))
        let names = [PlacementEventName.opened, .opened, .shown, .shown].map(\.rawValue)
        #expect(
            try await installs(sample.collector, sample.store.scope)
                == ["opted-out", "other"].flatMap { id in names.map { "\(id) \($0)" } })
        #expect(try await sample.totals() == before)
        #expect(try sample.store.count("erasure") == 0)

        try await sample.record(.opened, ["sessions": 0, "seconds": 0], of: "gone")
        #expect(try await sample.totals()[.newInstalls] == 4)
    }

    @Test func `other events of such an install stay, and what is known by them`() async throws {
        let sample = try PlacementSample()
        let scope = sample.store.scope
        for days in 0..<3 {
            if days > 0 { sample.clock.advance(by: .seconds(86_400)) }
            try await sample.record(.opened, ["sessions": 1, "seconds": 60], of: "both")
        }
        let read = Sample.event("read", time: sample.clock.now + .seconds(-86_400), user: "bob")
        _ = try await sample.collector.intake.accept(try Sample.body([read], install: "both"), scope: scope)
        try await sample.fold()
        try await sample.collector.erase(optedOut: [scope: ["both"]], through: "1")
        while try await sample.collector.folding.eraseOnce() {}
        #expect(try await installs(sample.collector, sample.store.scope) == ["both read"])
        #expect(try await sample.collector.reports.installs(scope: scope).map(\.id) == ["both"])
        let query = EventQuery(scope: scope, install: "both")
        #expect(try await sample.collector.events(query).events.map(\.name) == ["read"], "it is found by its install")
    }

    @Test func `an erasure after opt-outs goes on after a restart, and people are asked about apart from it`()
        async throws
    {
        let store = try TemporaryCollector()
        let (scope, other) = (store.scope, try Scope(app: "second"))
        var collector: Collector? = try store.open()
        let opened = (0..<40).map { number in
            ServerEvent(
                PlacementEventName.opened.rawValue, of: "d\(number)", scope: scope, key: "\(number)",
                made: TemporaryCollector.now, properties: ["sessions": 1])
        }
        #expect(await collector?.serverEvents.record(opened).isEmpty == true)
        let read = Sample.event("read", user: "bob")
        _ = try await collector?.intake.accept(try Sample.body([read], install: "d1"), scope: scope)
        while try await collector?.folding.foldOnce() == true {}
        try await collector?.erase(
            optedOut: [scope: (0..<30).map { "d\($0)" }, other: ["d35"]], through: "a")
        #expect(try await collector?.erasures(scope: scope) == [])
        var steps = 0
        repeat {
            // Each step is one process.
            collector = nil
            collector = try store.open()
            steps += 1
        } while try await collector?.folding.eraseOnce() == true && steps < 100
        #expect(steps > 6 && steps < 100)
        let reopened = try #require(collector)
        #expect(try await reopened.optOutPlace() == "a")
        let kept = (30..<40).map { "d\($0) placement_opened" } + ["d1 read"]
        #expect(try await installs(reopened, scope) == kept.sorted())
    }

    @Test func `a warehouse from before erasures after opt-outs is brought up to date`() async throws {
        let store = try TemporaryCollector()
        _ = try store.open()
        let connection = try SQLiteConnection(path: store.folder.appending(path: "warehouse.sqlite3").path)
        try connection.execute(
            """
            ALTER TABLE erasure DROP COLUMN is_opt_out; ALTER TABLE erasure DROP COLUMN others;
            DROP TABLE opt_out_cursor; INSERT INTO term (text) VALUES ('demo/main');
            """)
        let collector = try store.open()
        #expect(try await collector.optOutPlace() == nil)
        try await collector.erase(optedOut: [store.scope: ["gid"]], through: "b")
        while try await collector.folding.eraseOnce() {}
        #expect(try await collector.optOutPlace() == "b")
    }
}
