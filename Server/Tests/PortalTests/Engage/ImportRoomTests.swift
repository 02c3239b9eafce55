import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// A CSV file on its way into a database: uploaded, mapped, carried out by a job, reported, and out again.
@Suite struct ImportRoomTests {
    private static let people = """
        mobile_user_id,Town,grade,Note\r
        a,Bonn,gold,"one, two"\r
        b,Ulm,lead,\r
        c,Köln,silver,\r

        """

    @Test func `a file is uploaded, mapped, imported, and its refused rows are a CSV`() async throws {
        let fixture = try await EngageFixture()
        let platform = fixture.portal.platform
        try await fixture.portal.signedIn { browser in
            let start = "/portal/engage/import/\(fixture.list.id)"
            #expect(try await browser.get(start).text.contains("multipart/form-data"))
            let uploaded = try await browser.upload(start, file: "people; 1.csv", Self.people)
            #expect(uploaded.status == .seeOther)
            let mapping = try await browser.get(uploaded.location)
            // Same names are chosen, whatever their case and punctuation; a town is nothing that the database has.
            #expect(mapping.text.contains("1: mobile_user_id") && mapping.text.contains("<td>one, two</td>"))
            #expect(mapping.text.contains("<option value=\"Mobile User Id\" selected>"))
            #expect(mapping.text.contains("<option value=\"Grade\" selected>"))
            #expect(mapping.text.components(separatedBy: "<option value=\"\" selected>(skip)").count == 3)
            #expect(mapping.text.contains("name=\"heading\" checked"))
            let file = try #require(mapping.values("file").first)
            let chosen = [
                "file": file, "heading": "on", "action": "addAndUpdate", "map.1": "Mobile User Id", "map.2": "City",
                "map.3": "Grade",
            ]
            let twice = try await browser.post("\(start)/map", chosen.merging(["map.4": "City"]) { $1 })
            #expect(twice.status == .badRequest && twice.text.contains("go to the same column"))
            let job = try await browser.post("\(start)/map", chosen).location
            #expect(try await browser.get(job).text.contains("data-job=\"\(job)\""))
            #expect(try await browser.get(job).text.contains(">Refresh</a>"))
            _ = try await platform.jobs.runDue()
            let page = try await browser.get(job)
            #expect(page.text.contains("3 rows read: 2 added, 0 changed, 1 refused"))
            #expect(page.text.contains("data-over") && !page.text.contains(">Refresh</a>"))
            let refused = try await browser.get("\(job)/refused.csv")
            #expect(refused.text.hasPrefix("\"Row\",\"Reason\"\r\n3,") && refused.text.contains("lead"))
            let found = try await platform.recipients.recipients(
                with: ["Mobile User Id": "a"], in: fixture.list.id, app: TestPortal.app, limit: 10)
            #expect(found.map { $0.value("City") } == ["Bonn"])
            #expect(try await browser.get("/portal/engage/jobs").text.contains(">complete</span>"))
            let jobs = try await browser.get("/portal/engage/jobs.csv")
            #expect(jobs.text.contains("\"complete\",3,2,0,1"))
        }
    }

    @Test func `a file may be larger than a form, and has a bound of its own`() async throws {
        let fixture = try await EngageFixture()
        try await fixture.portal.signedIn { browser in
            let start = "/portal/engage/import/\(fixture.list.id)"
            #expect(try await browser.get(start).text.contains("at most 3000 kB"))
            let rows = "Mobile User Id\n" + (0..<200_000).map { "m\($0)\n" }.joined()
            #expect(rows.utf8.count > 1_300_000)
            let uploaded = try await browser.upload(start, file: "many.csv", rows)
            #expect(uploaded.status == .seeOther)
            let jobs = fixture.portal.platform.jobs
            let file = try #require(try await jobs.files(app: TestPortal.app).first)
            #expect(file.length == rows.utf8.count)
            let end = try await jobs.read(file.name, app: TestPortal.app, from: file.length - 8)
            #expect(String(decoding: end, as: UTF8.self) == "m199999\n")
            let large = try await browser.upload(start, file: "large.csv", rows + rows + rows)
            #expect(large.status == .contentTooLarge && large.text.contains("3000000 bytes"))
            let forged = try await browser.upload(start, file: "people.csv", Self.people, ["csrf": "wrong"])
            #expect(forged.status == .forbidden)
            #expect(try await browser.upload(start, file: "empty.csv", "").status == .badRequest)
            #expect(try await jobs.files(app: TestPortal.app).count == 1)
            let left = try FileManager.default.contentsOfDirectory(atPath: fixture.portal.platform.folder.path)
            #expect(!left.contains { $0.hasPrefix(".upload-") })
        }
    }

