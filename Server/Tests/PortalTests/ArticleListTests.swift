import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Publishing
import Testing

@testable import Portal

/// The list of articles as a page, and what other pages list of them.
@Suite struct ArticleListTests {
    private static func titles(_ page: Browser.Page) -> [String] {
        page.text.matches(of: /<th scope="row"><a href="\/portal\/articles\/[^"]+">([^<]*)</).map { String($0.1) }
    }

    private static func link(_ name: String, _ page: Browser.Page) throws -> String {
        let links = page.text.matches(of: /href="([^"]+)">([^<]+)</)
        let link = try #require(links.first { $0.2 == name }, "\(name)")
        return String(link.1).replacing("&amp;", with: "&")
    }

    @Test func `a list is walked page by page along its links, and keeps its filter and order`() async throws {
        let portal = try await TestPortal()
        for number in 1...120 {
            try await portal.article(
                number < 10 ? "Story 00\(number)" : number < 100 ? "Story 0\(number)" : "Story \(number)", tags: ["all"]
            )
        }
        try await portal.article("Another")
        try await portal.signedIn { browser in
            let first = try await browser.get("/portal/content?q=story&tag=all&sort=title")
            #expect(first.text.contains("120 of 121 articles") && first.text.contains("Page 1 of 3"))
            #expect(first.text.contains("aria-sort=\"ascending\""))
            #expect(Self.titles(first).count == 50 && Self.titles(first).first == "Story 001")
            let second = try await browser.get(try Self.link("Next", first))
            #expect(Self.titles(second).first == "Story 051" && second.text.contains("Page 2 of 3"))
            let last = try await browser.get(try Self.link("Last", first))
            #expect(Self.titles(last).count == 20 && Self.titles(last).last == "Story 120")
            #expect(!last.text.contains(">Next<"))
            let back = try await browser.get(try Self.link("Previous", second))
            #expect(Self.titles(back) == Self.titles(first))
            let turned = try await browser.get(try Self.link("Title", first))
            #expect(Self.titles(turned).first == "Story 120" && turned.text.contains("aria-sort=\"descending\""))
        }
    }

    @Test(arguments: [
        ("state=draft", ["Draft"]), ("state=scheduled", ["Later"]), ("state=expired", ["Over"]),
        ("state=ready", ["Now"]),
        ("state=nonsense&sort=title", ["Draft", "Later", "Now", "Over"]),
        ("channel=news%2Fcars&sort=title-desc", ["Over", "Now", "Later", "Draft"]), ("channel=news%2Fnone", []),
        ("page=99999&sort=title", ["Draft", "Later", "Now", "Over"]), ("page=-1&state=draft", ["Draft"]),
        ("sort=-&state=draft", ["Draft"]),
    ])
    func `a list shows what its address asks for`(_ query: String, _ titles: [String]) async throws {
        let portal = try await TestPortal()
        let now = portal.clock.now
        let schedules: [(String, ArticleSchedule)] = [
            ("Draft", ArticleSchedule(isDraft: true)), ("Later", ArticleSchedule(embargo: now + .seconds(60))),
            ("Over", ArticleSchedule(expires: now)), ("Now", ArticleSchedule()),
        ]
        for (title, schedule) in schedules {
            _ = try await portal.platform.content.createArticle(
                ArticleContent(title: title, body: "x", schedule: schedule), in: TestPortal.channel,
                app: TestPortal.app, by: "test")
        }
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/content?\(query)")
            #expect(Self.titles(page) == titles)
        }
    }

    @Test func `a long channel is put in order page by page`() async throws {
        let portal = try await TestPortal()
        for number in 1...205 { try await portal.article("Story \(number)") }
        let content = portal.platform.content
        let before = try await content.articleOrder(of: TestPortal.channel, app: TestPortal.app)
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/hubs/news/channels/cars?page=2")
            #expect(page.text.contains("Page 2 of 2") && page.text.contains(">Story 1</a>"))
            let rows = page.text.matches(of: /data-uri="([^"]+)"/).map { String($0.1) }
            #expect(rows == before.suffix(5).map(\.description))
            let fields = [
                "parent": TestPortal.channel.description, "page": "2", "uri": rows[0],
                "order": rows.reversed().joined(separator: "\n"),
            ]
            let answer = try await browser.post("/portal/order", fields)
            #expect(answer.location.hasPrefix("/portal/hubs/news/channels/cars?page=2#article-"))
            let after = try await content.articleOrder(of: TestPortal.channel, app: TestPortal.app)
            let moved: [ContentURI] = before.suffix(5).reversed()
            #expect(after == before.prefix(200) + moved)
            try await content.delete(before[204], expectedVersion: nil, app: TestPortal.app, by: "test")
            let late = try await browser.post("/portal/order", fields)
            #expect(late.status == .conflict)
        }
    }

    /// An article that cannot be read breaks every page that reads the texts of all.
    @Test func `only publishing and previews read the articles' texts`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Broken", tags: ["a"])
        try await portal.article("Whole", tags: ["b"])
        try await portal.record(EventName.contentViewed, ["uri": .text(article.uri.description)])
        let file = portal.folder.appending(path: "data/marquee.sqlite3")
        try SQLiteConnection(path: file.path).execute("UPDATE article SET format = 'unknown' WHERE title = 'Broken'")
        await #expect(throws: StoreError.self) { try await portal.platform.content.content(app: TestPortal.app) }
        try await portal.signedIn { browser in
            for path in [
                "content", "hubs", "hubs/news", "hubs/news/delete", "hubs/news/channels/cars",
                "hubs/news/channels/cars/delete", "feeds", "tags", "templates", "templates/article", "report",
                "report.csv?by=article", "releases", "devices", "live", "audit",
            ] {
                let page = try await browser.get("/portal/\(path)")
                #expect(page.status == .ok, "\(path)")
            }
            let list = try await browser.get("/portal/content")
            #expect(list.text.contains("Broken"))
        }
    }
}
