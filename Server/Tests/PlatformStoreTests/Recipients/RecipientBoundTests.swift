import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// What one app's clients can take of a server has bounds.
@Suite struct RecipientBoundTests {
    @Test(arguments: StoreEngine.all) func `a wrong contact list is refused before anything is stored`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let other = try await store.list("Others")
        let own = try await recipients.createContactList("Own", folder: "", of: list.id, app: "demo", by: "Ann").id
        let foreign = try await recipients.createContactList(
            "Foreign", folder: "", of: other.id, app: "demo", by: "Ann")
        let known = try await store.add(["Mobile User Id": "known", "Name": "Ann"], to: list)
        for (contactLists, fault) in [
            ([own, 7], RecipientFault.noList), ([own, foreign.id], .noList), ([list.id], .noList),
            (Array(own..<own + 101), .tooMany),
        ] {
            for id in ["new", "known"] {
                let addition = RecipientAddition(
                    ["Mobile User Id": id, "Name": "Eve"], match: .update([:]), contactLists: contactLists)
                #expect(
                    await store.fault { _ = try await recipients.add(addition, to: list.id, app: "demo") } == fault)
            }
        }
        #expect(try await store.values(known, in: list)["Name"] == "Ann")
        #expect(try await recipients.entries(app: "demo", kinds: [.database, .contacts]).map(\.size) == [1, 0, 0, 0])
        let added = try await recipients.add(
            RecipientAddition(["Mobile User Id": "new"], contactLists: [own, own]), to: list.id, app: "demo")
        #expect(try await recipients.contactLists(of: added.id, in: list.id, app: "demo") == [own])
    }

    @Test(arguments: StoreEngine.all) func `a list has a bound of choices, indices and bytes`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let choices = (0..<500).map { "choice \($0)" }
        for number in 0..<10 {
            let column = ListColumn(name: "c\(number)", type: .selectOne, choices: choices)
            _ = try await recipients.addColumn(column, to: list.id, app: "demo", by: "Ann")
        }
        func fault(_ column: ListColumn) async -> RecipientFault? {
            await store.fault { _ = try await recipients.addColumn(column, to: list.id, app: "demo", by: "Ann") }
        }
        #expect(await fault(ListColumn(name: "one more", type: .selectOne, choices: ["a"])) == .tooMany)
        for number in 2..<ListRecord.maximumLookups {
            #expect(await fault(ListColumn(name: "i\(number)", type: .text, lookup: .indexed)) == nil)
        }
        #expect(await fault(ListColumn(name: "i", type: .text, lookup: .indexed)) == .tooMany)
        #expect(await fault(ListColumn(name: "i", type: .text)) == nil)
        #expect(
            await store.fault {
                try await recipients.setLookup(.unique, of: "i", in: list.id, app: "demo", by: "Ann")
            } == .tooMany)
        try await recipients.setLookup(.unique, of: "i2", in: list.id, app: "demo", by: "Ann")
        let long = String(repeating: "x", count: 8_000)
        let values = Dictionary(uniqueKeysWithValues: (2..<36).map { ("i\($0)", long) })
        #expect(await store.fault { _ = try await store.add(values, to: list) } == .valueNotValid)
        let id = try await store.add(["Mobile User Id": "m"], to: list)
        #expect(
            await store.fault { _ = try await recipients.update(.id(id), values, in: list.id, app: "demo") }
                == .valueNotValid)
        #expect(try await recipients.entry(list.id, app: "demo").size == 1)
    }

    @Test(arguments: StoreEngine.all) func `an import refuses a row that has too many bytes, and goes on`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, jobs) = (store.platform.recipients, store.platform.jobs)
        let names = ["id"] + (0..<40).map { "n\($0)" }
        let columns = names.map { ListColumn(name: $0, type: .text, lookup: $0 == "id" ? .unique : .none) }
        let list = try await recipients.createList("Wide", folder: "", columns: columns, app: "demo", by: "Ann")
        let table = try await store.platform.relationalTables.createTable(
            "Rows", folder: "", columns: columns, app: "demo", by: "Ann")
        let half = Array(repeating: String(repeating: "x", count: 7_900), count: 20)
        let empty = Array(repeating: "", count: 20)
        // The second half of one row makes it too long.
        let rows = [["a"] + half + empty, ["b"] + empty + empty, ["a"] + empty.map { _ in "y" } + half]
        let text = rows.map { $0.joined(separator: ",") + "\n" }.joined()
        _ = try await jobs.storeFile(Data(text.utf8), name: "wide.csv", app: "demo", by: "Ann")
        let mapped = names.map(Optional.some)
        for action in [JobWork.ImportAction.addAndUpdate, .addAndUpdate] {
            _ = try await jobs.create(
                .importList(list: list.id, file: "wide.csv", columns: mapped, skipsFirst: false, action: action),
                app: "demo", by: "Ann")
            let ended = try #require(try await jobs.runDue().first)
            #expect(ended.state == .complete && ended.done == 3 && ended.refused <= 1)
        }
        _ = try await jobs.create(
            .importTable(table: table.id, file: "wide.csv", columns: mapped, skipsFirst: false), app: "demo", by: "Ann")
        #expect(try await jobs.runDue().map(\.state) == [.complete])
        #expect(try await recipients.entry(list.id, app: "demo").size == 2)
    }

    @Test(arguments: StoreEngine.all) func `a file has 500 columns at most, and stays while a job needs it`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (jobs, list) = (store.platform.jobs, try await store.list())
        func create(_ columns: [String?]) async throws -> JobRecord {
            try await jobs.create(
                .importList(list: list.id, file: "f.csv", columns: columns, skipsFirst: false, action: .addAndUpdate),
                app: "demo", by: "Ann")
        }
        func replace() async throws {
            _ = try await jobs.storeFile(Data("b\n".utf8), name: "f.csv", app: "demo", by: "Ann")
        }
        _ = try await jobs.storeFile(Data("a\n".utf8), name: "f.csv", app: "demo", by: "Ann")
        #expect(await store.fault { _ = try await create(Array(repeating: nil, count: 501)) } == .tooMany)
        let many = JobWork.exportList(list: list.id, file: "", columns: Array(repeating: "Name", count: 501))
        #expect(await store.fault { _ = try await jobs.create(many, app: "demo", by: "Ann") } == .tooMany)
        _ = try await create(["Name"])
        #expect(await store.fault(replace) == .fileInUse)
        #expect(await store.fault { try await jobs.removeFile("f.csv", app: "demo", by: "Ann") } == .fileInUse)
        _ = try await jobs.runDue()
        try await replace()
        for _ in 0..<SQLJobStore.mostOpenJobs { _ = try await create(["Name"]) }
        #expect(await store.fault { _ = try await create(["Name"]) } == .tooMany)
    }

    @Test(arguments: StoreEngine.all) func `an export has each column once`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (jobs, list) = (store.platform.jobs, try await store.list())
        for number in 0..<250 { _ = try await store.add(["Name": "n\(number)"], to: list) }
        let columns = ["Name", "NAME", "Age", "name"]
        let job = try await jobs.create(
            .exportList(list: list.id, file: "", columns: columns), app: "demo", by: "Ann")
        #expect(try await jobs.runDue().map(\.done) == [250])
        let bytes = try await jobs.read(try #require(job.work.file), app: "demo", from: 0)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.first == "\"RECIPIENT_ID\",\"Name\",\"Age\",\"OPT_IN_DATE\",\"OPTED_OUT_DATE\"")
        #expect(lines.count == 251 && lines.last?.contains("\"n249\"") == true)
    }

    @Test(arguments: StoreEngine.all) func `the size of a large list is counted once a minute`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let database = try await store.database.openUnchanged(in: store.folder)
        func fill(_ ids: Range<Int>) async throws {
            try await database.write { db in
                let rows = ids.map { id -> [SQLValue] in
                    [.integer(Int64(id)), .integer(list.id), .text("{}"), .integer(0), .integer(1), .integer(1)]
                }
                try db.insert(into: "recipient", ["id", "list", "cells", "origin", "created", "modified"], rows)
            }
        }
        func size() async throws -> Int { try await recipients.entry(list.id, app: "demo").size }
        try await fill(1..<ListSizes.countedAlways)
        #expect(try await size() == ListSizes.countedAlways - 1)
        try await fill(ListSizes.countedAlways..<ListSizes.countedAlways + 10)
        #expect(try await size() == ListSizes.countedAlways + 9)
        try await fill(10_000..<10_005)
        #expect(try await size() == ListSizes.countedAlways + 9)
        store.advance(by: ListSizes.period)
        #expect(try await size() == ListSizes.countedAlways + 14)
    }

    @Test(arguments: StoreEngine.all) func `an entry is found by id and by name`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        _ = try await store.platform.apps.create("other", name: "Other", by: "test")
        #expect(try await recipients.entry(list.id, app: "demo").name == "Customers")
        #expect(try await recipients.entry(named: " CUSTOMERS ", .database, app: "demo")?.id == list.id)
        #expect(try await recipients.entry(named: "Customers", .table, app: "demo") == nil)
        #expect(try await recipients.entry(named: "Customers", .database, app: "other") == nil)
        #expect(await store.fault { _ = try await recipients.entry(list.id, app: "other") } == .noList)
        #expect(try await recipients.entries(app: "demo", kinds: []).isEmpty)
    }
}
