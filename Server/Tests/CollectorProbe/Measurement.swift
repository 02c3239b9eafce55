import Collector
import Foundation
import MarqueeWire
import PlatformStore

/// Throughput of intake and folding, and of plain inserts of the same events into the same table.
struct Measurement {
    let collector: Collector
    let folder: URL

    func run(batches count: Int) async throws {
        let scope = try Scope(app: "probe")
        let batches = (0..<count).map {
            ProbeBatch(events: 50, time: Timestamp(milliseconds: 1_790_000_000_000 + Int64($0))).body
        }
        print("batch: \(batches[0].count) bytes")
        let accepting = try await ContinuousClock().measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<16 {
                    group.addTask {
                        for index in stride(from: worker, to: count, by: 16) {
                            _ = try await collector.intake.accept(batches[index], scope: scope)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        print("intake: \(rate(count, accepting)) batches/s, \(collector.intake.statistics.commits) commits")
        let folding = try await ContinuousClock().measure { while try await collector.folding.foldOnce() {} }
        try await measureQuestions(scope)
        let raw = try measureInserts(count)
        print(
            "fold: \(rate(count * 50, folding)) events/s, raw inserts: \(rate(count * 50, raw)) events/s, ratio \(raw / folding)"
        )
    }

    /// Pages of single events, all made within ten minutes: the worst case for finding those of one user.
    private func measureQuestions(_ scope: Scope) async throws {
        for (name, query) in [
            ("time", EventQuery(scope: scope)), ("name", EventQuery(scope: scope, name: "content_viewed")),
            ("install", EventQuery(scope: scope, install: "install-1")),
            ("user", EventQuery(scope: scope, user: "user-1")),
        ] {
            var found = 0
            let duration = try await ContinuousClock().measure {
                found = try await collector.events(query).events.count
            }
            print("page by \(name): \(found) events in \(duration)")
        }
    }

    /// The folded rows once more into an empty table, 10,000 to a transaction as the folder does it.
    private func measureInserts(_ count: Int) throws -> Duration {
        let connection = try SQLiteConnection(path: folder.appending(path: "raw.sqlite3").path)
        try connection.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -32768;
            CREATE TABLE event (id BLOB PRIMARY KEY NOT NULL, scope INTEGER NOT NULL, name INTEGER NOT NULL, time INTEGER NOT NULL,
            received INTEGER NOT NULL, install TEXT NOT NULL, user TEXT, session TEXT, sequence INTEGER NOT NULL, advertiser TEXT,
            properties TEXT) WITHOUT ROWID
            """)
        let source = try SQLiteConnection(path: folder.appending(path: "warehouse.sqlite3").path)
        let select = try source.prepare(
            "SELECT id, scope, name, time, received, install, user, session, sequence, properties FROM event")
        var rows: [[[UInt8]]] = []
        while try select.step() { rows.append((0..<10).map { select.bytes($0) }) }
        let insert = try connection.prepare("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)")
        return try ContinuousClock().measure {
            for start in stride(from: 0, to: rows.count, by: 10_000) {
                try connection.transaction { () throws(StoreError) in
                    for row in rows[start..<min(start + 10_000, rows.count)] { try Self.run(insert, row) }
                }
            }
        }
    }

    private static func run(_ insert: SQLiteStatement, _ row: [[UInt8]]) throws(StoreError) {
        let result = row[0].withUnsafeBytes { id in
            row[5].withUnsafeBufferPointer { install in
                row[6].withUnsafeBufferPointer { user in
                    row[7].withUnsafeBufferPointer { session in
                        row[9].withUnsafeBufferPointer { properties in
                            Result { () throws(StoreError) in
                                insert.bind(1, borrowedBlob: id)
                                for index in [Int32(2), 3, 4, 5, 9] { insert.bind(index, 1_790_000_000_000) }
                                insert.bind(6, borrowedText: install)
                                insert.bind(7, borrowedText: user)
                                insert.bind(8, borrowedText: session)
                                insert.bind(10, borrowedText: properties)
                                try insert.run()
                            }
                        }
                    }
                }
            }
        }
        try result.get()
    }

    private func rate(_ count: Int, _ duration: Duration) -> Int { Int(Double(count) / (duration / .seconds(1))) }
}
