import Collector
import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Publishing
import Testing

@testable import Portal

/// Whose figures the report shows, which links were followed, and what deleted articles were called.
// HUB-214
@Suite struct ReportDevicesTests {
    private func view(_ article: ArticleRecord, _ user: String, _ install: String, in portal: TestPortal) async throws {
        let properties: [String: Event.Value] = [
            "uri": .text(article.uri.description), "channel": .text(TestPortal.channel.description),
        ]
        try await portal.record(EventName.contentViewed, properties, user: user, install: install)
    }

    private func click(
        _ url: String, _ article: ArticleRecord, _ user: String, _ install: String, in portal: TestPortal
    )
        async throws
    {
        let properties: [String: Event.Value] = ["uri": .text(article.uri.description), "url": .text(url)]
        try await portal.record(EventName.externalLinkOpened, properties, user: user, install: install)
    }

    private func figure(_ name: String, in page: Browser.Page) -> String? {
        page.text.components(separatedBy: "<dt>\(name)</dt><dd>").dropFirst().first.map {
            String($0.prefix { $0 != "<" })
        }
    }

    private func link(_ name: String, in page: Browser.Page) throws -> String {
        let end = try #require(page.text.range(of: ">\(name)</a>"), "no link \(name) in \(page.text)")
        let start = try #require(page.text[..<end.lowerBound].range(of: "href=\"", options: .backwards))
        return String(page.text[start.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
    }

    /// The rows of the table of links, their cells with spaces between them.
    private func rows(_ page: Browser.Page) throws -> [String] {
        let table = try #require(page.text.components(separatedBy: "<caption>By link ").dropFirst().first)
        return table.components(separatedBy: "</table>")[0].components(separatedBy: "<tr>").dropFirst(2)
            .map { $0.replacing(/<[^>]*>/, with: " ").split(separator: " ").joined(separator: " ") }
    }

    @Test func `the report is readers', and a control shows test devices, in the page and in its files`() async throws {
        let portal = try await TestPortal(hasLab: true)
        let brakes = try await portal.article("Brakes")
        try await view(brakes, "ann", "phone", in: portal)
        for user in ["bob", "eve"] { try await view(brakes, user, "lab-1", in: portal) }
        try await portal.signedIn { browser in
            let report = try await browser.get("/portal/report")
            #expect(figure("Views", in: report) == "1")
            #expect(report.text.contains("aria-current=\"page\">Readers</a>"))
            let tests = try await browser.get(try link("Test devices", in: report))
            #expect(figure("Views", in: tests) == "2" && figure("Readers", in: tests) == "2")
            #expect(tests.text.contains("What a device did before it was marked stays where it was counted."))
            let both = try await browser.get(try link("Both", in: tests))
            #expect(figure("Views", in: both) == "3" && figure("Readers", in: both) == "3")
            // The choice stays with the next one.
            let week = try await browser.get(try link("Last 7 days", in: tests))
            #expect(figure("Views", in: week) == "2" && week.text.contains("aria-current=\"page\">Test devices</a>"))
            #expect(week.values("devices") == ["test"], "and with the form of the days")
            for (page, name) in [
                (report, "\"Brakes\",0,1,1,"), (tests, "\"Brakes\",0,2,2,"), (both, "\"Brakes\",0,3,3,"),
            ] {
                let file = try await browser.get(try link("CSV of the table", in: page))
                #expect(file.text.contains(name))
            }
            let file = try await browser.get(try link("CSV by day", in: tests))
            #expect(file.text.contains("\"\",0,2,2,") || file.text.contains(",0,2,2,"))
        }
    }

    @Test func `the lab counts for nothing on the home page`() async throws {
        let portal = try await TestPortal()
        let brakes = try await portal.article("Brakes")
        try await view(brakes, "ann", "phone", in: portal)
        for number in 0..<5 { try await view(brakes, "u\(number)", "lab-\(number)", in: portal) }
        portal.clock.advance(by: .seconds(86_400))
        try await portal.signedIn { browser in
            let home = try await browser.get("/portal/")
            #expect(home.text.contains("<th scope=\"row\">Readers</th><td class=\"number\">1</td>"))
        }
    }

    @Test func `links are in a table, one of each article in its own report, and all in a file`() async throws {
        let portal = try await TestPortal()
        let (brakes, tyres) = (try await portal.article("Brakes"), try await portal.article("Tyres"))
        for article in [brakes, tyres] { try await view(article, "ann", "phone", in: portal) }
        try await click("https://a.example/", brakes, "ann", "phone", in: portal)
        try await click("https://a.example/", brakes, "bob", "phone", in: portal)
        try await click("https://a.example/", tyres, "bob", "phone", in: portal)
        try await click("https://b.example/=1", tyres, "bob", "phone", in: portal)
        try await click("https://test.example/", tyres, "bob", "lab-1", in: portal)
        try await portal.signedIn { browser in
            let report = try await browser.get("/portal/report")
            #expect(figure("Links followed", in: report) == "4")
            #expect(try rows(report) == ["https://a.example/ 3 2 2", "https://b.example/=1 1 1 1"])
            #expect(
                report.text.contains("<small>4 clicks</small>") && !report.text.contains("href=\"https://a.example"))
            #expect(report.text.contains("data-name=\"Links followed\">2</td>"), "each article's own")
            let own = try await browser.get(try link("Brakes", in: report))
            #expect(try rows(own) == ["https://a.example/ 2 2 1"])
            let tests = try await browser.get("/portal/report?devices=test")
            #expect(try rows(tests) == ["https://test.example/ 1 1 1"])
            let file = try await browser.get(try link("CSV of the links", in: report))
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(
                file.text.components(separatedBy: "\r\n") == [
                    "link,page,title,clicks,readers", "\"https://a.example/\",\"\(brakes.uri)\",\"Brakes\",2,2",
                    "\"https://a.example/\",\"\(tyres.uri)\",\"Tyres\",1,1",
                    "\"https://b.example/=1\",\"\(tyres.uri)\",\"Tyres\",1,1", "",
                ])
            let quiet = try await browser.get("/portal/report?uri=zbimdb://news/c/other")
            #expect(!quiet.text.contains("By link"))
            let entry = try await browser.get("/portal/report?entry=home")
            #expect(!entry.text.contains("By link") && !entry.text.contains("Links that readers followed"))
        }
    }

    @Test func `clicks of earlier versions, which kept no addresses, are counted apart`() throws {
        let choice = try ReportChoice(try FormFields(""), today: Day(number: 20_000))
        var figures = ReportFigures()
        figures[.links] = 7
        let rows = (0..<51).map { LinkReport.Row(link: "\($0)", page: nil, clicks: 1, readers: 1, pages: 1) }
        let table = LinkTable(LinkReport(rows: rows, clicks: 5), choice, totals: figures)
        #expect(table.rows.count == 50)
        #expect(
            table.total
                == "5 clicks; the 50 most followed are here, all are in the CSV; 2 more from before addresses were kept"
        )
    }