    @Test func `an export is a job that writes a file to download and to delete`() async throws {
        let fixture = try await EngageFixture()
        try await fixture.add(["City": "Bonn", "Mobile User Id": "m1"])
        try await fixture.portal.signedIn { browser in
            #expect(
                try await browser.get("/portal/engage/import").text.contains("<span class=\"visually-hidden\"> People"))
            let job = try await browser.post("/portal/engage/exports", ["id": String(fixture.list.id)]).location
            _ = try await fixture.portal.platform.jobs.runDue()
            let page = try await browser.get(job)
            let link = try #require(page.text.firstMatch(of: /href="(\/portal\/engage\/file[^"]+)"/)?.1)
            let file = try await browser.get(String(link))
            #expect(file.text.contains("\"Bonn\"") && file.headers[.contentDisposition]?.contains("attachment") == true)
            let name = try #require(try await fixture.portal.platform.jobs.files(app: TestPortal.app).first?.name)
            _ = try await browser.post("/portal/engage/file/remove", ["name": name])
            #expect(try await browser.get(String(link)).status == .notFound)
            _ = try await browser.post("\(job)/remove")
            #expect(try await browser.get(job).status == .notFound)
        }
    }

    @Test func `rows of a table are imported as well`() async throws {
        let fixture = try await EngageFixture()
        let tables = fixture.portal.platform.relationalTables
        let table = try await tables.createTable(
            "Orders", folder: "", columns: [ListColumn(name: "Number", type: .text, lookup: .unique)],
            app: TestPortal.app, by: "test")
        try await fixture.portal.signedIn { browser in
            let start = "/portal/engage/import/\(table.id)"
            let uploaded = try await browser.upload(start, file: "orders.csv", "n-1\nn-2\n")
            let mapping = try await browser.get(uploaded.location)
            #expect(!mapping.text.contains("name=\"heading\" checked") && !mapping.text.contains("id=\"action\""))
            let file = try #require(mapping.values("file").first)
            _ = try await browser.post("\(start)/map", ["file": file, "map.1": "Number"])
            _ = try await fixture.portal.platform.jobs.runDue()
            let rows = try await tables.rows(of: table.id, app: TestPortal.app, after: nil, limit: 10)
            #expect(rows.map { $0.values["Number"] } == ["n-1", "n-2"])
        }
    }

    @Test func `a form without a file and a mapping without a column are refused`() async throws {
        let fixture = try await EngageFixture()
        try await fixture.portal.signedIn { browser in
            let start = "/portal/engage/import/\(fixture.list.id)"
            for page in [try await browser.post(start), try await browser.upload(start, file: "", "")] {
                #expect(page.status == .badRequest && page.text.contains("Choose a CSV file"))
            }
            let uploaded = try await browser.upload(start, file: "x.csv", "a,b\n")
            let file = try #require(try await browser.get(uploaded.location).values("file").first)
            let page = try await browser.post("\(start)/map", ["file": file])
            #expect(page.status == .badRequest && page.text.contains("at least one"))
            #expect(try await browser.get("\(start)/map?file=nothing").status == .notFound)
            let large = try await browser.upload(start, file: "x.csv", String(repeating: "x", count: 3_000_001))
            #expect(large.status == .contentTooLarge)
            #expect(try await fixture.portal.platform.jobs.files(app: TestPortal.app).count == 1)
        }
    }

    @Test func `an upload is refused without the session's token`() async throws {
        let fixture = try await EngageFixture()
        try await fixture.portal.signedIn { browser in
            let page = try await browser.upload(
                "/portal/engage/import/\(fixture.list.id)", file: "x.csv", "a\n", ["csrf": "wrong"])
            #expect(page.status == .forbidden)
            #expect(try await fixture.portal.platform.jobs.files(app: TestPortal.app).isEmpty)
        }
    }
}
