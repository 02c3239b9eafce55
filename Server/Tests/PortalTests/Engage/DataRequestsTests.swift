import Collector
import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// What is known of one person: found by any id, exported as a file, erased and counted.
@Suite struct DataRequestsTests {
    private static let room = "/portal/engage/data-requests"

    /// A person with a recipient, a row of a joined table, a contact list, a push and events; and somebody else.
    private struct Filled {
        let fixture: EngageFixture
        let id: Int64
        let other: Int64
        let table: RelationalTableRecord
        var portal: TestPortal { fixture.portal }
    }

    private static func filled() async throws -> Filled {
        let fixture = try await EngageFixture()
        let (portal, platform, app) = (fixture.portal, fixture.portal.platform, TestPortal.app)
        let id = try await fixture.add(["Mobile User Id": "m1", "City": "Köln"])
        let other = try await fixture.add(["Mobile User Id": "m2", "City": "Paris"])
        let table = try await platform.relationalTables.createTable(
            "Orders", folder: "",
            columns: [
                ListColumn(name: "Order", type: .text, lookup: .unique), ListColumn(name: "Buyer", type: .text),
            ], app: app, by: "test")
        try await platform.relationalTables.join(
            table.id, TableJoin(list: fixture.list.id, columns: ["Buyer": "Mobile User Id"]), app: app, by: "test")
        try await platform.relationalTables.insertOrUpdate(
            [["Order": "1", "Buyer": "m1"], ["Order": "2", "Buyer": "m2"]], in: table.id, app: app)
        let push = try await platform.pushCampaigns.create(
            PushMessage(campaign: "Summer", text: "x"), list: fixture.list.id, app: app, by: "test")
        _ = try await platform.pushCampaigns.reserve([id, other], of: push.id, app: app)
        let named = UniversalEventType.named.eventName
        try await portal.record(named, ["Recipient Id": .text(String(id))], user: "u1", install: "d1")
        try await portal.record(named, ["Primary User Id": "m1", "Common Id": "c1"], user: "u1", install: "d1")
        try await portal.record(named, ["Recipient Id": .text(String(other))], user: "u2", install: "d2")
        return Filled(fixture: fixture, id: id, other: other, table: table)
    }

    private static func kinds(_ page: Browser.Page) -> [String] {
        page.text.split(separator: "\n").compactMap { $0.wholeMatch(of: /\{"([a-z]+)":.*/).map { String($0.1) } }
    }

    @Test func `a person is exported with recipient, rows, pushes, links and events, by any id`() async throws {
        let filled = try await Self.filled()
        try await filled.portal.signedIn { browser in
            for (kind, id) in [("recipient", String(filled.id)), ("mobile-user", "m1"), ("common", "c1")] {
                let page = try await browser.get("\(Self.room)?kind=\(kind)&id=\(id)")
                #expect(page.text.contains("Recipient \(filled.id)</a>"), "\(kind)")
                let file = try await browser.get("\(Self.room)/export?kind=\(kind)&id=\(id)")
                #expect(file.headers[.contentDisposition]?.contains("marquee-person.ndjson") == true)
                let found = Self.kinds(file)
                #expect(found.prefix(3) == ["recipient", "row", "push"], "\(kind): \(found)")
                #expect(found.contains("link") && found.count { $0 == "event" } == 2, "\(kind): \(found)")
                #expect(file.text.contains("Köln") && !file.text.contains("Paris") && !file.text.contains("\"u2\""))
            }
            for (kind, id) in [("user", "u1"), ("device", "d1")] {
                let found = Self.kinds(try await browser.get("\(Self.room)/export?kind=\(kind)&id=\(id)"))
                #expect(found.count { $0 == "event" } == 2 && !found.contains("recipient"), "\(kind): \(found)")
            }
            let audit = try await filled.portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 1)
            #expect(audit.first?.action == "person.export" && audit.first?.who == "Ann")
        }
    }

