import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// What one step of an import asks the database.
@Suite struct ImportBatchTests {
    /// Counts what passes through it.
    private final class CountedStatements: SQLTransaction {
        private let db: any SQLTransaction
        private(set) var count = 0
        /// The bytes of all texts of the statement that has the most.
        private(set) var largest = 0
        var engine: SQLEngine { db.engine }

        init(_ db: any SQLTransaction) { self.db = db }

        func run(_ sql: String, _ arguments: [SQLValue]) throws(StoreError) -> SQLResult {
            count += 1
            let bytes = arguments.reduce(0) { if case .text(let text) = $1 { $0 + text.utf8.count } else { $0 } }
            largest = max(largest, bytes)
            return try db.run(sql, arguments)
        }

        func script(_ sql: String) throws(StoreError) { try db.script(sql) }
    }

    private struct Outcome: Sendable {
        let step: JobStep
        let statements: Int
        /// Rows of `recipient_key` that the step read.
        let keysRead: Int
    }

    /// A list in a store, and what imports into it.
    private struct Place {
        let store: TemporaryPlatform
        let list: ListRecord
        let jobs: SQLJobStore

        /// - Parameter unique: columns that are unique beside `Mobile User Id`.
        init(_ engine: StoreEngine, unique: String...) async throws {
            store = try await TemporaryPlatform(engine)
            let list = try await store.list()
            for column in unique {
                try await store.platform.recipients.setLookup(
                    .unique, of: column, in: list.id, app: "demo", by: "Ann")
            }
            self.list = try await store.platform.recipients.list(list.id, app: "demo")
            jobs = try #require(store.platform.jobs as? SQLJobStore)
        }

        /// Stores rows of `Mobile User Id`, `EMAIL` and `Age` in one transaction.
        @discardableResult
        func store(
            _ rows: [String], _ action: JobWork.ImportAction = .addAndUpdate, from start: Int = 0, after done: Int = 0,
            mostKnownBytes: Int = ImportBatch.mostKnownBytes
        ) async throws -> Outcome {
            let bytes = Array(rows.joined(separator: "\n").utf8)
            let file = FileRows(Array(bytes[start...]), from: start, isLast: true, number: done, skipsFirst: false)
            let ids = try await jobs.recipients.recipientNumbers.take(rows.count)
            let list = list
            return try await jobs.database.write { [now = store.now] db in
                var batch = ImportBatch(
                    list: list, columns: ["Mobile User Id", "EMAIL", "Age"], action: action, ids: ids, now: now,
                    mostKnownBytes: mostKnownBytes)
                let (counted, before) = (CountedStatements(db), try Self.keysRead(db))
                let step = try batch.store(file, counted)
                return Outcome(step: step, statements: counted.count, keysRead: try Self.keysRead(db) - before)
            }
        }

        private static func keysRead(_ db: any SQLTransaction) throws -> Int {
            guard db.engine == .postgres else { return 0 }
            return try db.count(
                """
                SELECT CAST(COALESCE(SUM(seq_tup_read + COALESCE(idx_tup_fetch, 0)), 0) AS BIGINT)
                FROM pg_stat_xact_user_tables WHERE relname = 'recipient_key'
                """)
        }

        func found(by email: String) async throws -> Int {
            try await store.platform.recipients.recipients(
                with: ["EMAIL": email], in: list.id, app: "demo", limit: 10
            ).count
        }
    }

    @Test(arguments: StoreEngine.all) func `a step takes few statements for new, changed and opted-out recipients`(
        _ engine: StoreEngine
    ) async throws {
        let place = try await Place(engine)
        let rows = (0..<1_000).map { "m\($0),p\($0)@example.org,1" }
        let added = try await place.store(rows)
        #expect(added.step.added == 1_000 && added.statements < 20)
        let changed = try await place.store(rows.map { String($0.dropLast()) + "2" })
        #expect(changed.step.changed == 1_000 && changed.statements < 30)
        let optedOut = try await place.store(rows, .optOut)
        #expect(optedOut.step.changed == 1_000 && optedOut.statements < 40)
        #expect(try await place.store(rows).step.changed == 1_000)
        let one = try await place.store.platform.recipients.recipient(
            .values(["Mobile User Id": "m999"]), in: place.list.id, app: "demo")
        #expect(one.value("Age") == "1" && one.optedOut != nil)
    }

    @Test(arguments: StoreEngine.all) func `changed recipients are found by their new values alone`(
        _ engine: StoreEngine
    ) async throws {
        let place = try await Place(engine)
        try await place.store((0..<120).map { "m\($0),old\($0)@example.org,1" })
        // The last row changes a recipient that the first row changed.
        let rows = (0..<120).map { "m\($0),new\($0)@example.org,2" } + ["m0,newest@example.org,3", "m1,,"]
        let outcome = try await place.store(rows)
        #expect(outcome.step.changed == 122 && outcome.step.refusals.isEmpty)
        for (email, count) in [("old0", 0), ("new0", 0), ("newest", 1), ("new1", 0), ("old119", 0), ("new119", 1)] {
            let found = try await place.found(by: "\(email)@example.org")
            #expect(found == count, "\(email)")
        }
        let first = try await place.store.platform.recipients.recipient(
            .values(["Mobile User Id": "m0"]), in: place.list.id, app: "demo")
        #expect(first.value("Age") == "3")
    }

