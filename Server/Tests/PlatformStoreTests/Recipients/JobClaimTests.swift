import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// A job belongs to one claim at a time, whichever process or call made it.
@Suite struct JobClaimTests {
    /// A store with an import of some steps that waits, and the job stores of two servers over one database.
    private struct Pair {
        let store: TemporaryPlatform
        let list: ListRecord
        let first: SQLJobStore
        let second: SQLJobStore
        let rows = FileRows.most + 10

        init(_ engine: StoreEngine) async throws {
            store = try await TemporaryPlatform(engine)
            list = try await store.list()
            first = try #require(store.platform.jobs as? SQLJobStore)
            second = try #require(try await store.reopened().jobs as? SQLJobStore)
            let text = (0..<rows).map { "m\($0),\($0)\n" }.joined()
            _ = try await first.storeFile(Data(text.utf8), name: "people.csv", app: "demo", by: "Ann")
            _ = try await first.create(
                .importList(
                    list: list.id, file: "people.csv", columns: ["Mobile User Id", "Age"], skipsFirst: false,
                    action: .addAndUpdate), app: "demo", by: "Ann")
        }

        func size() async throws -> Int {
            try await store.platform.recipients.entry(list.id, app: "demo").size
        }
    }

    @Test(arguments: StoreEngine.all, [true, false])
    func `a step of a claim that was lost stores nothing`(_ engine: StoreEngine, _ isSameProcess: Bool) async throws {
        let pair = try await Pair(engine)
        let slow = try #require(try await pair.first.claim())
        #expect(try await pair.second.claim() == nil)
        pair.store.advance(by: .seconds(20))
        let other = isSameProcess ? pair.first : pair.second
        var taken = try #require(try await other.claim())
        #expect(await pair.store.fault { _ = try await pair.first.step(slow) } == .noJob)
        #expect(try await pair.size() == 0)
        taken.job = try await other.step(taken)
        #expect(await pair.store.fault { _ = try await pair.first.step(slow) } == .noJob)
        while taken.job.ended == nil { taken.job = try await other.step(taken) }
        #expect(taken.job.state == .complete && taken.job.added == pair.rows && taken.job.refused == 0)
        #expect(try await pair.size() == pair.rows)
    }

    @Test(arguments: StoreEngine.all) func `each step renews the lease`(_ engine: StoreEngine) async throws {
        let pair = try await Pair(engine)
        var claimed = try #require(try await pair.first.claim())
        pair.store.advance(by: .seconds(15))
        claimed.job = try await pair.first.step(claimed)
        pair.store.advance(by: .seconds(15))
        #expect(try await pair.second.claim() == nil)
        claimed.job = try await pair.first.step(claimed)
        #expect(claimed.job.state == .complete && claimed.job.added == pair.rows)
    }

    /// PostgreSQL lets several transactions write; SQLite has one writer.
    @Test func `a step that takes longer than the lease keeps its job`() async throws {
        let pair = try await Pair(.postgres)
        let claimed = try #require(try await pair.first.claim())
        let second = pair.second
        let begun = AsyncStream<Void>.makeStream()
        let released = DispatchSemaphore(value: 0)
        let step = Task {
            try await pair.first.step(claimed) {
                begun.continuation.yield()
                released.wait()
            }
        }
        var iterator = begun.stream.makeAsyncIterator()
        await iterator.next()
        pair.store.advance(by: .seconds(60))
        #expect(try await second.claim() == nil)
        released.signal()
        #expect(try await step.value.done == FileRows.most)
        #expect(try await second.claim() == nil)
    }

    @Test(arguments: StoreEngine.all) func `a job that cannot be read keeps no other waiting`(_ engine: StoreEngine)
        async throws
    {
        let pair = try await Pair(engine)
        let database = try await pair.store.database.openUnchanged(in: pair.store.folder)
        _ = try await database.write { try $0.execute("UPDATE job SET work = '{}'") }
        let good = try await pair.first.create(
            .setColumn(list: pair.list.id, column: "Name", value: "x"), app: "demo", by: "Ann")
        #expect(try await pair.first.runDue().isEmpty)
        #expect(try await pair.first.runDue().map(\.id) == [good.id])
        let failed = try await database.read { try $0.count("SELECT COUNT(*) FROM job WHERE state = 'failed'") }
        #expect(failed == 1)
    }

    @Test(arguments: StoreEngine.all) func `an app keeps its latest jobs`(_ engine: StoreEngine) async throws {
        let pair = try await Pair(engine)
        let database = try await pair.store.database.openUnchanged(in: pair.store.folder)
        let work = try StoredJSON.text(JobWork.exportTable(table: 1, file: "x"))
        try await database.write { db in
            let rows = (0..<SQLJobStore.mostEndedJobs + 5).map { number -> [SQLValue] in
                [.integer(Int64(number)), .text("demo"), .text(work), .text("complete"), .text("Ann")]
                    + Array(repeating: .integer(0), count: 4) + [.text(""), .text("")]
                    + Array(repeating: pair.store.now.sqlValue, count: 2) + [.integer(0)]
            }
            try db.insert(
                into: "job",
                [
                    "id", "app", "work", "state", "made_by", "done", "added", "changed", "refused", "position",
                    "worker",
                    "created", "ended", "lease",
                ], rows)
        }
        #expect(try await pair.first.runDue().map(\.state) == [.complete])
        pair.store.advance(by: .seconds(3_600))
        _ = try await pair.first.runDue()
        let (count, oldest) = try await database.read { db in
            (
                try db.count("SELECT COUNT(*) FROM job"), try db.count("SELECT MIN(id) FROM job")
            )
        }
        // The import of this test is the latest.
        #expect(count == SQLJobStore.mostEndedJobs && oldest == 6)
    }

    @Test(arguments: StoreEngine.all) func `apps take turns`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        _ = try await store.platform.apps.create("other", name: "Other", by: "test")
        var lists: [String: Int64] = [:]
        for app in ["demo", "other"] {
            lists[app] = try await store.platform.recipients.createList(
                "L", folder: "", columns: [ListColumn(name: "Name", type: .text)], app: app, by: "Ann"
            ).id
        }
        for app in ["demo", "demo", "demo", "other"] {
            let work = JobWork.setColumn(list: try #require(lists[app]), column: "Name", value: "x")
            _ = try await store.platform.jobs.create(work, app: app, by: "Ann")
        }
        #expect(try await store.platform.jobs.runDue().map(\.app) == ["demo", "other", "demo", "demo"])
    }
}
