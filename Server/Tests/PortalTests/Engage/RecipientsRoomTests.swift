import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// Recipients as a person finds, reads and edits them.
@Suite struct RecipientsRoomTests {
    private static func rows(_ page: Browser.Page) -> Int {
        page.text.components(separatedBy: "<tr><th scope=\"row\">").count - 1
    }

    @Test func `recipients are listed page by page and found by id and by column`() async throws {
        let fixture = try await EngageFixture()
        var ids: [Int64] = []
        for number in 0..<60 {
            ids.append(try await fixture.add(["Mobile User Id": "m\(number)", "City": number < 3 ? "Bonn" : "Ulm"]))
        }
        let seventh = ids[7]
        let base = "/portal/engage/recipients?list=\(fixture.list.id)"
        try await fixture.portal.signedIn { browser in
            let first = try await browser.get("/portal/engage/recipients")
            #expect(Self.rows(first) == 50)
            let next = try #require(first.text.firstMatch(of: /rel="next" href="([^"]+)"/)?.1)
            let second = try await browser.get(String(next).replacing("&amp;", with: "&"))
            #expect(Self.rows(second) == 10 && !second.text.contains("rel=\"next\""))
            for (query, count) in [
                ("&value=\(seventh)", 1), ("&value=999999999", 0), ("&value=abc", 0),
                ("&column=Mobile+User+Id&value=m5", 1),
                ("&column=City&value=Bonn", 3), ("&column=City&value=Rome", 0), ("&column=city&value=Bonn", 3),
                ("&column=City&value=BONN", 0),
            ] {
                let page = try await browser.get(base + query)
                #expect(page.status == .ok && Self.rows(page) == count, "\(query)")
            }
            let file = try await browser.get("/portal/engage/recipients.csv?list=\(fixture.list.id)")
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(file.text.split(separator: "\r\n").count == 61)
            #expect(file.text.contains("\"\(seventh)\",\"m7\",\"Ulm\""))
        }
    }