    @Test(arguments: StoreEngine.all) func `withdrawn values take few statements`(_ engine: StoreEngine) async throws {
        let place = try await Place(engine, unique: "Age")
        try await place.store((0..<1_000).map { "m\($0),old\($0)@example.org,\($0)" })
        let outcome = try await place.store((0..<1_000).map { "m\($0),new\($0)@example.org,\($0 + 5_000)" })
        #expect(outcome.step.changed == 1_000 && outcome.statements < 80, "\(outcome.statements) statements")
        #expect(try await place.found(by: "old7@example.org") == 0)
        #expect(try await place.found(by: "new7@example.org") == 1)
        // The values that were withdrawn are free.
        #expect(try await place.store((0..<1_000).map { "x\($0),,\($0)" }).step.added == 1_000)
    }

    /// The recipients of a list with the unique columns `Mobile User Id` and `Age`, by both.
    private func pairs(_ place: Place) async throws -> [String] {
        try await place.store.platform.recipients.recipients(
            of: place.list.id, app: "demo", after: nil, limit: 1_000
        ).recipients.map { "\($0.value("Mobile User Id")),\($0.value("Age"))" }
    }

    @Test(arguments: StoreEngine.all) func `a key that a row gave up is free for later rows of the same step`(
        _ engine: StoreEngine
    ) async throws {
        for stored in [[], ["a,,1"]] {
            let place = try await Place(engine, unique: "Age")
            try await place.store(stored)
            // The sixth row gives b another name, so that the last row adds a recipient.
            let rows = ["a,,1", "a,,2", "b,,1", "a,,", "d,,2", "e,,1", "b,,3"]
            let outcome = try await place.store(rows)
            #expect(outcome.step.refusals.isEmpty)
            #expect(try await pairs(place) == ["a,", "e,1", "d,2", "b,3"])
        }
    }

    @Test(arguments: StoreEngine.all) func `a row that opts a recipient out gives it no keys`(_ engine: StoreEngine)
        async throws
    {
        let place = try await Place(engine, unique: "Age")
        try await place.store(["a,,1", "b,,2"])
        let outcome = try await place.store(["a,,7", "b,,7", "x,,7"], .optOut)
        #expect(outcome.step.changed == 2 && outcome.step.refusals.map(\.reason) == ["no recipient has its keys"])
        #expect(try await pairs(place) == ["a,1", "b,2"])
    }

    /// Swift takes both texts for equal, databases do not.
    @Test(arguments: StoreEngine.all) func `keys that differ in their bytes alone are two keys`(_ engine: StoreEngine)
        async throws
    {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        for stored in [composed, decomposed] {
            let place = try await Place(engine)
            try await place.store(["\(stored),,1"])
            let outcome = try await place.store(["\(composed),,2", "\(decomposed),,3", "\(composed),,4"])
            #expect(outcome.step.added == 1 && outcome.step.changed == 2 && outcome.step.refusals.isEmpty)
            for (key, age) in [(composed, "4"), (decomposed, "3")] {
                let one = try await place.store.platform.recipients.recipient(
                    .values(["Mobile User Id": key]), in: place.list.id, app: "demo")
                #expect(one.value("Age") == age)
            }
        }
    }

    @Test(arguments: StoreEngine.all) func `a step that reads too many bytes of recipients ends early`(
        _ engine: StoreEngine
    ) async throws {
        let place = try await Place(engine)
        try await place.store((0..<250).map { "m\($0),,1" })
        // One row in ten cannot be read, and counts as done when its turn comes.
        let rows = (0..<250).map { $0 % 10 == 5 ? "m\($0),,no number" : "m\($0),,2" }
        var (done, position, ends, refused) = (0, 0, [Int](), 0)
        var isLast = false
        while !isLast, ends.count < 10 {
            let step = try await place.store(rows, from: position, after: done, mostKnownBytes: 1).step
            (done, position, isLast) = (done + step.done, Int(step.position) ?? -1, step.isLast)
            refused += step.refusals.count
            ends.append(done)
        }
        #expect(ends == [111, 222, 250] && refused == 25)
        #expect(try await pairs(place).allSatisfy { $0.hasSuffix("5,1") || $0.hasSuffix(",2") })
    }

    @Test(arguments: StoreEngine.all) func `a statement has 4 MiB of rows at most`(_ engine: StoreEngine) async throws {
        let place = try await Place(engine)
        let text = String(repeating: "x", count: 200 << 10)
        let rows = (1...60).map { number -> [SQLValue] in
            [.integer(Int64(number)), .integer(place.list.id), .text(text), .integer(0), .integer(1), .integer(1)]
        }
        let (largest, count) = try await place.jobs.database.write { db in
            let counted = CountedStatements(db)
            try counted.insert(into: "recipient", ["id", "list", "cells", "origin", "created", "modified"], rows)
            return (counted.largest, try db.count("SELECT COUNT(*) FROM recipient"))
        }
        #expect(largest <= 4 << 20 && largest > 200 << 10 && count == 60)
    }

    /// A list that just grew, which the planner knows nothing of; and a small one, which it would read as a whole.
    @Test(arguments: [(5_000, false), (20, true)]) func `PostgreSQL reads no list for the keys of a file`(
        _ size: Int, _ isAnalyzed: Bool
    ) async throws {
        let engine = try #require(StoreEngine.all.last)
        let place = try await Place(engine)
        for first in stride(from: 0, to: size, by: 2_000) {
            try await place.store((first..<min(size, first + 2_000)).map { "m\($0),,1" })
        }
        if isAnalyzed { try await place.jobs.database.write { try $0.execute("ANALYZE recipient_key") } }
        let outcome = try await place.store((0..<100).map { "x\($0),,1" })
        #expect(outcome.step.added == 100 && outcome.keysRead < 100)
    }
}
