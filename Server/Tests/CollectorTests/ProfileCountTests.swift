import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// How many users have a tag, kept as profiles come.
// HUB-050
@Suite struct ProfileCountTests {
    private func profile(_ user: String, _ tags: [String], ago: Duration = .zero) throws -> Event {
        let text = String(decoding: try JSONEncoder().encode(tags), as: UTF8.self)
        return Sample.event(
            EventName.userTags, time: TemporaryCollector.now + (.zero - ago), user: user, ["tags": .text(text)])
    }

    private func fold(_ events: [Event], _ store: TemporaryCollector, _ collector: Collector) async throws {
        _ = try await collector.intake.accept(try Sample.body(events), scope: store.scope)
        while try await collector.folding.foldOnce() {}
    }

    private func tags(_ store: TemporaryCollector, _ collector: Collector, days: Int = 90) async throws -> ProfileTags {
        try await collector.reports.profileTags(
            scope: store.scope, since: TemporaryCollector.now + .seconds(-days * 86_400))
    }

    @Test func `a profile that changes moves its tags, and an older one that comes late moves nothing`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        try await fold(
            [profile("ann", ["a", "b"], ago: .seconds(3 * 86_400)), profile("bob", ["b"])], store, collector)
        #expect(try await tags(store, collector) == ProfileTags(users: 2, counts: ["a": 1, "b": 2]))
        try await fold([profile("ann", ["b", "c", "c"])], store, collector)
        #expect(try await tags(store, collector) == ProfileTags(users: 2, counts: ["b": 2, "c": 1]))
        try await fold([profile("ann", ["z"], ago: .seconds(86_400))], store, collector)
        #expect(try await tags(store, collector) == ProfileTags(users: 2, counts: ["b": 2, "c": 1]))
        #expect(try await tags(store, collector, days: 0) == ProfileTags(users: 2, counts: ["b": 2, "c": 1]))
        try await fold([profile("bob", [])], store, collector)
        #expect(try await tags(store, collector) == ProfileTags(users: 2, counts: ["b": 1, "c": 1]))
        #expect(try store.count("tag_day WHERE users < 1") == 0)
    }

    @Test func `what is old is no longer counted, and forgotten`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        try await fold([profile("ann", ["a"], ago: .seconds(95 * 86_400)), profile("bob", ["b"])], store, collector)
        #expect(try await tags(store, collector) == ProfileTags(users: 1, counts: ["b": 1]))
        try await collector.folding.tidy()
        #expect(try store.count("user_profile") == 1)
        #expect(try store.count("tag") == 1)
        try await fold([profile("ann", ["a"])], store, collector)
        #expect(try await tags(store, collector) == ProfileTags(users: 2, counts: ["a": 1, "b": 1]))
    }

    @Test func `a tag of any length does not get in`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        try await fold([profile("ann", ["a", String(repeating: "x", count: 8000)])], store, collector)
        #expect(try await tags(store, collector) == ProfileTags(users: 1, counts: ["a": 1]))
        #expect(try store.column("SELECT MAX(length(tags)) FROM user_profile") == [Array("1".utf8)])
    }

    @Test func `users beyond the bound are not kept, and those within it stay current`() throws {
        let store = try TemporaryCollector()
        let connection = try SQLiteConnection(path: store.folder.appending(path: "warehouse.sqlite3").path)
        try WarehouseSchema.prepare(connection, [UserTags()])
        func count(_ reader: Int64, _ tag: String, at time: Int64, in counts: ProfileCounts) throws {
            try counts.count(.init(time: time, tags: "[\"\(tag)\"]"), of: .init(scope: 1, reader: reader))
            try counts.write()
        }
        let counts = try ProfileCounts(connection, mostUsers: 2)
        for reader in [1, 2, 3] as [Int64] { try count(reader, "a", at: 1, in: counts) }
        try count(1, "b", at: 2, in: counts)
        // What was counted before a start is counted after it.
        try count(4, "a", at: 3, in: ProfileCounts(connection, mostUsers: 2))
        #expect(try store.column("SELECT reader FROM user_profile ORDER BY reader").count == 2)
        #expect(try store.column("SELECT users FROM tag_day ORDER BY tag") == ["2", "1", "1"].map { Array($0.utf8) })
    }

    @Test func `what is old is removed in bounded steps, once a day`() throws {
        let store = try TemporaryCollector()
        let connection = try SQLiteConnection(path: store.folder.appending(path: "warehouse.sqlite3").path)
        try WarehouseSchema.prepare(connection, [UserTags()])
        let counts = try ProfileCounts(connection)
        let day = Day(TemporaryCollector.now)
        for reader in 1...25 as ClosedRange<Int64> {
            // Every fifth profile is of the day; a tag each.
            let time = (reader.isMultiple(of: 5) ? day : day + -1).start.milliseconds
            try counts.count(.init(time: time, tags: "[\"t\(reader)\"]"), of: .init(scope: 1, reader: reader))
            try counts.write()
        }
        let sweep = try ProfileSweep(connection, step: 10)
        func rows() throws -> [Int] { try ["user_profile", "tag_day", "tag"].map(store.count) }
        var seen = [try rows()]
        while try sweep.run(oldest: day) { seen.append(try rows()) }
        #expect(seen.first == [25, 27, 25] && seen.last == [5, 6, 5])
        for (before, after) in zip(seen, seen.dropFirst()) {
            #expect(zip(before, after).allSatisfy { $0 - $1 <= 10 }, "a step removes a bounded number of rows")
        }
        #expect(try !sweep.run(oldest: day))
        #expect(try sweep.run(oldest: day + 1))
    }
}
