import Foundation
import GRDB
import MarqueeWire
import Testing

@testable import PlatformStore

/// A database whose rows have numbers from a counter of SQLite's.
@Suite struct IDMigrationTests {
    @Test func `rows that were numbered keep their order`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "platform-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: folder.appending(path: "marquee.sqlite3").path)
        try SQLiteDatabase.migrator.migrate(queue, upTo: "8 idempotency")
        let runs = try (1...3).map { number in
            let run = FeedRun(
                started: Timestamp(milliseconds: Int64(number)), finished: Timestamp(milliseconds: 9), failure: nil,
                added: number, changed: 0, unchanged: 0, removed: 0, problems: [])
            return try StoredJSON.text(run)
        }
        try await queue.write { db in
            try db.execute(sql: "INSERT INTO app VALUES ('demo', 'Demo', 1)")
            try db.execute(
                sql:
                    "INSERT INTO feed_source (app, id, hub, kind, location, version) VALUES ('demo', 'f', 'h', 'rss', 'x', 1)"
            )
            // More than one page of them, several in one millisecond.
            for number in 1...2500 {
                try db.execute(
                    sql:
                        "INSERT INTO audit (time, who, app, action, subject, detail) VALUES (?, 'w', 'demo', 'a.b', ?, '')",
                    arguments: [1_000_000 + number / 7, "\(number)"])
            }
            for run in runs {
                try db.execute(sql: "INSERT INTO feed_run (app, source, run) VALUES ('demo', 'f', ?)", arguments: [run])
            }
            for (id, created) in [("b", 5), ("a", 9), ("c", 7)] {
                try db.execute(
                    sql: "INSERT INTO app_secret (id, app, made_by, created) VALUES (?, 'demo', 'w', ?)",
                    arguments: [id, created])
            }
        }
        let platform = try await Platform.open(at: folder, passwordCost: 4) { Timestamp(milliseconds: 2_000_000) }
        try await platform.audit.append(action: "new", subject: "2501", detail: "", app: "demo", by: "w")
        var subjects: [String] = []
        var last: String?
        repeat {
            let page = try await platform.audit.entries(app: "demo", before: last, limit: 1000)
            subjects += page.map(\.subject)
            last = page.last?.id
        } while last != nil
        #expect(subjects == (1...2501).reversed().map { "\($0)" })
        #expect(try await platform.feeds.runs(of: "f", app: "demo", limit: 10).map(\.added) == [3, 2, 1])
        #expect(try await platform.credentials.secrets(app: "demo").map(\.id) == ["a", "c", "b"])
    }

    @Test func `ids stand in the order in which they were made`() {
        let times = [0, 0, 1, 999, 999, 1_790_000_000_000, 1_790_000_000_000].map(Timestamp.init(milliseconds:))
        let ids = times.map { TimedID.make(at: $0) }
        #expect(ids == ids.sorted() && Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.utf8.count == 28 && $0 < TimedID.last })
    }
}