    @Test func `a deleted article keeps the title of the last release that had it, marked as deleted`() async throws {
        let portal = try await TestPortal()
        let scope = try Scope(app: TestPortal.app)
        let brakes = try await portal.article("Brakes")
        try await portal.article("Stays")
        _ = try await portal.publisher.publish(scope, by: "t")
        var better = brakes
        better.content.title = "Better brakes"
        let saved = try await portal.platform.content.update(better, expectedVersion: brakes.version, by: "t")
        _ = try await portal.publisher.publish(scope, by: "t")
        let never = try await portal.article("Never published")
        for article in [brakes, never] { try await view(article, "ann", "phone", in: portal) }
        try await portal.platform.content.delete(
            saved.uri, expectedVersion: saved.version, app: TestPortal.app, by: "t")
        try await portal.platform.content.delete(
            never.uri, expectedVersion: never.version, app: TestPortal.app, by: "t")
        _ = try await portal.publisher.publish(scope, by: "t")
        let forged = ContentURI(hub: "news", .article("forged"))
        try await portal.record(EventName.contentViewed, ["uri": .text(forged.description)])
        try await portal.signedIn { browser in
            for _ in 0..<2 {
                let report = try await browser.get("/portal/report")
                #expect(report.text.contains(">Better brakes</a> <span class=\"mark removed\">deleted</span>"))
                #expect(report.text.components(separatedBy: ">deleted<").count == 2, "no other is")
                for uri in [forged, never.uri] {
                    #expect(report.text.contains(">\(uri)</a>"), "no release had it: its address is all there is")
                }
            }
            let own = try await browser.get("/portal/report?uri=\(brakes.uri)")
            #expect(own.text.contains("<h1>Better brakes (deleted)</h1>"))
            let file = try await browser.get("/portal/report.csv?by=article")
            #expect(file.text.contains("\"\(brakes.uri)\",\"Better brakes (deleted)\","))
        }
    }
}
