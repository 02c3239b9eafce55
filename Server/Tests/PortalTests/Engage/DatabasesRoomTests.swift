import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// Databases with their columns, contact lists and queries; relational tables and the audit table.
@Suite struct DatabasesRoomTests {
    @Test func `a database is made with the columns of identities, and its key is unique`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let made = try await browser.post(
                "/portal/engage/databases", ["name": "Customers", "folder": "Apps/Phone", "identities": "on"])
            let id = try #require(Int64(made.location.components(separatedBy: "/").last?.prefix { $0 != "?" } ?? ""))
            let recipients = portal.platform.recipients
            let list = try await recipients.list(id, app: TestPortal.app)
            #expect(list.columns.map(\.name) == ["Mobile User Id", "Merged Recipient Id", "Merged Date"])
            #expect(list.column("mobile user id")?.lookup == .unique && list.folder == "Apps/Phone")
            let key = ["Mobile User Id": "m1"]
            _ = try await recipients.add(RecipientAddition(key), to: id, app: TestPortal.app)
            let second = await #expect(throws: StoreError.self) {
                try await recipients.add(RecipientAddition(key), to: id, app: TestPortal.app)
            }
            #expect(second?.recipientFault == .keyInUse)
            let page = try await browser.get("/portal/engage/databases/\(id)")
            #expect(page.text.contains("List id <code>\(id)</code>"))
        }
    }

    @Test func `a column gets a type, a default and choices, and becomes a key later`() async throws {
        let fixture = try await EngageFixture()
        try await fixture.portal.signedIn { browser in
            let column = [
                "name": "Colour", "type": "6", "standard": "red", "choices": "red\r\nblue\r\n", "lookup": "indexed",
            ]
            #expect(try await browser.post("\(fixture.address)/columns", column).location.hasSuffix("done=column"))
            let again = try await browser.post("\(fixture.address)/columns", column)
            #expect(again.status == .badRequest && again.text.contains("Colour"))
            let recipients = fixture.portal.platform.recipients
            let list = try await recipients.list(fixture.list.id, app: TestPortal.app)
            let made = try #require(list.column("Colour"))
            #expect((made.type, made.standard, made.lookup) == (.selectOne, "red", .indexed))
            #expect(made.choices == ["red", "blue"])

            try await fixture.add(["City": "Bonn"])
            try await fixture.add(["City": "Bonn"])
            let twice = try await browser.post("\(fixture.address)/lookup", ["column": "City", "lookup": "unique"])
            #expect(twice.status == .badRequest && twice.text.contains("Nothing was saved"))
            let lookup = try await browser.post("\(fixture.address)/lookup", ["column": "City", "lookup": "none"])
            #expect(lookup.location.hasSuffix("done=lookup"))
            let file = try await browser.get("\(fixture.address)/columns.csv")
            #expect(file.text.contains("\"City\",\"Text\",\"\",\"\",\"none\""))
        }
    }

    @Test(arguments: [
        ["name": "", "type": "0", "lookup": "none"], ["name": "City", "type": "0", "lookup": "none"],
        ["name": "New", "type": "99", "lookup": "none"], ["name": "New", "type": "0", "lookup": "often"],
        ["name": "Recipient_Id", "type": "0", "lookup": "none"],
        ["name": "New", "type": "2", "standard": "many", "lookup": "none"],
    ])
    func `a column that cannot be is refused with what was typed`(_ column: [String: String]) async throws {
        let fixture = try await EngageFixture()
        try await fixture.portal.signedIn { browser in
            let page = try await browser.post("\(fixture.address)/columns", column)
            #expect(page.status == .badRequest && page.text.contains("Nothing was saved"))
            #expect(page.text.contains("value=\"\(column["name"] ?? "")\""))
            let list = try await fixture.portal.platform.recipients.list(fixture.list.id, app: TestPortal.app)
            #expect(list.columns == fixture.list.columns)
        }
    }

    @Test func `a query says what it asks, and is counted by a job once in twelve hours`() async throws {
        let fixture = try await EngageFixture()
        for city in ["Bonn", "Bonn", "Ulm"] { try await fixture.add(["City": city]) }
        try await fixture.portal.signedIn { browser in
            let made = try await browser.post(
                "\(fixture.address)/queries",
                [
                    "part": "Bonners", "match": "all", "column.1": "City", "comparison.1": "equals", "value.1": "Bonn",
                    "column.3": "Grade", "comparison.3": "isEmpty",
                ])
            #expect(made.location.hasSuffix("done=made"))
            let entries = try await fixture.portal.platform.recipients.entries(app: TestPortal.app, kinds: [.query])
            let address = "/portal/engage/queries/\(try #require(entries.first).id)"
            let before = try await browser.get(address)
            #expect(
                before.text.contains("City is “Bonn” and Grade is empty") && before.text.contains("not counted yet"))
            let job = try await browser.post("\(address)/count")
            #expect(job.location.hasPrefix("/portal/engage/jobs/"))
            _ = try await fixture.portal.platform.jobs.runDue()
            let after = try await browser.get(address)
            #expect(after.text.contains("<strong>2 recipients</strong>"))
            #expect(try await browser.get(job.location).text.contains("2 counted"))
            #expect(try await browser.post("\(address)/count").status == .tooManyRequests)
            let people = try await browser.get("/portal/engage/recipients?list=\(try #require(entries.first).id)")
            #expect(people.text.components(separatedBy: "<tr><th scope=\"row\">").count == 3)
        }
    }

    @Test func `the audit table is made in one step and shows the id for auditRecordListId`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let made = try await browser.post("/portal/engage/tables/audit")
            let id = try #require(Int64(made.location.components(separatedBy: "/").last?.prefix { $0 != "?" } ?? ""))
            let page = try await browser.get(made.location)
            #expect(page.text.contains("<code>auditRecordListId</code> = <code>\(id)</code>"))
            let table = try await portal.platform.relationalTables.table(id, app: TestPortal.app)
            #expect(
                table.columns.map(\.name) == ["Audit Record Id", "Old Recipient Id", "New Recipient Id", "Create Date"])
            #expect(table.columns.map(\.lookup) == [.unique, .none, .none, .none])
            let row = ["Audit Record Id": "a", "Old Recipient Id": "1", "New Recipient Id": "2"]
            try await portal.platform.relationalTables.insertOrUpdate([row], in: id, app: TestPortal.app)
            let missing = await #expect(throws: StoreError.self) {
                try await portal.platform.relationalTables.insertOrUpdate(
                    [row.merging(["Merge Date": "x"]) { $1 }], in: id, app: TestPortal.app)
            }
            #expect(missing?.recipientFault == .noColumn && missing?.message.contains("Merge Date") == true)
            let again = try await browser.post("/portal/engage/tables/audit")
            #expect(again.location == "/portal/engage/tables/\(id)")
        }
    }

    @Test func `a table is made with a key, joined, read page by page and emptied`() async throws {
        let fixture = try await EngageFixture()
        let tables = fixture.portal.platform.relationalTables
        try await fixture.portal.signedIn { browser in
            let more = try await browser.post("/portal/engage/tables", ["more": "1", "count": "6", "name": "Orders"])
            #expect(
                more.status == .ok && more.text.contains("id=\"name-12\"") && more.text.contains("value=\"Orders\""))
            let noKey = try await browser.post(
                "/portal/engage/tables", ["count": "6", "name": "Orders", "name.1": "Number", "type.1": "0"])
            #expect(noKey.status == .badRequest)
            let made = try await browser.post(
                "/portal/engage/tables",
                [
                    "count": "12", "name": "Orders", "name.1": "Number", "type.1": "0", "key.1": "on",
                    "name.9": "Person", "type.9": "0",
                ])
            let address = String(made.location.prefix { $0 != "?" })
            let id = try #require(Int64(address.components(separatedBy: "/").last ?? ""))
            let joined = try await browser.post(
                "\(address)/join",
                ["list": String(fixture.list.id), "table-column": "Person", "list-column": "Mobile User Id"])
            #expect(joined.location.hasSuffix("done=joined"))
            let rows = (0..<60).map { ["Number": "n\($0 + 100)", "Person": "p"] }
            try await tables.insertOrUpdate(rows, in: id, app: TestPortal.app)
            let page = try await browser.get(address)
            #expect(page.text.contains("where Person is Mobile User Id") && page.text.contains("rel=\"next\""))
            #expect(page.text.components(separatedBy: "<td>n1").count == 51)
            let next = try #require(page.text.firstMatch(of: /rel="next" href="([^"]+)"/)?.1)
            #expect(try await browser.get(String(next)).text.components(separatedBy: "<td>n1").count == 11)
            let file = try await browser.get("\(address)/rows.csv")
            #expect(file.text.split(separator: "\r\n").count == 61)
            _ = try await browser.post("\(address)/purge")
            #expect(try await browser.get(address).text.contains("The table has no rows"))
            _ = try await browser.post("\(address)/delete")
            #expect(try await browser.get(address).status == .notFound)
        }
    }

    @Test func `a database is deleted after a page that names what is lost`() async throws {
        let fixture = try await EngageFixture()
        try await fixture.add(["City": "Bonn"])
        try await fixture.portal.signedIn { browser in
            _ = try await browser.post("\(fixture.address)/contact-lists", ["part": "Guests"])
            let confirm = try await browser.get("\(fixture.address)/delete")
            #expect(confirm.text.contains("1 recipient with all values") && confirm.text.contains("“Guests”"))
            _ = try await browser.post("\(fixture.address)/delete")
            #expect(try await browser.get(fixture.address).status == .notFound)
        }
    }

    @Test func `nothing of another app is found`() async throws {
        let fixture = try await EngageFixture()
        _ = try await fixture.portal.platform.apps.create("other", name: "Other", by: "test")
        let one = try await fixture.add(["City": "Bonn"])
        try await fixture.portal.signedIn { browser in
            _ = try await browser.post("/portal/app", ["choice": "other"])
            for path in [fixture.address, fixture.address(one), "/portal/engage/recipients?list=\(fixture.list.id)"] {
                #expect(try await browser.get(path).status == .notFound, "\(path)")
            }
            #expect(try await browser.get("/portal/engage/databases").text.contains("There is no database yet"))
        }
    }
}
