import Foundation
import Logging
import MarqueeTesting
import MarqueeWire
import PlatformStore
import ServiceLifecycle
import Testing

@testable import Collector

/// Erasing and exporting what the warehouse has of one person.
@Suite struct ErasureTests {
    private let person = PersonIDs(recipient: "r1", mobileUsers: ["m1"], users: ["bob"], devices: ["d1"])

    private func fill(_ collector: Collector, _ store: TemporaryCollector, count: Int = 3) async throws {
        for number in 0..<count {
            let seconds = Int64(number) * -90_000
            try await UniversalSample.store(
                [
                    UniversalSample.event(.named, after: seconds, ["Device Id": "d1", "n": "\(number)"]),
                    UniversalSample.event(.named, after: seconds, ["Device Id": "d2", "Recipient Id": "r1"]),
                    UniversalSample.event(.named, after: seconds, ["Device Id": "d2", "Primary User Id": "m1"]),
                    UniversalSample.event(.named, after: seconds, ["Device Id": "d3", "Recipient Id": "r2"]),
                ], in: collector, scope: store.scope)
            let time = TemporaryCollector.now + .seconds(seconds)
            for (user, install) in [("bob", "d4"), ("ann", "d4")] {
                let events = [
                    Sample.event("opened", time: time, user: user),
                    Sample.event(EventName.userTags, time: time, user: user, ["tags": #"["t"]"#]),
                ]
                _ = try await collector.intake.accept(
                    try Sample.body(events, install: install), scope: store.scope)
            }
        }
        while try await collector.folding.foldOnce() {}
    }

    /// Everything that the file holds in texts, terms included.
    private func texts(_ store: TemporaryCollector) throws -> String {
        let tables = ["term", "event", "identity_link", "install", "user_profile", "erasure", "dead_letter"]
        var all = ""
        for table in tables {
            let columns = try store.column("SELECT name FROM pragma_table_info('\(table)')")
                .map { String(decoding: $0, as: UTF8.self) }
                // Random bytes of ids may hold anything.
                .map { "CASE typeof(\($0)) WHEN 'text' THEN \($0) ELSE '' END" }
            let rows = try store.column("SELECT \(columns.joined(separator: " || ' ' || ")) FROM \(table)")
            all += rows.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
        }
        // What stands before readers' ids looks like ids.
        return all.replacing(try Regex("\u{1}[a-z][0-9]+:"), with: "")
    }

    @Test func `nothing of an erased person is left, and nothing of others is gone`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open(after: 10)
        try await fill(collector, store)
        let events = try store.count("event")
        let days = (Day(TemporaryCollector.now) + -30)...Day(TemporaryCollector.now)
        #expect(try await collector.reports.profileTags(scope: store.scope, since: days.lowerBound.start).users == 2)
        let id = try await collector.erase(person, scope: store.scope)
        #expect(try await collector.erasures(scope: store.scope).map(\.finished) == [nil])
        #expect(!collector.live.recent(of: "demo").contains { $0.user == "bob" || $0.install == "d1" })
        while try await collector.folding.eraseOnce() {}
        let record = try #require(try await collector.erasures(scope: store.scope).first)
        #expect(record.id == id && record.finished != nil && record.events == 3 * 5)

        let left = try texts(store)
        for trace in ["bob", "d1", "r1", "m1"] { #expect(!left.contains(trace), "\(trace)") }
        for trace in ["ann", "d2", "d3", "r2"] { #expect(left.contains(trace), "\(trace)") }
        // Ids stay, so that no device brings the events back.
        #expect(try store.count("event") == events)
        #expect(try await collector.events(EventQuery(scope: store.scope)).events.count == 3 * 3)
        try await fill(collector, store, count: 0)
        #expect(try await collector.questions.timeline(of: person, scope: store.scope).events.isEmpty)
        #expect(try await collector.reports.profileTags(scope: store.scope, since: days.lowerBound.start).users == 1)
        let trend = try await collector.questions.trend(
            TrendQuestion(EventMatch("opened"), unit: .week, days: days), scope: store.scope)
        #expect(trend.points.reduce(0) { $0 + $1.events } == 3)
        // Figures keep an anonymous count.
        let counts = try await collector.reports.eventCounts(scope: store.scope, days: days)
        #expect(counts.filter { $0.name == "opened" }.reduce(0) { $0 + $1.events } == 6)
    }

    @Test func `an erasure goes on after a restart, and events that come again are not stored`() async throws {
        let store = try TemporaryCollector()
        var collector: Collector? = try store.open(after: 10)
        try await fill(try #require(collector), store)
        _ = try await collector?.erase(person, scope: store.scope)
        var steps = 0
        repeat {
            // Each step is one process.
            collector = nil
            collector = try store.open(after: 10)
            steps += 1
        } while try await collector?.folding.eraseOnce() == true && steps < 100
        #expect(steps > 4 && steps < 100)
        let reopened = try #require(collector)
        #expect(try await reopened.erasures(scope: store.scope).first?.finished != nil)
        let body = UniversalSample.event(.named, ["Device Id": "d1", "n": "0"])
        try await UniversalSample.store([body], in: reopened, scope: store.scope)
        #expect(try await reopened.questions.timeline(of: person, scope: store.scope).events.isEmpty)
    }

    @Test func `an erasure waits for the batches that were accepted before it`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        _ = try await collector.intake.accept(try Sample.body([Sample.event("a", user: "bob")]), scope: store.scope)
        _ = try await collector.erase(PersonIDs(users: ["bob"]), scope: store.scope)
        #expect(try await !collector.folding.eraseOnce())
        while try await collector.folding.foldOnce() {}
        while try await collector.folding.eraseOnce() {}
        #expect(try await collector.events(EventQuery(scope: store.scope)).events.isEmpty)
        #expect(try await collector.erasures(scope: store.scope).first?.events == 1)
        await #expect(throws: StoreError.self) {
            try await collector.erase(PersonIDs(users: [""]), scope: store.scope)
        }
    }

    @Test func `the folding service erases by itself`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open(after: 10)
        try await fill(collector, store, count: 1)
        let group = ServiceGroup(services: [collector.folding], logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            _ = try await collector.erase(person, scope: store.scope)
            #expect(try await eventually { try await collector.erasures(scope: store.scope).first?.finished != nil })
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(try await collector.erasures(scope: store.scope).first?.events == 5)
    }

    @Test func `an export has every event of a person, a line each, in pages`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open(after: 10)
        try await fill(collector, store)
        var (lines, before): ([String], EventCursor?) = ([], nil)
        repeat {
            let page = try await collector.questions.export(
                of: person, scope: store.scope, before: before, limit: 4)
            lines += page.lines
            before = page.next
        } while before != nil && lines.count < 100
        let parsed = try lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: [String: Any]])
        }
        let events = parsed.compactMap { $0["event"] }
        #expect(events.count == 3 * 5)
        #expect(Set(events.compactMap { $0["id"] as? String }).count == events.count)
        #expect(parsed.compactMap { $0["link"]?["kind"] as? String }.sorted() == ["mobileUser", "recipient"])
        #expect(lines.allSatisfy { !$0.contains("\n") && !$0.contains("ann") && !$0.contains("r2") })
    }
}
