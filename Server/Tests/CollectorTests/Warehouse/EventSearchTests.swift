import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// What the SQLite log does beside the promises of every engine.
@Suite struct EventSearchTests {
    private let engine = LogEngine.all[0]

    private func connection(_ temporary: TemporaryLog) throws -> SQLiteConnection {
        try SQLiteConnection(path: temporary.store.folder.appending(path: "warehouse.sqlite3").path)
    }

    @Test(arguments: [1, 7, 15])
    func `a page stops at its budget, and its cursor goes on there`(_ budget: Int) async throws {
        let temporary = try TemporaryLog(engine)
        let log = try temporary.open()
        // The rare events lie among many others of the same minute, and in blocks without any other.
        let rare = (0..<4).map { Sample.event("rare", time: TemporaryCollector.now + .seconds(-86_400 * $0)) }
        for index in 0..<4 {
            let others = (0..<10).map { _ in Sample.event("often", time: rare[index].time) }
            _ = try await log.append(EventChunk(others + [rare[index]], of: temporary.scope))
        }
        var query = EventQuery(scope: temporary.scope, name: "rare")
        var (found, pages): ([EventID], Int) = ([], 0)
        repeat {
            var search = try #require(try EventSearch(query, try connection(temporary), budget: budget))
            let page = try search.run()
            found += page.events.map(\.id)
            pages += 1
            query.before = page.next
        } while query.before != nil && pages < 1000
        #expect(found == rare.map(\.id))
        #expect(pages > 1)
    }