    @Test func `two people edit one recipient - the last counts for each column, and both stand in the log`()
        async throws
    {
        let fixture = try await EngageFixture()
        let id = try await fixture.add(["City": "Bonn", "Grade": "silver", "Mobile User Id": "m"])
        let address = fixture.address(id)
        let portal = fixture.portal
        try await portal.signedIn { ann in
            _ = try await portal.platform.accounts.create(
                name: "Eve", password: TestPortal.password, roles: [.content: .viewer, .engage: .editor], by: "Ann")
            try await portal.run { client in
                let eve = Browser(client)
                try await eve.signIn("Eve")
                // Both open the page before one of them saves.
                let (anns, eves) = (try await ann.get(address), try await eve.get(address))
                let first = try await eve.post(address, try fixture.form(eves, ["City": "Ulm", "Grade": "gold"]))
                #expect(first.location == "\(address)?done=saved")
                let second = try await ann.post(address, try fixture.form(anns, ["City": "Köln"]))
                #expect(second.location == "\(address)?done=saved")
                let stored = try await fixture.recipient(id)
                #expect(stored.value("City") == "Köln", "the last write of the column")
                #expect(stored.value("Grade") == "gold", "a column that only the first edited")
                #expect(stored.value("Mobile User Id") == "m")
                let log = try await portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 2)
                #expect(log.map(\.action) == ["recipient.update", "recipient.update"])
                #expect(log.map(\.who) == ["Ann", "Eve"] && log.map(\.detail) == ["City", "City, Grade"])
                #expect(log.allSatisfy { $0.subject == "\(fixture.list.id)/\(id)" })
                let same = try await ann.post(address, try fixture.form(try await ann.get(address), [:]))
                #expect(same.location == "\(address)?done=unchanged")
            }
        }
    }

    @Test func `a value that its column does not take comes back as it was typed`() async throws {
        let fixture = try await EngageFixture()
        try await fixture.add(["Mobile User Id": "taken"])
        let id = try await fixture.add(["City": "Bonn"])
        try await fixture.portal.signedIn { browser in
            let shown = try await browser.get(fixture.address(id))
            for (column, value) in [("Mobile User Id", "taken"), ("Grade", "lead")] {
                let page = try await browser.post(
                    fixture.address(id), try fixture.form(shown, [column: value, "City": "Ulm"]))
                #expect(page.status == .badRequest && page.text.contains("Nothing was saved"), "\(column)")
                #expect(page.text.contains("value=\"Ulm\"") && page.text.contains("value=\"\(value)\""), "\(column)")
            }
            #expect(try await fixture.recipient(id).value("City") == "Bonn")
            let log = try await fixture.portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 9)
            #expect(!log.contains { $0.action == "recipient.update" })
        }
    }

    @Test func `a merge is linked in both directions`() async throws {
        let fixture = try await EngageFixture()
        let kept = try await fixture.add(["Mobile User Id": "kept"])
        let given = try await fixture.add([
            "Merged Recipient Id": String(kept), "Merged Date": "2026-09-01 10:00:00 GMT",
        ])
        try await fixture.portal.signedIn { browser in
            let old = try await browser.get(fixture.address(given))
            #expect(old.text.contains("merged into <a href=\"\(fixture.address(kept))\">recipient \(kept)</a>"))
            #expect(old.text.contains("2026-09-01 10:00:00 GMT"))
            let new = try await browser.get(fixture.address(kept))
            #expect(new.text.contains("Took over <a href=\"\(fixture.address(given))\">recipient \(given)</a>"))
        }
    }

    @Test func `a recipient is opted out and in again, and removed for good`() async throws {
        let fixture = try await EngageFixture()
        let id = try await fixture.add(["City": "Bonn"])
        let address = fixture.address(id)
        try await fixture.portal.signedIn { browser in
            _ = try await browser.get(address)
            for _ in 0..<2 {
                #expect(try await browser.post("\(address)/opt-out").location.hasSuffix("done=opted-out"))
            }
            #expect(try await fixture.recipient(id).optedOut != nil)
            #expect(try await browser.get(address).text.contains("has opted out and gets no messages"))
            #expect(try await browser.get("/portal/engage/recipients").text.contains(">opted out</span>"))
            _ = try await browser.post("\(address)/opt-in")
            #expect(try await fixture.recipient(id).optedOut == nil)
            let confirm = try await browser.get("\(address)/remove")
            #expect(confirm.text.contains("all values of the recipient"))
            _ = try await browser.post("\(address)/remove")
            let gone = try await browser.get(address)
            #expect(gone.status == .notFound && gone.text.contains("was removed from “People”"))
            let log = try await fixture.portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 3)
            #expect(log.map(\.action) == ["recipient.remove", "recipient.opt_in", "recipient.opt_out"])
        }
    }

    @Test func `a recipient is added by hand and put into a contact list`() async throws {
        let fixture = try await EngageFixture()
        try await fixture.portal.signedIn { browser in
            let form = try await browser.get("/portal/engage/new-recipient?list=\(fixture.list.id)")
            let typed = try fixture.form(form, ["City": "Bonn"]).merging(["list": String(fixture.list.id)]) { $1 }
            let made = try await browser.post("/portal/engage/new-recipient", typed)
            let address = String(made.location.prefix { $0 != "?" })
            let id = try #require(Int64(address.components(separatedBy: "/").last ?? ""))
            #expect(try await fixture.recipient(id).value("City") == "Bonn")
            _ = try await browser.post("\(fixture.address)/contact-lists", ["part": "Guests"])
            let entries = try await fixture.portal.platform.recipients.entries(app: TestPortal.app, kinds: [.contacts])
            let guests = try #require(entries.first)
            #expect(try await browser.get(address).text.contains("In no contact list"))
            let added = try await browser.post("\(address)/contacts", ["contact-list": String(guests.id)])
            #expect(added.location.hasSuffix("done=contact"))
            #expect(try await browser.get(address).text.contains("recipients?list=\(guests.id)\">Guests</a>"))
            #expect(Self.rows(try await browser.get("/portal/engage/recipients?list=\(guests.id)")) == 1)
        }
    }

    @Test func `a viewer reads recipients and changes none`() async throws {
        let fixture = try await EngageFixture()
        let id = try await fixture.add(["City": "Bonn"])
        try await fixture.portal.signedIn(as: [.engage: .viewer]) { browser in
            let page = try await browser.get(fixture.address(id))
            #expect(page.text.contains("value=\"Bonn\"") && page.text.contains("<fieldset disabled>"))
            #expect(!page.text.contains("Opt out") && !page.text.contains("Remove…"))
            #expect(
                try await browser.post(fixture.address(id), ["value.2": "Ulm", "shown.2": "Bonn"]).status == .forbidden)
        }
    }
}
