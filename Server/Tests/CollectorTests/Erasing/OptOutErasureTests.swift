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

    /// The blocks of slots in which the file says that there are events of an install.
    private func blocks(of install: String, _ store: TemporaryCollector) throws -> [Int64] {
        func numbers(_ sql: String) throws -> [Int64] {
            try store.column(sql).compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
        }
        let scope = try #require(try numbers("SELECT id FROM term WHERE text = '\(store.scope)'").first)
        let subject = try #require(PersonIDs(devices: [install]).subjects(scope: scope).first)
        return try numbers("SELECT block FROM event_slot WHERE subject = \(subject)")
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
        try await sample.record(.answered, PlacementSample.unit("u"), of: "asked")
        try await sample.fold()
        sample.clock.advance(by: .seconds(86_400))
        try await sample.record(.opened, ["sessions": 1, "seconds": 60], of: "gone")
        let before = try await sample.totals()
        #expect(before[.newInstalls] == 3 && before[.impressions] == 8)
        #expect(try blocks(of: "gone", sample.store).count == 2)

        try await sample.collector.erase(
            optedOut: [sample.store.scope: ["gone", "left", "asked", ServerEvents.nobody]], through: "7")
        #expect(try await sample.collector.optOutPlace() == "7")
        while try await sample.collector.folding.eraseOnce() {}
        let left = try texts(sample)
        for trace in ["gone", "left", "asked"] { #expect(!left.contains(trace), "\(trace)") }
        #expect(left.contains("other"))
        let names = [PlacementEventName.opened, .opened, .shown, .shown].map(\.rawValue)
        #expect(
            try await installs(sample.collector, sample.store.scope)
                == ["opted-out", "other"].flatMap { id in names.map { "\(id) \($0)" } })
        #expect(try await sample.totals() == before)
        #expect(try sample.store.count("erasure") == 0)
        let today = EventSlots.Place(made: sample.clock.now.milliseconds).block
        #expect(try blocks(of: "gone", sample.store) == [today], "others may arrive in it")
        #expect(try blocks(of: "left", sample.store) == [])
        #expect(try blocks(of: "other", sample.store).count == 1)

        try await sample.record(.opened, ["sessions": 0, "seconds": 0], of: "gone")
        #expect(try await sample.totals()[.newInstalls] == 4)
    }

    @Test func `other events of such an install stay, and what is known by them`() async throws {
        let sample = try PlacementSample()
        let scope = sample.store.scope
        for days in 0..<3 {
            if days > 0 { sample.clock.advance(by: .seconds(86_400)) }
            try await sample.record(.opened, ["sessions": 1, "seconds": 60], of: "both")
            try await sample.record(.purchaseTried, PlacementSample.unit("u", ["product": "p"]), of: "both")
        }
        let read = Sample.event("read", time: sample.clock.now + .seconds(-86_400), user: "bob")
        _ = try await sample.collector.intake.accept(try Sample.body([read], install: "both"), scope: scope)
        try await sample.fold()
        let questions = [("fact_part", 3), ("placement_install", 1), ("placement_try", 3)]
        for (table, rows) in questions { #expect(try sample.store.count(table) >= rows, "\(table)") }
        try await sample.collector.erase(optedOut: [scope: ["both"]], through: "1")
        while try await sample.collector.folding.eraseOnce() {}
        for (table, _) in questions {
            #expect(try sample.store.count(table) == (table == "fact_part" ? 1 : 0), "\(table)")
        }
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

    @Test func `events that arrive while an erasure runs are found by their install`() async throws {
        let sample = try PlacementSample()
        let scope = sample.store.scope
        try await sample.record(.opened, ["sessions": 1], of: "back")
        try await sample.collector.erase(optedOut: [scope: ["back"]], through: "1")
        #expect(try await !sample.collector.folding.eraseOnce(), "what was accepted before is folded first")
        try await sample.fold()
        #expect(try await sample.collector.folding.eraseOnce())
        // It opted in again.
        sample.clock.advance(by: .seconds(60))
        try await sample.record(.opened, ["sessions": 1], of: "back")
        try await sample.fold()
        while try await sample.collector.folding.eraseOnce() {}
        #expect(try await sample.collector.events(EventQuery(scope: scope, install: "back")).events.count == 1)
    }

    @Test func `requests about people come before opt-outs, and installs that were never here take one step`()
        async throws
    {
        let sample = try PlacementSample()
        let scope = sample.store.scope
        try await sample.record(.opened, ["sessions": 1], of: "gone")
        _ = try await sample.collector.intake.accept(
            try Sample.body([Sample.event("read", time: sample.clock.now, user: "bob")]), scope: scope)
        try await sample.fold()
        try await sample.collector.erase(optedOut: [scope: ["gone"]], through: "1")
        _ = try await sample.collector.erase(PersonIDs(users: ["bob"]), scope: scope)
        while try await sample.collector.erasures(scope: scope).first?.finished == nil {
            #expect(try await sample.collector.folding.eraseOnce())
        }
        #expect(try await installs(sample.collector, scope) == ["gone placement_opened"])
        while try await sample.collector.folding.eraseOnce() {}
        #expect(try await installs(sample.collector, scope) == [])

        let strangers = (0..<Collector.mostOptOuts).map { "stranger \($0)" }
        try await sample.collector.erase(optedOut: [scope: strangers], through: "2")
        var steps = 0
        while try await sample.collector.folding.eraseOnce() { steps += 1 }
        #expect(steps == 2)
        #expect(try sample.store.count("erasure") == 1, "the person's")
    }

    /// Slots are hashes: a chosen id may have that of anything. What events that stay have is kept, so all of it is known.
    @Test func `an event knows every subject under which its slot is found`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let event = UniversalSample.event(.named, ["Device Id": "d1", "Recipient Id": "r1", "Primary User Id": "m1"])
        try await UniversalSample.store([event], in: collector, scope: store.scope)
        let read = try Sample.body([Sample.event("read", user: "bob")], install: "d2")
        _ = try await collector.intake.accept(read, scope: store.scope)
        while try await collector.folding.foldOnce() {}
        let connection = try SQLiteConnection(path: store.folder.appending(path: "warehouse.sqlite3").path)
        let rows = try connection.prepare(
            """
            SELECT id, scope, name, install, user, time, received, session, sequence, properties, advertiser, opted_out
            FROM event
            """)
        var known: Set<Int64> = []
        while try rows.step() { known.formUnion(LoggedEvent(rows).subjects) }
        let slots = try connection.prepare("SELECT DISTINCT subject FROM event_slot")
        var found: Set<Int64> = []
        while try slots.step() { found.insert(slots.integer(0)) }
        #expect(found.count >= 8 && found == known)
    }

    @Test func `a warehouse from before erasures after opt-outs is brought up to date`() async throws {
        let store = try TemporaryCollector()
        var earlier: Collector? = try store.open()
        let opened = ServerEvent(
            PlacementEventName.opened.rawValue, of: "gid", scope: store.scope, key: "1", made: TemporaryCollector.now,
            properties: [:])
        _ = await earlier?.serverEvents.record([opened])
        while try await earlier?.folding.foldOnce() == true {}
        earlier = nil
        let connection = try SQLiteConnection(path: store.folder.appending(path: "warehouse.sqlite3").path)
        try connection.execute(
            """
            ALTER TABLE erasure DROP COLUMN is_opt_out; ALTER TABLE erasure DROP COLUMN kept;
            DROP TABLE opt_out_cursor;
            """)
        let collector = try store.open()
        #expect(try await collector.optOutPlace() == nil)
        try await collector.erase(optedOut: [store.scope: ["gid"]], through: "b")
        while try await collector.folding.eraseOnce() {}
        #expect(try await collector.optOutPlace() == "b")
        #expect(try await collector.events(EventQuery(scope: store.scope)).events.isEmpty)
    }
}
