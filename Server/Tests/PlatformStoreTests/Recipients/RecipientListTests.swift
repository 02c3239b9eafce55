import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// Lists, columns, contact lists and queries. ENG-089, ENG-201
@Suite struct RecipientListTests {
    @Test(arguments: StoreEngine.all) func `a new column has its standard value for recipients of before`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let before = try await store.add(["Name": "Ann"], to: list)
        let column = ListColumn(name: "Plan", type: .selectOne, standard: "FREE", choices: ["Free", "Paid"])
        let added = try await recipients.addColumn(column, to: list.id, app: "demo", by: "Ann")
        #expect(added.standard == "Free" && added.number == 6)
        let after = try await store.add(["Plan": "paid"], to: list)
        #expect(try await store.values(before, in: list)["Plan"] == "Free")
        #expect(try await store.values(after, in: list)["Plan"] == "Paid")
        _ = try await recipients.update(.id(before), ["plan": ""], in: list.id, app: "demo")
        #expect(try await store.values(before, in: list)["Plan"] == "", "cleared is not the same as never set")
        for (name, fault) in [
            ("PLAN", RecipientFault.columnExists), ("RecipientId", .systemColumn), ("", .nameNotValid),
            ("a\u{202E}b", .nameNotValid),
        ] {
            #expect(
                await store.fault {
                    _ = try await recipients.addColumn(
                        ListColumn(name: name, type: .text), to: list.id, app: "demo", by: "Ann")
                } == fault, "\(name)")
        }
        #expect(
            await store.fault {
                _ = try await recipients.addColumn(
                    ListColumn(name: "When", type: .date, standard: "soon"), to: list.id, app: "demo", by: "Ann")
            } == .valueNotValid)
    }

    @Test(arguments: StoreEngine.all) func `a column becomes unique only while all values differ`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let first = try await store.add(["Name": "Ann"], to: list)
        let second = try await store.add(["Name": "Ann"], to: list)
        _ = try await store.add([:], to: list)
        _ = try await store.add([:], to: list)
        func makeUnique() async throws {
            try await recipients.setLookup(.unique, of: "NAME", in: list.id, app: "demo", by: "Ann")
        }
        #expect(await store.fault(makeUnique) == .keyInUse)
        #expect(try await recipients.list(list.id, app: "demo").column("Name")?.lookup == ListColumn.Lookup.none)
        _ = try await recipients.update(.id(second), ["Name": "Ben"], in: list.id, app: "demo")
        try await makeUnique()
        #expect(await store.fault { _ = try await store.add(["Name": "Ben"], to: list) } == .keyInUse)
        #expect(try await recipients.recipient(.values(["Name": "Ann"]), in: list.id, app: "demo").id == first)
        try await recipients.setLookup(.indexed, of: "Name", in: list.id, app: "demo", by: "Ann")
        let third = try await store.add(["Name": "Ben"], to: list)
        try await recipients.remove(.id(second), from: list.id, app: "demo")
        #expect(try await recipients.recipient(.values(["Name": "Ben"]), in: list.id, app: "demo").id == third)
    }

    @Test(arguments: StoreEngine.all) func `a removed list is gone with all it had, and its name is free`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let id = try await store.add(["Mobile User Id": "m1", "EMAIL": "a@example.org"], to: list)
        let contacts = try await recipients.createContactList("Some", folder: "", of: list.id, app: "demo", by: "Ann")
        _ = try await recipients.addContact(.id(id), to: contacts.id, app: "demo")
        #expect(await store.fault { _ = try await store.list("CUSTOMERS") } == .nameInUse)
        try await recipients.removeList(list.id, app: "demo", by: "Ann")
        #expect(await store.fault { _ = try await recipients.list(list.id, app: "demo") } == .noList)
        #expect(
            await store.fault { _ = try await recipients.addContact(.id(id), to: contacts.id, app: "demo") } == .noList)
        let tables = [
            "recipient_list", "list_column", "recipient", "recipient_key", "recipient_value", "contact", "table_row",
        ]
        let database = try await store.database.openUnchanged(in: store.folder)
        let left = try await database.read { db in try tables.map { try db.count("SELECT COUNT(*) FROM \($0)") } }
        #expect(left == Array(repeating: 0, count: tables.count))
        _ = try await store.list()
    }

    @Test(arguments: StoreEngine.all) func `a contact list is made with all of its recipients, or not at all`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        var ids: Set<Int64> = []
        for number in 0..<120 { ids.insert(try await store.add(["Mobile User Id": "m\(number)"], to: list)) }
        let removed = try await store.add(["Mobile User Id": "gone"], to: list)
        try await recipients.remove(.id(removed), from: list.id, app: "demo")
        let foreign = try await store.add([:], to: try await store.list("Others"))
        func make(_ members: Set<Int64>) async throws -> ContactListRecord {
            try await recipients.createContactList(
                "Some", folder: "", of: list.id, members: members, app: "demo", by: "Ann")
        }
        for (other, fault) in [
            (Set([removed]), RecipientFault.noRecipient), ([foreign], .noRecipient), ([-1], .noRecipient),
            (Set(1_000_000..<1_010_000), .tooMany),
        ] {
            #expect(await store.fault { _ = try await make(ids.union(other)) } == fault)
        }
        #expect(try await recipients.entries(app: "demo", kinds: [.contacts]).isEmpty)
        let made = try await make(ids)
        let page = try await recipients.recipients(of: made.id, app: "demo", after: nil, limit: 1_000)
        #expect(page.recipients.map(\.id) == ids.sorted())
    }

    @Test(arguments: StoreEngine.all) func `contact lists and queries show some of a list's recipients`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (recipients, list) = (store.platform.recipients, try await store.list())
        let ann = try await store.add(["Name": "Ann", "Age": "40"], to: list)
        let ben = try await store.add(["Name": "Ben", "Age": "9"], to: list)
        let contacts = try await recipients.createContactList(
            "Some", folder: "x//y/", of: list.id, app: "demo", by: "Ann")
        #expect(contacts.folder == "x/y")
        #expect(try await recipients.addContact(.values(["Name": "Ben"]), to: contacts.id, app: "demo").isNew)
        #expect(try await !recipients.addContact(.id(ben), to: contacts.id, app: "demo").isNew)
        let grown = try await recipients.createQuery(
            "Grown", folder: "", of: list.id, criteria: .column("age", .isGreater, "10"), app: "demo", by: "Ann")
        #expect(
            await store.fault {
                _ = try await recipients.createQuery(
                    "Bad", folder: "", of: list.id, criteria: .not(.column("Shoe", .isFilled, "")), app: "demo",
                    by: "Ann")
            } == .noColumn)
        func ids(_ id: Int64) async throws -> [Int64] {
            try await recipients.recipients(of: id, app: "demo", after: nil, limit: 10).recipients.map(\.id)
        }
        #expect(try await ids(contacts.id) == [ben])
        #expect(try await ids(grown.id) == [ann])
        #expect(try await ids(list.id) == [ann, ben])
        let entries = try await recipients.entries(app: "demo", kinds: Set(ListEntry.Kind.allCases))
        #expect(entries.map(\.name) == ["Customers", "Grown", "Some"] && entries.map(\.size) == [2, 0, 1])
    }

    @Test(
        arguments: [
            (.all([]), true), (.any([]), false), (.column("Name", .equals, "ann"), false),
            (.column("name", .equals, "Ann"), true), (.column("EMAIL", .equals, "ANN@example.org"), true),
            (.column("Age", .isLess, "100"), true), (.column("Age", .isGreater, "9"), true),
            (.column("Age", .isGreater, "x"), false), (.column("Born", .isLess, "02/01/1984"), true),
            (.column("Born", .isGreater, "12/31/1983"), true), (.column("Born", .equals, "1984-01-31"), true),
            (.column("Name", .contains, "NN"), true), (.column("Name", .begins, "n"), false),
            (.column("Note", .isEmpty, ""), true), (.column("Note", .isLess, "z"), false),
            (.not(.column("Name", .isFilled, "")), false), (.column("Shoe", .isEmpty, ""), false),
            (
                .all([
                    .column("Age", .equals, "40"),
                    .any([.column("Name", .differs, "Ann"), .not(.column("Note", .isFilled, ""))]),
                ]), true
            ),
        ] as [(QueryCriteria, Bool)])
    func `criteria compare by the type of the column`(_ criteria: QueryCriteria, _ isMet: Bool) throws {
        let columns = [
            ListColumn(number: 1, name: "Name", type: .text), ListColumn(number: 2, name: "EMAIL", type: .text),
            ListColumn(number: 3, name: "Age", type: .numeric), ListColumn(number: 4, name: "Born", type: .date),
            ListColumn(number: 5, name: "Note", type: .text),
        ]
        let now = Timestamp(milliseconds: 0)
        let list = ListRecord(
            id: 1, app: "demo", name: "l", folder: "", columns: columns, created: now, modified: now)
        let cells = RecipientCells([1: "Ann", 2: "ann@example.org", 3: "40", 4: "01/31/1984"])
        #expect(criteria.isMet(by: cells, of: list) == isMet)
        let copy = try JSONDecoder().decode(QueryCriteria.self, from: JSONEncoder().encode(criteria))
        #expect(copy == criteria)
    }
}