    @Test func `a recipient is found in other databases by its mobile user id, a removed one by what is left`()
        async throws
    {
        let filled = try await Self.filled()
        let (recipients, app) = (filled.portal.platform.recipients, TestPortal.app)
        let second = try await recipients.createList(
            "Second", folder: "", columns: [ListColumn(name: "Mobile User Id", type: .text, lookup: .unique)], app: app,
            by: "test")
        let there = try await recipients.add(RecipientAddition(["Mobile User Id": "m1"]), to: second.id, app: app).id
        try await filled.portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)?kind=recipient&id=\(filled.id)")
            #expect(page.text.contains("Recipient \(there)</a>"), "\(page.text)")
            try await recipients.remove(.id(filled.id), from: filled.fixture.list.id, app: app)
            let address = "kind=recipient&id=\(filled.id)"
            let left = Self.kinds(try await browser.get("\(Self.room)/export?\(address)"))
            #expect(left.contains("push"), "\(left)")
            _ = try await browser.post("\(Self.room)/erase", ["kind": "recipient", "id": String(filled.id)])
            let nothing = Self.kinds(try await browser.get("\(Self.room)/export?\(address)"))
            #expect(!nothing.contains("push"), "\(nothing)")
        }
    }

    @Test func `an erasure asks, says what goes, and counts what went`() async throws {
        let filled = try await Self.filled()
        let (portal, platform) = (filled.portal, filled.portal.platform)
        try await portal.signedIn { browser in
            let question = try await browser.get("\(Self.room)/erase?kind=mobile-user&id=m1")
            for text in [
                "1 recipient with all values", "1 row of a table", "1 delivery of a push campaign", "2 events",
                "Backups that were made before keep the person",
            ] {
                #expect(question.text.contains(text), "\(text)")
            }
            #expect(try await filled.fixture.recipient(filled.id).id == filled.id, "nothing is gone yet")
            let answer = try await browser.post("\(Self.room)/erase", ["kind": "mobile-user", "id": "m1"])
            let page = try await browser.get(answer.location)
            #expect(page.text.contains("1 recipient, 1 row of a table, 1 delivery of a push."), "\(page.text)")
            #expect(page.text.contains("under way"))
            while try await portal.collector.folding.eraseOnce() {}
            let done = try await browser.get(Self.room)
            #expect(done.text.contains("done on") && done.text.contains("data-name=\"Events erased\">2</td>"))
            let after = try await browser.get("\(Self.room)?kind=mobile-user&id=m1")
            #expect(after.text.contains("Nothing is known by this id"))
            let file = try await browser.get("\(Self.room)/export?kind=recipient&id=\(filled.id)")
            #expect(file.text.isEmpty, "\(file.text)")
            let others = try await browser.get("\(Self.room)/export?kind=recipient&id=\(filled.other)")
            #expect(Self.kinds(others).contains("row") && Self.kinds(others).contains("event"))
            let table = try await browser.get("\(Self.room).csv")
            #expect(table.text.split(separator: "\r\n").count == 2)
        }
        let rows = try await platform.relationalTables.rows(
            of: filled.table.id, app: TestPortal.app, after: nil, limit: 10)
        #expect(rows.map { $0.values["Order"] } == ["2"])
        let entries = try await platform.audit.entries(app: TestPortal.app, before: nil, limit: 20)
        let entry = try #require(entries.first { $0.action == "person.erase" })
        #expect(entry.who == "Ann" && !(entry.subject + entry.detail).contains("m1"), "the log names nobody")
    }

    @Test func `a database without an index is named, and an id that is none is refused`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let empty = try await browser.get("\(Self.room)?kind=user&id=nobody")
            #expect(empty.text.contains("Nothing is known by this id") && empty.text.contains("Nobody was erased yet"))
            for query in ["kind=user&id=", "kind=colour&id=x", "kind=user&id=\(String(repeating: "x", count: 1025))"] {
                let page = try await browser.get("\(Self.room)?\(query)")
                #expect(page.text.contains("Say what the id is"), "\(query)")
                #expect(try await browser.get("\(Self.room)/export?\(query)").status == .badRequest, "\(query)")
                #expect(try await browser.get("\(Self.room)/erase?\(query)").status == .badRequest, "\(query)")
            }
        }
    }

    @Test func `an editor exports, and only an owner erases`() async throws {
        let filled = try await Self.filled()
        try await filled.portal.signedIn(as: [.engage: .editor]) { browser in
            let page = try await browser.get("\(Self.room)?kind=mobile-user&id=m1")
            #expect(page.status == .ok && page.text.contains("Export as a file") && !page.text.contains("Erase…"))
            let refused = try await browser.post("\(Self.room)/erase", ["kind": "mobile-user", "id": "m1"])
            #expect(refused.status == .forbidden)
        }
    }
}
