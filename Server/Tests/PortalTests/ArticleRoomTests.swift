import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// HUB-005: articles are listed, written, previewed and deleted.
@Suite struct ArticleRoomTests {
    private static func address(_ article: ArticleRecord) -> String {
        "/portal/articles/\(article.hub)/\(article.id)"
    }

    private static func fields(_ title: String, version: Int = 1, _ more: [String: String] = [:]) -> [String: String] {
        ["title": title, "body": "Text", "channel": "cars", "hub": "news", "version": "\(version)"].merging(more) { $1 }
    }

    @Test func `an article is written, changed and deleted`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            #expect(try await browser.get("/portal/articles/new?hub=news&channel=cars").text.contains("New article"))
            let form = Self.fields(
                "Brakes", ["tags": "safety, cars,safety", "authors": "Ada", "embargo": "2026-12-01T09:00"])
            let created = try await browser.post("/portal/articles/new", form)
            #expect(created.status == .seeOther && created.location.hasPrefix("/portal/articles/news/brakes-"))
            let page = try await browser.get(created.location)
            #expect(page.text.contains("Saved as a draft."))
            #expect(page.values("embargo") == [] && page.text.contains("value=\"2026-12-01T09:00\""))
            let all = try await portal.platform.content.articles(hub: "news", channel: "cars", app: TestPortal.app)
            let article = try #require(all.first)
            #expect(article.content.tags == ["safety", "cars"] && article.content.authors == ["Ada"])
            #expect(try await browser.post(Self.address(article), Self.fields("Better brakes")).status == .seeOther)
            let changed = try await portal.platform.content.article(article.uri, app: TestPortal.app)
            #expect(changed?.content.title == "Better brakes" && changed?.uri == article.uri)
            let deleted = try await browser.post(Self.address(article) + "/delete", ["version": "2"])
            #expect(deleted.location == "/portal/content?deleted=1")
            #expect(try await browser.get(Self.address(article)).status == .notFound)
        }
    }

    @Test func `a save that comes second shows both texts and loses neither`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Brakes")
        try await portal.signedIn { browser in
            let first = try await browser.post(Self.address(article), Self.fields("A", ["body": "Her text"]))
            #expect(first.status == .seeOther)
            let second = try await browser.post(Self.address(article), Self.fields("B", ["body": "My text"]))
            #expect(second.status == .conflict)
            #expect(second.text.contains("My text") && second.text.contains("Her text"))
            #expect(second.values("version").first == "2", "saving once more is a decision")
            let stored = try await portal.platform.content.article(article.uri, app: TestPortal.app)
            #expect(stored?.content.body == "Her text")
            let late = try await browser.post(Self.address(article) + "/delete", ["version": "1"])
            #expect(late.status == .conflict)
            #expect(try await portal.platform.content.article(article.uri, app: TestPortal.app) != nil)
        }
    }

    @Test(arguments: [
        ("Title", ["title": "Brakes & discs"], ["Brakes &amp; discs", "Brakes"]),
        ("Summary", ["summary": "<b>Short</b>"], ["&lt;b&gt;Short&lt;/b&gt;", "–"]),
        ("Channel", ["channel": "food"], ["Food (food)", "Cars (cars)"]),
        ("Tags", ["tags": "safety, winter"], ["safety, winter", "safety"]),
        ("Authors", ["authors": "Ada"], ["Ada", "–"]),
        ("Date (UTC)", ["published": "2026-12-01T09:00"], ["1 Dec 2026, 09:00", "–"]),
        ("Publish at", ["embargo": "2026-12-01T09:00"], ["1 Dec 2026, 09:00", "–"]),
        ("Remove at", ["expires": "2026-12-01T09:00"], ["1 Dec 2026, 09:00", "–"]),
        ("Draft", ["as": "ready"], ["No", "Yes"]),
    ])
    func `a save that comes second shows each field that the first one changed`(
        _ label: String, _ change: [String: String], _ values: [String]
    ) async throws {
        let portal = try await TestPortal()
        _ = try await portal.platform.content.create(
            ChannelRecord(app: TestPortal.app, hub: "news", id: "food", title: "Food"), by: "t")
        let article = try await portal.article("Brakes", tags: ["safety"])
        let fields = Self.fields("Brakes", ["tags": "safety"])
        try await portal.signedIn { browser in
            let first = try await browser.post(Self.address(article), fields.merging(change) { $1 })
            #expect(first.status == .seeOther)
            let second = try await browser.post(Self.address(article), fields)
            #expect(second.status == .conflict)
            #expect(Self.differences(second) == [[label] + values])
            #expect(!second.text.contains("id=\"theirs\""), "the text is the same")
        }
    }

    /// The rows of the table of what differs.
    private static func differences(_ page: Browser.Page) -> [[String]] {
        let rows = page.text.matches(of: /<tr><th scope="row">(.*?)<\/th><td>(.*?)<\/td><td>(.*?)<\/td><\/tr>/)
        return rows.map { [String($0.1), String($0.2), String($0.3)] }
    }

    @Test func `what nobody changed stays as it is stored`() async throws {
        let portal = try await TestPortal()
        let content = ArticleContent(
            title: "Soup ", summary: "One\r\ntwo", body: "\nFirst\r\nsecond", authors: ["Doe, Jane", "Bo", "Bo"],
            tags: ["Food, Drink", "soup"],
            schedule: ArticleSchedule(
                published: Timestamp(milliseconds: 1_789_999_999_999),
                embargo: Timestamp(milliseconds: 1_790_000_000_001),
                expires: Timestamp(milliseconds: 1_890_000_000_001)))
        let article = try await portal.platform.content.createArticle(
            content, in: TestPortal.channel, app: TestPortal.app, by: "t")
        let shown = [
            "summary": "One\r\ntwo", "body": "\r\nFirst\r\nsecond", "tags": "Food, Drink, soup",
            "authors": "Doe, Jane, Bo, Bo", "published": "2026-09-21T14:13", "embargo": "2026-09-21T14:13",
            "expires": "2029-11-22T00:00", "as": "ready",
        ]
        try await portal.signedIn { browser in
            let page = try await browser.get(Self.address(article)).text
            for name in ["tags", "authors", "published", "embargo", "expires"] {
                #expect(page.contains("value=\"\(shown[name] ?? "")\""), "\(name)")
            }
            #expect(page.contains("rows=\"22\">\n\nFirst"), "a browser drops the first line feed")
            _ = try await browser.post(Self.address(article), Self.fields("Broth", shown))
            var expected = content
            expected.title = "Broth"
            let renamed = try await portal.platform.content.article(article.uri, app: TestPortal.app)
            #expect(renamed?.content == expected)
            let more = ["tags": "Food, Drink, soup, hot", "published": "2026-09-21T14:12"]
            _ = try await browser.post(
                Self.address(article), Self.fields("Broth", version: 2, shown.merging(more) { $1 }))
            let changed = try await portal.platform.content.article(article.uri, app: TestPortal.app)
            #expect(changed?.content.tags == ["Food", "Drink", "soup", "hot"])
            #expect(changed?.content.schedule.published?.description.hasPrefix("2026-09-21T14:12:00") == true)
            #expect(changed?.content.authors == content.authors)
        }
    }

    @Test(arguments: [
        (["title": "  "], "An article needs a title."),
        (["title": String(repeating: "x", count: 1025)], "A title has at most 1024 bytes."),
        (["embargo": "tomorrow"], "“Publish at” takes a date and a time, such as 2026-05-31T09:00."),
        (
            ["embargo": "2026-12-02T09:00", "expires": "2026-12-01T09:00"],
            "“Remove at” has to be later than “Publish at”."
        ),
        (
            ["tags": (0..<65).map(String.init).joined(separator: ", ")],
            "There are at most 64 tags, each once and of 1 to 256 bytes."
        ),
        (["channel": "nowhere"], "The channel does not exist; choose another one."),
        (["channel": ""], "The channel does not exist; choose another one."),
    ])
    func `what cannot be is refused with its reason, keeps what was typed, and nothing is stored`(
        _ change: [String: String], _ reason: String
    ) async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Brakes")
        let typed = ["body": "\nWhat took an <hour>", "summary": "Short & new", "authors": "Ada,, Bo"]
        let fields = Self.fields("New", typed.merging(change) { $1 })
        try await portal.signedIn { browser in
            for address in [Self.address(article), "/portal/articles/new"] {
                let page = try await browser.post(address, fields)
                #expect(page.status == .badRequest && page.text.contains("Nothing was saved. "), "\(page.text)")
                #expect(page.text.contains(reason), "\(page.text)")
                #expect(page.text.contains("action=\"\(address)\""), "the editor, to save again")
                #expect(page.text.contains(">\n\nWhat took an &lt;hour&gt;</textarea>"))
                #expect(page.text.contains(">Short &amp; new</textarea>"))
                for name in ["title", "tags", "authors"] {
                    #expect(page.values(name) == [fields[name] ?? ""], "\(name)")
                }
                for name in ["embargo", "expires"] {
                    let field = "name=\"\(name)\" type=\"datetime-local\" value=\"\(fields[name] ?? "")\""
                    #expect(page.text.contains(field), "\(name)")
                }
            }
            let stored = try await portal.platform.content.articles(hub: "news", channel: nil, app: TestPortal.app)
            #expect(stored.map(\.version) == [1])
        }
    }

    @Test func `what is refused still comes second when somebody saved meanwhile`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Brakes")
        try await portal.signedIn { browser in
            #expect(try await browser.post(Self.address(article), Self.fields("Hers")).status == .seeOther)
            let refused = try await browser.post(Self.address(article), Self.fields(" "))
            #expect(refused.status == .badRequest && refused.values("version").first == "1")
            #expect(try await browser.post(Self.address(article), Self.fields("Mine")).status == .conflict)
        }
    }

    @Test func `the preview shows what is written, made safe, and stores nothing`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Brakes")
        try await portal.signedIn { browser in
            let body = "# Hello\n\n<script>alert(1)</script>\n\n<b onclick=\"x()\">bold</b> [link](javascript:alert(2))"
            for id in [article.id, "new"] {
                let page = try await browser.post(
                    "/portal/preview/news/a/\(id)", Self.fields("Draft title", ["body": body, "theme": "dark"]))
                #expect(page.status == .ok)
                #expect(page.text.contains("Draft title") && page.text.contains("Hello") && page.text.contains("bold"))
                #expect(page.text.contains("dark"))
                #expect(!page.text.contains("alert(") && !page.text.contains("onclick"))
                let policy = try #require(page.headers[.contentSecurityPolicy])
                #expect(policy.hasPrefix("sandbox") && !policy.contains("allow-scripts"))
                #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'self'"))
            }
            let stored = try await portal.platform.content.articles(hub: "news", channel: nil, app: TestPortal.app)
            #expect(stored.map(\.version) == [1] && stored.map(\.content.title) == ["Brakes"])
            let untitled = try await browser.post("/portal/preview/news/a/new", Self.fields(""))
            #expect(untitled.status == .ok, "writing has to begin somewhere")
        }
    }

    @Test func `the list is filtered by channel, tag and words`() async throws {
        let portal = try await TestPortal()
        let content = portal.platform.content
        _ = try await content.create(
            ChannelRecord(app: TestPortal.app, hub: "news", id: "food", title: "Food"), by: "t")
        _ = try await content.create(HubRecord(app: TestPortal.app, id: "other", title: "Other"), by: "t")
        let twin = try await content.create(
            ChannelRecord(app: TestPortal.app, hub: "other", id: "cars", title: "Cars"), by: "t")
        try await portal.article("Brakes", tags: ["safety", "100% sure"])
        try await portal.article("Bread", tags: ["safety"], in: ContentURI(hub: "news", .channel("food")))
        try await portal.article("Twin", in: twin.uri)
        try await portal.signedIn { browser in
            let expected: [String: [String]] = [
                "": ["Brakes", "Bread", "Twin"], "?channel=news/cars": ["Brakes"], "?channel=other%2Fcars": ["Twin"],
                "?tag=safety": ["Brakes", "Bread"], "?tag=100%25+sure": ["Brakes"], "?q=BREA": ["Bread"],
                "?q=nothing+of+it": [],
            ]
            for (query, titles) in expected {
                let text = try await browser.get("/portal/content\(query)").text
                #expect(["Brakes", "Bread", "Twin"].filter { text.contains("\">\($0)</a>") } == titles, "\(query)")
            }
            #expect(try await browser.get("/portal/content?q=nothing").text.contains("No article matches."))
        }
    }

    @Test func `an empty list says how to begin`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/content")
            #expect(page.text.contains("There is no article yet.") && page.text.contains("/portal/feeds"))
            try await portal.platform.content.delete(
                ContentURI(hub: "news"), expectedVersion: nil, app: TestPortal.app, by: "t")
            let blank = try await browser.get("/portal/content")
            #expect(blank.text.contains("/portal/hubs") && !blank.text.contains("New article"))
        }
    }

    @Test(arguments: [
        "/portal/articles/news/nothing-abcdef", "/portal/hubs/x", "/portal/hubs/news/channels/x", "/portal/feeds/x",
    ])
    func `what is not there is a page that says so`(path: String) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let page = try await browser.get(path)
            #expect(page.status == .notFound && page.text.contains("Nothing here"))
        }
    }

    // HUB-187
    @Test func `every hub, channel and article shows its address to copy`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Brakes")
        try await portal.signedIn { browser in
            let places = try await browser.get("/portal/hubs").text
            for uri in ["zbimdb://news/", "zbimdb://news/c/cars"] { #expect(places.contains("data-copy=\"\(uri)\"")) }
            for path in ["/portal/content", Self.address(article)] {
                #expect(try await browser.get(path).text.contains("data-copy=\"\(article.uri)\""))
            }
        }
    }
}