    @Test func `a question reads only the ten minutes in which its subjects occur`() async throws {
        let temporary = try TemporaryLog(engine)
        let log = try temporary.open()
        let others = (0..<400).map { Sample.event("often", time: TemporaryCollector.now + .seconds(-3600 * $0)) }
        _ = try await log.append(EventChunk(others, of: temporary.scope))
        _ = try await log.append(
            EventChunk(
                [Sample.event("rare", time: TemporaryCollector.now + .seconds(-3600 * 399))], of: temporary.scope))
        // 400 hours are 38 blocks; the rows of the others would exceed the budget.
        var search = try #require(
            try EventSearch(EventQuery(scope: temporary.scope, name: "rare"), try connection(temporary), budget: 450))
        let page = try search.run()
        #expect(page.events.count == 1 && page.next == nil)
    }

    @Test func `slots go with the content of their days, and stay where a stray event has its content`() async throws {
        let temporary = try TemporaryLog(engine, retention: Retention(days: 30))
        let log = try temporary.open()
        let now = TemporaryCollector.now
        _ = try await log.append(
            EventChunk([Sample.event("a"), Sample.event("a", time: now + .seconds(-5 * 86_400))], of: temporary.scope))
        let later = now + .seconds(20 * 86_400)
        let late = try Sample.body([Sample.event("late", time: now + .seconds(-10 * 86_400))], sent: later)
        _ = try await log.append(EventChunk([late], of: temporary.scope, received: later))
        #expect(try temporary.store.count("(SELECT DISTINCT block FROM event_slot)") == 3)
        while try await log.trim(now: now + .seconds(31 * 86_400), isPressing: false) {}
        #expect(try temporary.store.count("(SELECT DISTINCT block FROM event_slot)") == 1)
        #expect(try await log.events(EventQuery(scope: temporary.scope)).events.map(\.name) == ["late"])
        while try await log.trim(now: now + .seconds(60 * 86_400), isPressing: false) {}
        #expect(try temporary.store.count("event_slot") == 0)
    }

    @Test func `an event of a slot that was removed is found`() async throws {
        let temporary = try TemporaryLog(engine, retention: Retention(days: 30))
        let log = try temporary.open()
        let (now, later) = (TemporaryCollector.now, TemporaryCollector.now + .seconds(31 * 86_400))
        _ = try await log.append(EventChunk([Sample.event("a")], of: temporary.scope))
        while try await log.trim(now: later, isPressing: false) {}
        #expect(try temporary.store.count("event_slot") == 0)
        let late = try Sample.body([Sample.event("a", time: now)], sent: later)
        _ = try await log.append(EventChunk([late], of: temporary.scope, received: later))
        #expect(try await log.events(EventQuery(scope: temporary.scope, user: "bob")).events.map(\.name) == ["a"])
    }

    @Test func `a slot that the file has is not written again`() async throws {
        let temporary = try TemporaryLog(engine)
        let log = try temporary.open()
        _ = try await log.append(EventChunk([Sample.event("a")], of: temporary.scope))
        try connection(temporary).execute(
            """
            CREATE TRIGGER refuse BEFORE INSERT ON event_slot BEGIN SELECT RAISE(ABORT, 'written again'); END;
            """)
        _ = try await log.append(EventChunk([Sample.event("a")], of: temporary.scope))
        await #expect(throws: StoreError.self) {
            try await log.append(EventChunk([Sample.event("b")], of: temporary.scope))
        }
        try connection(temporary).execute("DROP TRIGGER refuse")
        _ = try await log.append(EventChunk([Sample.event("b")], of: temporary.scope))
        #expect(try await log.events(EventQuery(scope: temporary.scope, name: "b")).events.count == 1)
    }

    @Test func `slots of a day go although those of many strays before them stay`() async throws {
        let temporary = try TemporaryLog(engine, retention: Retention(days: 30))
        let log = try temporary.open()
        let (now, later) = (TemporaryCollector.now, TemporaryCollector.now + .seconds(20 * 86_400))
        _ = try await log.append(EventChunk([Sample.event("a")], of: temporary.scope))
        let strays = (1...700).map { Sample.event("old", time: now + .seconds(-40_000 * ($0 + 10))) }
        for start in stride(from: 0, to: strays.count, by: 100) {
            let body = try Sample.body(Array(strays[start..<start + 100]), sent: later)
            _ = try await log.append(EventChunk([body], of: temporary.scope, received: later))
        }
        let blocks = try temporary.store.count("(SELECT DISTINCT block FROM event_slot)")
        while try await log.trim(now: now + .seconds(31 * 86_400), isPressing: false) {}
        #expect(try temporary.store.count("(SELECT DISTINCT block FROM event_slot)") == blocks - 1)
        while try await log.trim(now: now + .seconds(60 * 86_400), isPressing: false) {}
        #expect(try temporary.store.count("event_slot") == 0)
    }

    @Test func `a step of removing slots is bounded, and a pass that is over begins with another day only`() throws {
        let temporary = try TemporaryLog(engine)
        _ = try temporary.open()
        let connection = try connection(temporary)
        try connection.execute(
            """
            WITH RECURSIVE subject (s) AS (SELECT 1 UNION ALL SELECT s + 1 FROM subject WHERE s < 25)
            INSERT INTO event_slot (block, subject, bits) SELECT 3, s, 1 FROM subject UNION ALL SELECT 4, s, 1 FROM subject;
            """)
        let sweep = try SlotSweep(connection, step: 10)
        var counts: [Int] = []
        while sweep.isDue(1000) {
            _ = try sweep.run(before: 1000, today: 1000)
            counts.append(try temporary.store.count("event_slot"))
        }
        #expect(counts == [40, 30, 20, 10, 0, 0])
        #expect(!sweep.isDue(1000) && sweep.isDue(1001))
    }

    @Test(arguments: 1000..<1009)
    func `slots of all of tomorrow stay, because a device may be a day ahead`(_ today: Int) throws {
        let temporary = try TemporaryLog(engine)
        _ = try temporary.open()
        let connection = try connection(temporary)
        let end = Int64(today + 2) * 86_400_000
        let (kept, gone) = ((end - 1) / EventSlots.block, end / EventSlots.block + 1)
        try connection.execute("INSERT INTO event_slot (block, subject, bits) VALUES (\(kept), 1, 1), (\(gone), 1, 1)")
        let sweep = try SlotSweep(connection, step: 10)
        while sweep.isDue(today - 30) { _ = try sweep.run(before: today - 30, today: today) }
        #expect(try temporary.store.column("SELECT block FROM event_slot") == [Array("\(kept)".utf8)])
    }
}
