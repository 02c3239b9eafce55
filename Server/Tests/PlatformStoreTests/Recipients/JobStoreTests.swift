import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// Imports, exports and other long work.
@Suite struct JobStoreTests {
    private func importing(
        _ text: String, _ store: TemporaryPlatform, _ list: ListRecord, columns: [String?] = ["Mobile User Id", "Age"],
        skipsFirst: Bool = true, _ action: JobWork.ImportAction = .addAndUpdate, file: String = "people.csv"
    ) async throws -> JobRecord {
        _ = try await store.platform.jobs.storeFile(Data(text.utf8), name: file, app: "demo", by: "Ann")
        return try await store.platform.jobs.create(
            .importList(list: list.id, file: file, columns: columns, skipsFirst: skipsFirst, action: action),
            app: "demo", by: "Ann")
    }

    /// All parts of a file.
    private func whole(_ name: String, _ jobs: any JobStore) async throws -> Data {
        var read = Data()
        while true {
            let part = try await jobs.read(name, app: "demo", from: read.count)
            guard !part.isEmpty else { return read }
            read += part
        }
    }

    @Test(arguments: StoreEngine.all) func `an import adds, changes and refuses rows, and says which`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (jobs, list) = (store.platform.jobs, try await store.list())
        let known = try await store.add(["Mobile User Id": "known", "Name": "Ann"], to: list)
        let text = "\u{FEFF}id,age\r\nnew,1\r\nknown,2\nbad,old\n\"a,\"\"b\nc\",3\nnew,4\ntoo,many,fields\nlast,5"
        let job = try await importing(text, store, list)
        #expect(job.state == .waiting)
        let ended = try #require(try await jobs.runDue().first)
        #expect(ended.state == .complete && ended.done == 7)
        #expect(ended.counts == [3, 2, 2])
        #expect(try await jobs.refusals(of: job.id, app: "demo").map(\.row) == [4, 7])
        #expect(try await store.values(known, in: list)["Age"] == "2")
        #expect(try await store.values(known, in: list)["Name"] == "Ann")
        let recipients = store.platform.recipients
        #expect(
            try await recipients.recipient(.values(["Mobile User Id": "new"]), in: list.id, app: "demo").value("Age")
                == "4")
        let odd = try await recipients.recipient(.values(["Mobile User Id": "a,\"b\nc"]), in: list.id, app: "demo")
        #expect(odd.value("Age") == "3" && odd.origin == .imported)
        #expect(try await jobs.runDue().isEmpty)
        #expect(try await jobs.job(job.id, app: "demo") == ended)
    }

    @Test(arguments: StoreEngine.all) func `lines without values and bytes that are no text make no recipients`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (jobs, list) = (store.platform.jobs, try await store.list())
        let bytes = Data("a,1\r\n\r\n,\n\n".utf8) + [0x62, 0xFC, 0x2C, 0x32, 0x0A] + Data("c,3\n\n".utf8)
        _ = try await jobs.storeFile(bytes, name: "odd.csv", app: "demo", by: "Ann")
        let job = try await jobs.create(
            .importList(
                list: list.id, file: "odd.csv", columns: ["Mobile User Id", "Age"], skipsFirst: false,
                action: .addAndUpdate), app: "demo", by: "Ann")
        let ended = try #require(try await jobs.runDue().first)
        #expect(ended.state == .complete && ended.counts == [2, 0, 2])
        let refusals = try await jobs.refusals(of: job.id, app: "demo")
        #expect(refusals.map(\.row) == [3, 5])
        #expect(refusals.map(\.reason) == ["the row has no values", "the row is not written in UTF-8"])
        let stored = try await store.platform.recipients.recipients(of: list.id, app: "demo", after: nil, limit: 9)
        #expect(stored.recipients.map { $0.value("Mobile User Id") } == ["a", "c"])
    }

    @Test(arguments: StoreEngine.all, [1, 30_000]) func `an import whose quotes do not end fails, and says where`(
        _ engine: StoreEngine, _ rest: Int
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let list = try await store.list()
        let lines = (0..<rest).map { "id-\($0),5" }.joined(separator: "\n")
        _ = try await importing("a,1\nb,\"2\n\(lines)", store, list, skipsFirst: false)
        let ended = try #require(try await store.platform.jobs.runDue().first)
        #expect(ended.state == .failed && ended.counts[0] == 1)
        #expect(ended.failure?.hasPrefix("row 2 is too long, or its quotes do not end") == true)
        let stored = try await store.platform.recipients.recipients(of: list.id, app: "demo", after: nil, limit: 9)
        #expect(stored.recipients.map { $0.value("Mobile User Id") } == ["a"])
    }

    @Test(arguments: StoreEngine.all) func `a column that is added during an export is not in its file`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (jobs, list) = (store.platform.jobs, try await store.list())
        _ = try await store.add(["Mobile User Id": "a"], to: list)
        let job = try await jobs.create(
            .exportList(list: list.id, file: "", columns: []), app: "demo", by: "Ann")
        _ = try await store.platform.recipients.addColumn(
            ListColumn(name: "Extra", type: .text, standard: "x"), to: list.id, app: "demo", by: "Ann")
        _ = try await jobs.runDue()
        let text = String(decoding: try await whole(job.work.file ?? "", jobs), as: UTF8.self)
        #expect(text.contains("Member") && !text.contains("Extra") && !text.contains("\"x\""))
    }

    @Test(
        arguments: StoreEngine.all,
        [
            (JobWork.ImportAction.addOnly, [1, 0, 1]), (.updateOnly, [0, 1, 1]), (.addAndUpdate, [1, 1, 0]),
            (.optOut, [0, 1, 1]),
        ])
    func `an import does what it was asked to`(
        _ engine: StoreEngine, _ row: (action: JobWork.ImportAction, counts: [Int])
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let list = try await store.list()
        let known = try await store.add(["Mobile User Id": "known"], to: list)
        _ = try await importing("known,2\nnew,3\n", store, list, skipsFirst: false, row.action)
        let ended = try #require(try await store.platform.jobs.runDue().first)
        #expect(ended.counts == row.counts)
        let record = try await store.platform.recipients.recipient(.id(known), in: list.id, app: "demo")
        #expect((record.optedOut != nil) == (row.action == .optOut))
    }

    @Test(arguments: StoreEngine.all) func `a job goes on where the server died, and no row is stored twice`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let list = try await store.list()
        let count = FileRows.most * 2 + 10
        let text = (0..<count).map { "m\($0),\($0)\n" }.joined()
        let job = try await importing(text, store, list, skipsFirst: false)
        // As a server leaves it that was killed behind its first step.
        let task = Task { try await store.platform.jobs.runDue() }
        while try await store.platform.jobs.job(job.id, app: "demo").done == 0 { await Task.yield() }
        task.cancel()
        _ = try? await task.value
        let database = try await store.database.openUnchanged(in: store.folder)
        _ = try await database.write { try $0.execute("UPDATE job SET ended = NULL, worker = 'dead', lease = 0") }
        let other = try await store.reopened()
        let ended = try await other.jobs.runDue()
        #expect(ended.map(\.state) == [.complete])
        let record = try await other.jobs.job(job.id, app: "demo")
        #expect(record.done == count && record.added == count && record.refused == 0)
        let sizes = try await other.recipients.entries(app: "demo", kinds: [.database]).map(\.size)
        #expect(sizes == [count])
    }

    @Test(arguments: StoreEngine.all) func `a running job belongs to one server`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let list = try await store.list()
        let text = (0..<200).map { "m\($0),\($0)\n" }.joined()
        for number in 0..<4 {
            _ = try await importing(text, store, list, skipsFirst: false, file: "people \(number).csv")
        }
        let platforms = [store.platform, try await store.reopened()]
        let ended = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for platform in platforms { group.addTask { try await platform.jobs.runDue().map(\.id) } }
            return try await group.reduce([]) { $0 + $1 }
        }
        #expect(ended.count == 4 && Set(ended).count == 4)
        let jobs = try await store.platform.jobs.jobs(app: "demo", limit: 10)
        #expect(jobs.map(\.done) == [200, 200, 200, 200])
        #expect(jobs.reduce(0) { $0 + $1.added } == 200)
    }

    @Test(arguments: StoreEngine.all) func `an export can be imported again`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (jobs, list) = (store.platform.jobs, try await store.list())
        _ = try await store.add(["Mobile User Id": "m1", "Name": "a \"b\", c\r\nd", "Age": "-5"], to: list)
        _ = try await store.add(["Mobile User Id": "m2", "Name": "=1+1"], to: list)
        let job = try await jobs.create(
            .exportList(list: list.id, file: "", columns: ["Mobile User Id", "age", "Name"]), app: "demo", by: "Ann")
        #expect(try await jobs.runDue().map(\.done) == [2])
        let file = try #require(job.work.file)
        let bytes = try await jobs.read(file, app: "demo", from: 0)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("\"RECIPIENT_ID\",\"Mobile User Id\",\"Age\",\"Name\""))
        #expect(text.contains("\"'=1+1\""), "no formula for a spreadsheet")
        #expect(try await jobs.files(app: "demo").map(\.length) == [bytes.count])
        let copy = try await store.list("Copy")
        _ = try await jobs.create(
            .importList(
                list: copy.id, file: file, columns: [nil, "Mobile User Id", "Age", "Name", nil, nil], skipsFirst: true,
                action: .addOnly), app: "demo", by: "Ann")
        #expect(try await jobs.runDue().map(\.added) == [2])
        let first = try await store.platform.recipients.recipient(
            .values(["Mobile User Id": "m1"]), in: copy.id, app: "demo")
        #expect(first.value("Name") == "a \"b\", c\r\nd" && first.value("Age") == "-5")
    }

    @Test(arguments: StoreEngine.all) func `tables are imported and exported`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let jobs = store.platform.jobs
        let table = try await store.platform.relationalTables.createTable(
            "T", folder: "",
            columns: [
                ListColumn(name: "id", type: .text, lookup: .unique), ListColumn(name: "n", type: .numeric),
            ], app: "demo", by: "Ann")
        let text = (0..<2_500).map { "k\($0),\($0)\n" }.joined() + "k1,2\n,3\nk2,x"
        _ = try await jobs.storeFile(Data(text.utf8), name: "rows.csv", app: "demo", by: "Ann")
        _ = try await jobs.create(
            .importTable(table: table.id, file: "rows.csv", columns: ["id", "n"], skipsFirst: false), app: "demo",
            by: "Ann")
        let ended = try #require(try await jobs.runDue().first)
        #expect(ended.done == 2_503 && ended.counts == [2_500, 1, 2])
        let export = try await jobs.create(.exportTable(table: table.id, file: ""), app: "demo", by: "Ann")
        #expect(try await jobs.runDue().map(\.done) == [2_500])
        let file = String(decoding: try await whole(try #require(export.work.file), jobs), as: UTF8.self)
        #expect(file.split(separator: "\r\n").count == 2_501)
    }

    @Test(arguments: StoreEngine.all) func `a query is counted once in 12 hours`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (jobs, list) = (store.platform.jobs, try await store.list())
        for age in 0..<5 { _ = try await store.add(["Age": "\(age)"], to: list) }
        let query = try await store.platform.recipients.createQuery(
            "Old", folder: "", of: list.id, criteria: .column("Age", .isGreater, "2"), app: "demo", by: "Ann")
        let work = JobWork.calculateQuery(query: query.id)
        _ = try await jobs.create(work, app: "demo", by: "Ann")
        #expect(await store.fault { _ = try await jobs.create(work, app: "demo", by: "Ann") } == .calculatedRecently)
        #expect(try await jobs.runDue().map(\.added) == [2])
        let counted = try await store.platform.recipients.query(query.id, app: "demo")
        #expect(counted.size == 2 && counted.calculated == store.now)
        store.advance(by: .seconds(12 * 3600 - 1))
        #expect(await store.fault { _ = try await jobs.create(work, app: "demo", by: "Ann") } == .calculatedRecently)
        store.advance(by: .seconds(1))
        _ = try await jobs.create(work, app: "demo", by: "Ann")
        #expect(try await jobs.runDue().count == 1)
    }

    @Test(arguments: StoreEngine.all) func `a column is set for every recipient`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (jobs, list) = (store.platform.jobs, try await store.list())
        let id = try await store.add(["Name": "Ann"], to: list)
        _ = try await jobs.create(.setColumn(list: list.id, column: "member", value: "y"), app: "demo", by: "Ann")
        #expect(try await jobs.runDue().map(\.changed) == [1])
        #expect(try await store.values(id, in: list)["Member"] == "Yes")
    }

    @Test(arguments: StoreEngine.all) func `work that cannot be done is refused when it is asked for`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (jobs, list) = (store.platform.jobs, try await store.list())
        for (work, fault) in [
            (.importList(list: list.id, file: "none.csv", columns: [], skipsFirst: true, action: .addOnly), .noFile),
            (.exportList(list: list.id, file: "", columns: ["Shoe"]), .noColumn),
            (.exportList(list: 1, file: "", columns: []), .noList), (.exportTable(table: list.id, file: ""), .noList),
            (.setColumn(list: list.id, column: "Mobile User Id", value: "x"), .keyInUse),
            (.setColumn(list: list.id, column: "Age", value: "x"), .valueNotValid),
            (.calculateQuery(query: list.id), .noList),
        ] as [(JobWork, RecipientFault)] {
            #expect(await store.fault { _ = try await jobs.create(work, app: "demo", by: "Ann") } == fault, "\(work)")
        }
        #expect(await store.fault { _ = try await jobs.job(1, app: "demo") } == .noJob)
        #expect(await store.fault { try await jobs.remove(1, app: "demo", by: "Ann") } == .noJob)
        #expect(
            await store.fault { _ = try await jobs.storeFile(Data(), name: "a/b", app: "demo", by: "Ann") }
                == .nameNotValid)
    }

    @Test(arguments: StoreEngine.all) func `files have any length, are replaced, and go after 30 days`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let jobs = store.platform.jobs
        let data = Data((0..<(SQLJobStore.part * 2 + 7)).map { UInt8(truncatingIfNeeded: $0 / 251) })
        _ = try await jobs.storeFile(Data("old".utf8), name: "f", app: "demo", by: "Ann")
        _ = try await jobs.storeFile(data, name: "f", app: "demo", by: "Ann")
        #expect(try await whole("f", jobs) == data)
        #expect(try await jobs.read("f", app: "demo", from: 5).first == data[5])
        store.advance(by: SQLJobStore.retention)
        _ = try await jobs.runDue()
        #expect(await store.fault { _ = try await jobs.read("f", app: "demo", from: 0) } == .noFile)
    }
}

extension JobRecord {
    fileprivate var counts: [Int] { [added, changed, refused] }
}
