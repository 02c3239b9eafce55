import Foundation
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Collector

/// What every engine of the warehouse promises.
@Suite struct EventLogTests {
    private static let engines = LogEngine.all

    @Test(arguments: engines)
    func `an event is appended once, in a chunk, over chunks and after a restart`(_ engine: LogEngine) async throws {
        let temporary = try TemporaryLog(engine)
        let event = Sample.event("a")
        for _ in 0..<2 {
            let log = try temporary.open()
            for _ in 0..<2 {
                let result = try await log.append(EventChunk([event, event], of: temporary.scope))
                #expect(result.events + result.duplicates == 2 && result.batches == 1)
            }
            #expect(try await log.events(EventQuery(scope: temporary.scope)).events.map(\.id) == [event.id])
        }
    }

    @Test(arguments: engines)
    func `the position is stored with the events, and that of a file that is gone is forgotten`(_ engine: LogEngine)
        async throws
    {
        let temporary = try TemporaryLog(engine)
        #expect(try temporary.open().positions.isEmpty)
        _ = try await temporary.open().append(EventChunk([Sample.event()], of: temporary.scope, end: 7))
        let first = SpoolPosition(segment: EventChunk.segment, offset: 7)
        let log = try temporary.open()
        #expect(log.positions == [first])
        let next = SpoolPosition(segment: SpoolSegment(after: first.segment), offset: 9)
        _ = try await log.append(EventChunk(batches: [], end: next, gone: [first.segment]))
        #expect(try temporary.open().positions == [next])
    }

    @Test(arguments: engines)
    func `what fails leaves no event, no figure and no position, and is done once afterwards`(_ engine: LogEngine)
        async throws
    {
        let projection = RecordingProjection()
        let temporary = try TemporaryLog(engine, [projection])
        let log = try temporary.open()
        let chunk = try EventChunk([Sample.event("a"), Sample.event("b")], of: temporary.scope)
        projection.fails.withLock { $0 = true }
        await #expect(throws: StoreError.self) { try await log.append(chunk) }
        #expect(try await log.events(EventQuery(scope: temporary.scope)).events.isEmpty)
        #expect(try temporary.open().positions.isEmpty)
        projection.fails.withLock { $0 = false }
        #expect(try await log.append(chunk).events == 2)
        #expect(try await log.append(chunk).events == 0)
        #expect(try await log.events(EventQuery(scope: temporary.scope, name: "b")).events.count == 1)
        #expect(try temporary.store.count("recorded") == 2)
        #expect(projection.prepared.withLock { $0 } == [temporary.scope])
    }

    @Test(arguments: engines)
    func `a projection gets the new events of its names, with the values that it asked for`(_ engine: LogEngine)
        async throws
    {
        let temporary = try TemporaryLog(engine, [RecordingProjection(["tint"])])
        let events = [
            Sample.event("tint", ["colour": "r\u{e9}d", "size": 3, "else": 1]),
            Sample.event("tone", ["colour": "blue"]),
            Sample.event("tint", ["colour": "far too long", "size": 1.5]), Sample.event("tint"),
        ]
        let log = try temporary.open()
        for _ in 0..<2 { _ = try await log.append(EventChunk(events, of: temporary.scope)) }
        let rows = try temporary.store.column(
            "SELECT COALESCE(colour, '-') || ' ' || COALESCE(size, '-') FROM recorded ORDER BY rowid")
        #expect(rows == ["r\u{e9}d 3", "- -", "- -"].map { Array($0.utf8) })
    }

    private static let users = ["ann", "bob", "e\u{301}", "\u{e9}"]

    /// Events of two installs and four users over a day, an hour apart, and as many of another stream and another app.
    private func fill(_ temporary: TemporaryLog, _ log: any EventLog) async throws -> [Event] {
        let events = (0..<24).map { (hour: Int) -> Event in
            Sample.event(
                hour.isMultiple(of: 3) ? "third" : "other",
                time: TemporaryCollector.now + .seconds(-3600 * (24 - hour)), user: Self.users[hour % 4],
                ["hour": .integer(Int64(hour))])
        }
        for scope in [try Scope(app: "else"), try Scope(app: temporary.scope.app, stream: "beta")] {
            let others = events.map { Sample.event($0.name, time: $0.time, user: $0.user) }
            _ = try await log.append(EventChunk(others, of: scope))
        }
        _ = try await log.append(EventChunk(Array(events[..<12]), of: temporary.scope))
        _ = try await log.append(EventChunk(Array(events[12...]), of: temporary.scope, install: "i2"))
        return events
    }

