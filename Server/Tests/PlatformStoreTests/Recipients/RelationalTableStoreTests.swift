import MarqueeWire
import Testing

@testable import PlatformStore

/// Rows of relational tables. ENG-090, ENG-203
@Suite struct RelationalTableStoreTests {
    private func table(_ store: TemporaryPlatform) async throws -> RelationalTableRecord {
        try await store.platform.relationalTables.createTable(
            "Merges", folder: "", columns: MergeAuditTable.columns, app: "demo", by: "Ann")
    }

    @Test(arguments: StoreEngine.all) func `rows are inserted, or changed by key`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (tables, id) = (store.platform.relationalTables, try await table(store).id)
        try await tables.insertOrUpdate(
            [
                [
                    "Audit Record Id": "a1", "Old Recipient Id": "100001", "New Recipient Id": "100000",
                    "Create Date": "01/28/2015 01:36:50 GMT",
                ], ["audit record id": "a2"],
            ], in: id, app: "demo")
        try await tables.insertOrUpdate([["Audit Record Id": "a1", "Old Recipient Id": "7"]], in: id, app: "demo")
        let rows = try await tables.rows(of: id, app: "demo", after: nil, limit: 10)
        #expect(
            rows.map { $0.values["Old Recipient Id"] } == ["7", ""]
                && rows.first?.values["New Recipient Id"] == "100000")
        #expect(rows.first?.values["Create Date"] == "01/28/2015 01:36:50")
        #expect(try await tables.rows(of: id, app: "demo", after: rows[0].key, limit: 10) == [rows[1]])
        #expect(
            try await tables.deleteRows([["Audit Record Id": "a1"], ["Audit Record Id": "a9"]], in: id, app: "demo")
                == 1)
        try await tables.purge(id, app: "demo", by: "Ann")
        #expect(try await tables.rows(of: id, app: "demo", after: nil, limit: 10).isEmpty)
    }

    @Test(arguments: StoreEngine.all) func `one bad row keeps all rows out`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (tables, id) = (store.platform.relationalTables, try await table(store).id)
        for (bad, fault) in [
            (["Audit Record Id": "b", "Shoe": "1"], RecipientFault.noColumn), (["Old Recipient Id": "1"], .noKeyValue),
            (["Audit Record Id": "b", "Create Date": "soon"], .valueNotValid),
        ] {
            let rows = [["Audit Record Id": "a"], bad]
            #expect(await store.fault { try await tables.insertOrUpdate(rows, in: id, app: "demo") } == fault)
        }
        let many = (0...RelationalTableRecord.maximumRows).map { ["Audit Record Id": "\($0)"] }
        #expect(await store.fault { try await tables.insertOrUpdate(many, in: id, app: "demo") } == .tooMany)
        #expect(await store.fault { try await tables.insertOrUpdate([], in: id, app: "other") } == .noList)
        #expect(await store.fault { try await tables.insertOrUpdate([], in: id + 9, app: "demo") } == .noList)
        #expect(try await tables.rows(of: id, app: "demo", after: nil, limit: 10).isEmpty)
    }

    @Test(arguments: StoreEngine.all) func `a table is joined to a list by columns that both have`(
        _ engine: StoreEngine
    )
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let (tables, id, list) = (store.platform.relationalTables, try await table(store).id, try await store.list())
        let join = TableJoin(list: list.id, columns: ["Old Recipient Id": "Name"])
        try await tables.join(id, join, app: "demo", by: "Ann")
        #expect(try await tables.table(id, app: "demo").join == join)
        let wrong = TableJoin(list: list.id, columns: ["Old Recipient Id": "Shoe"])
        #expect(await store.fault { try await tables.join(id, wrong, app: "demo", by: "Ann") } == .noColumn)
        try await tables.removeTable(id, app: "demo", by: "Ann")
        #expect(await store.fault { _ = try await tables.table(id, app: "demo") } == .noList)
        #expect(
            await store.fault {
                _ = try await tables.createTable(
                    "No key", folder: "", columns: [ListColumn(name: "a", type: .text)], app: "demo", by: "Ann")
            } == .noKeyValue)
    }

    @Test(arguments: StoreEngine.all) func `eight writers of one row lose no column`(_ engine: StoreEngine) async throws
    {
        let store = try await TemporaryPlatform(engine)
        let columns =
            [ListColumn(name: "id", type: .text, lookup: .unique)]
            + (0..<8).map { ListColumn(name: "c\($0)", type: .text) }
        let (tables, other) = (store.platform.relationalTables, try await store.reopened().relationalTables)
        let id = try await tables.createTable("T", folder: "", columns: columns, app: "demo", by: "Ann").id
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await (number % 2 == 0 ? tables : other).insertOrUpdate(
                        [["id": "one", "c\(number)": "x"]], in: id, app: "demo")
                }
            }
            try await group.waitForAll()
        }
        let rows = try await tables.rows(of: id, app: "demo", after: nil, limit: 10)
        #expect(rows.count == 1 && rows[0].values.values.count { $0 == "x" } == 8)
    }
}