    /// Questions with the hours of the events that they find.
    private static let queries: [(query: EventQuery, hours: [Int])] = {
        guard let scope = try? Scope(app: "demo") else { return [] }
        let (now, all) = (TemporaryCollector.now, Array(0..<24))
        return [
            (EventQuery(scope: scope), all),
            (EventQuery(scope: scope, name: "third"), all.filter { $0.isMultiple(of: 3) }),
            (EventQuery(scope: scope, name: "never"), []),
            (EventQuery(scope: scope, install: "i2"), Array(12..<24)),
            (EventQuery(scope: scope, install: "i3"), []),
            (EventQuery(scope: scope, user: "bob"), [1, 5, 9, 13, 17, 21]),
            (EventQuery(scope: scope, user: "e\u{301}"), [2, 6, 10, 14, 18, 22]),
            (EventQuery(scope: scope, name: "third", install: "i1", user: "ann"), [0]),
            (EventQuery(scope: scope, from: now + .seconds(-3600 * 4)), Array(20..<24)),
            (EventQuery(scope: scope, until: now + .seconds(-3600 * 20)), Array(0..<4)),
            (EventQuery(scope: scope, from: now + .seconds(-72_000), until: now + .seconds(-14_400)), Array(4..<20)),
        ]
    }()

    @Test(arguments: engines, queries.indices)
    func `events are found by time, name, install and user, the latest first`(_ engine: LogEngine, _ row: Int)
        async throws
    {
        let temporary = try TemporaryLog(engine)
        let log = try temporary.open()
        let events = try await fill(temporary, log)
        let (query, hours) = Self.queries[row]
        let expected = hours.reversed().map { events[$0] }
        for limit in [1, 5, 1000] {
            var asked = query
            asked.limit = limit
            var found: [EventRecord] = []
            repeat {
                let page = try await log.events(asked)
                #expect(page.events.count <= limit)
                found += page.events
                // A cursor survives its way through an address.
                asked.before = page.next.flatMap { EventCursor($0.description) }
            } while asked.before != nil
            #expect(found.map(\.id) == expected.map(\.id))
            #expect(found.map(\.name) == expected.map(\.name))
            #expect(found.map { $0.user.map { Array($0.utf8) } } == expected.map { $0.user.map { Array($0.utf8) } })
        }
    }

    @Test(arguments: engines)
    func `an event is answered as it was sent`(_ engine: LogEngine) async throws {
        let temporary = try TemporaryLog(engine)
        let log = try temporary.open()
        let body = Sample.body(
            event: """
                {"id":"01890a5d-ac96-774b-bcce-b302099a8057","name":"a","time":1,"sequence":42,"user":"b\\u00e9",\
                "session":"s","properties":{"k":"\\u0041","n":1.50}}
                """)
        _ = try await log.append(EventChunk([body], of: temporary.scope))
        let event = try #require(try await log.events(EventQuery(scope: temporary.scope)).events.first)
        #expect(event.properties == #"{"k":"\u0041","n":1.50}"#)
        #expect(event.user == "bé" && event.session == "s" && event.sequence == 42 && event.install == "i")
        #expect(event.received == TemporaryCollector.now && event.time == TemporaryCollector.now)
    }

    @Test(arguments: engines)
    func `events that arrive between two pages appear in none of the later pages twice`(_ engine: LogEngine)
        async throws
    {
        let temporary = try TemporaryLog(engine)
        let log = try temporary.open()
        let events = try await fill(temporary, log)
        var query = EventQuery(scope: temporary.scope, limit: 10)
        let first = try await log.events(query)
        _ = try await log.append(EventChunk([Sample.event("late")], of: temporary.scope))
        query.before = first.next
        query.limit = 1000
        let rest = try await log.events(query)
        #expect((first.events + rest.events).map(\.id) == events.map(\.id).reversed())
    }

    @Test(arguments: engines)
    func `events that have lost their content are no longer found, and known again all the same`(_ engine: LogEngine)
        async throws
    {
        let temporary = try TemporaryLog(engine, retention: Retention(days: 30))
        let log = try temporary.open()
        let events = (0..<5).map { _ in Sample.event("a") }
        _ = try await log.append(EventChunk(events, of: temporary.scope))
        let later = TemporaryCollector.now + .seconds(31 * 86_400)
        while try await log.trim(now: later, isPressing: false) {}
        #expect(try await log.events(EventQuery(scope: temporary.scope)).events.isEmpty)
        #expect(try await log.append(EventChunk(events, of: temporary.scope)).duplicates == 5)
    }

    @Test(arguments: engines)
    func `a batch that cannot be read is kept and stops nothing`(_ engine: LogEngine) async throws {
        let temporary = try TemporaryLog(engine)
        let log = try temporary.open()
        let bodies = [Array("not JSON".utf8), Sample.body(event: #"{"id":"x"}"#), try Sample.body([Sample.event("a")])]
        let result = try await log.append(EventChunk(bodies, of: temporary.scope))
        #expect(result.deadLetters == 2 && result.events == 1 && result.batches == 3)
        #expect(try await log.events(EventQuery(scope: temporary.scope)).events.map(\.name) == ["a"])
    }
}
