import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Publishing
import Testing

@testable import Portal

/// What the pages around publishing say and refuse: ticks, schedules that wait, expired articles, rollbacks. HUB-005
@Suite struct PublishingPageTests {
    private static func address(_ article: ArticleRecord) -> String { "/portal/articles/\(article.hub)/\(article.id)" }

    private static func titles(_ portal: TestPortal) async throws -> [String] {
        let scope = try Scope(app: TestPortal.app)
        let latest = try #require(try await portal.publisher.history(scope, limit: 1).first)
        return try await portal.publisher.manifests(of: latest.version, in: scope).flatMap(\.items)
            .filter { $0.uri.resourceType == .article }.map(\.title).sorted()
    }

    private static func publish(_ portal: TestPortal) async throws {
        _ = try await portal.publisher.publish(try Scope(app: TestPortal.app), by: "Ann")
    }

    private static func stored(_ article: ArticleRecord, _ portal: TestPortal) async throws -> ArticleRecord {
        try #require(try await portal.platform.content.article(article.uri, app: TestPortal.app))
    }

    private static func update(
        _ article: ArticleRecord, _ portal: TestPortal, _ change: (inout ArticleContent) -> Void
    ) async throws -> ArticleRecord {
        var changed = try await stored(article, portal)
        change(&changed.content)
        return try await portal.platform.content.update(changed, expectedVersion: changed.version, by: "Bo")
    }

    private static func listed(_ id: String, version: Int = 1, modified: Int64 = 5) -> ListedArticle {
        ListedArticle(
            ArticleRecord(
                app: "demo", hub: "news", id: id, channel: "cars", position: 0, version: version,
                modified: Timestamp(milliseconds: modified), origin: nil, content: ArticleContent(title: id, body: "")))
    }

    @Test func `the rest is what was ready and not listed when the page was made`() throws {
        let (shown, old, new) = (Self.listed("shown"), Self.listed("old"), Self.listed("new", modified: 8))
        let form = "listed=1&rest=on&seen=7&shown=\(shown.uri)"
        let ticks = PublishTicks(try FormFields(form))
        #expect(ticks.restBound == Timestamp(milliseconds: 7))
        #expect(ticks.taking([shown.uri: 1, old.uri: 1]) == .only([old.uri: 1]), "the listed one has no tick")
        let states = [ticks.has(shown), ticks.has(old), ticks.has(new)]
        #expect(states == [false, true, false])
        let ticked = PublishTicks(try FormFields("\(form)&take=\(shown.uri)@1"))
        #expect(ticked.taking([shown.uri: 1, old.uri: 1]) == .only([shown.uri: 1, old.uri: 1]))
        #expect(PublishTicks(try FormFields("listed=1&seen=7")).restBound == nil, "the rest has no tick")
        #expect(PublishTicks(try FormFields("listed=1&rest=on")).restBound == Timestamp(milliseconds: 0))
        // The page that is shown next lists another article of the rest.
        let again = ticks.taking(showing: [shown, old, new], of: [shown.uri: 1, old.uri: 1, new.uri: 1])
        #expect(again == .only([old.uri: 1]))
    }

    @Test func `articles that did not go out are named with the reason`() throws {
        let reasons: [MissedArticle.Reason] = [.changed, .draft, .draft, .scheduled, .deleted]
        let missed = reasons.map { MissedArticle(uri: ContentURI(hub: "news"), reason: $0) }
        let query = MissedNotice.query(missed)
        #expect(query == "&missed-changed=1&missed-draft=2&missed-scheduled=1&missed-deleted=1")
        let text = MissedNotice.text(try FormFields("done=1\(query)"))
        let sentences = [
            "1 ticked article did not go out: somebody saved it again meanwhile.",
            "2 ticked articles did not go out: they are drafts now.",
            "1 ticked article did not go out: it is scheduled now.",
            "1 ticked article did not go out: somebody deleted it.",
        ]
        #expect(text == sentences.joined(separator: " "))
        #expect(MissedNotice.query([]).isEmpty)
        #expect(try MissedNotice.text(FormFields("done=1")).isEmpty)
    }

    @Test func `a ticked article that became a draft is named so`() async throws {
        let portal = try await TestPortal()
        let tyres = try await portal.article("Tyres")
        let brakes = try await portal.article("Brakes")
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/publish")
            #expect(page.values("seen") == ["\(portal.clock.now.milliseconds)"])
            #expect(page.values("shown").contains("\(brakes.uri)"))
            _ = try await portal.publisher.publish(
                try Scope(app: TestPortal.app), taking: .only([tyres.uri: 1]), by: "Ann")
            _ = try await Self.update(brakes, portal) { $0.schedule.isDraft = true }
            let late = try await browser.post("/portal/publish", ["listed": "1", "take": "\(brakes.uri)@1"])
            #expect(late.location.contains("missed-draft=1"))
            let told = try await browser.get(late.location).text
            #expect(told.contains("1 ticked article did not go out: it is a draft now."))
        }
    }

    @Test func `a schedule that waits is listed without a tick, and goes with the publish`() async throws {
        let portal = try await TestPortal()
        try await portal.article("Tyres")
        let soup = ArticleContent(
            title: "Soup", body: "x", schedule: ArticleSchedule(embargo: portal.clock.now + .seconds(60)))
        _ = try await portal.platform.content.createArticle(
            soup, in: TestPortal.channel, app: TestPortal.app, by: "test")
        portal.clock.advance(by: .seconds(60))
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/publish").text
            #expect(page.contains("goes live by itself</td>") && page.contains(">Soup</a>"))
            #expect(!page.contains("aria-label=\"Publish Soup\"") && page.contains("aria-label=\"Publish Tyres\""))
            _ = try await browser.post("/portal/publish", ["listed": "1"])
            #expect(try await Self.titles(portal) == ["Soup"])
        }
    }

    @Test func `an expired version of a live article is shown as what it does`() async throws {
        let portal = try await TestPortal()
        try await portal.article("Tyres")
        let sale = try await portal.article("Sale")
        try await Self.publish(portal)
        try await portal.signedIn { browser in
            let fields = [
                "title": "Sale", "body": "Text", "channel": "cars", "hub": "news", "version": "1", "as": "ready",
                "expires": "2020-01-01T09:00",
            ]
            let saved = try await browser.post(Self.address(sale), fields)
            #expect(
                try await browser.get(saved.location).text
                    .contains("it expired on 1 Jan 2020, 09:00 (UTC): the next publish takes it away from devices."))
            let page = try await browser.get("/portal/publish").text
            #expect(page.contains("<span class=\"mark removed\">removed</span>"))
            let done = try await browser.post("/portal/publish", ["listed": "1", "take": "\(sale.uri)@2"])
            #expect(done.location == "/portal/releases?done=2", "nothing was missed")
            #expect(try await Self.titles(portal) == ["Tyres"])
            let ask = try await browser.get(Self.address(sale) + "/publish")
            #expect(ask.status == .badRequest && ask.text.contains("The article has expired"))
        }
    }

    @Test func `an article that is not live cannot be taken down, and a deletion names its version`() async throws {
        let portal = try await TestPortal()
        let brakes = try await portal.article("Brakes")
        try await portal.article("Tyres")
        try await portal.signedIn { browser in
            let down = try await browser.post(Self.address(brakes) + "/withdraw", ["version": "1"])
            #expect(down.status == .badRequest && down.text.contains("The article is in no current release."))
            let kept = try await Self.stored(brakes, portal)
            #expect(kept.version == 1 && !kept.content.schedule.isDraft)
            #expect(try await browser.post(Self.address(brakes) + "/delete", [:]).status == .conflict)
            #expect(try await Self.stored(brakes, portal).version == 1)
        }
    }

    @Test func `a rollback is for the release that the page was shown for`() async throws {
        let portal = try await TestPortal()
        let one = try await portal.article("One")
        try await Self.publish(portal)
        _ = try await Self.update(one, portal) { $0.title = "Two" }
        try await Self.publish(portal)
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/releases/1/rollback")
            #expect(page.values("current") == ["2"])
            _ = try await Self.update(one, portal) { $0.title = "Three" }
            try await Self.publish(portal)
            for fields in [["current": "2"], [:]] {
                let late = try await browser.post("/portal/releases/1/rollback", fields)
                #expect(late.status == .conflict)
            }
            #expect(try await Self.titles(portal) == ["Three"])
            let done = try await browser.post("/portal/releases/1/rollback", ["current": "3"])
            #expect(done.location == "/portal/releases?done=4")
            #expect(try await Self.titles(portal) == ["One"])
        }
    }

    @Test func `a rollback names the articles whose texts are no longer kept`() async throws {
        let portal = try await TestPortal()
        var article = try await portal.article("Long ago")
        try await Self.publish(portal)
        let count = ArticleVersion.keptReleases + 1
        for number in 1...count {
            article = try await Self.update(article, portal) { $0.title = "Number \(number)" }
            try await Self.publish(portal)
        }
        for number in 1...ArticleVersion.kept {
            article = try await Self.update(article, portal) { $0.title = "Later \(number)" }
        }
        try await portal.signedIn { browser in
            let words = "The texts that these articles have in release 1 are no longer kept."
            let page = try await browser.get("/portal/releases/1/rollback").text
            #expect(page.contains(words) && page.contains(">Later \(ArticleVersion.kept)</a></li>"))
            let near = try await browser.get("/portal/releases/\(count)/rollback").text
            #expect(!near.contains("no longer kept"))
        }
    }

    @Test func `a calendar says when it does not show every change`() async throws {
        let portal = try await TestPortal()
        let time = Timestamp(milliseconds: 1_796_115_600_000)
        @Sendable func add(_ count: Int, _ source: String) async throws {
            let articles = (1...count).map { number in
                ContentImport.Article(
                    channel: "cars", key: "\(number)", hash: "1",
                    content: ArticleContent(title: "A", body: "x", schedule: ArticleSchedule(embargo: time)))
            }
            let hub = try #require(try await portal.platform.content.hub("news", app: TestPortal.app))
            let batch = ContentImport(
                app: TestPortal.app, source: source, hub: hub, channels: [], articles: articles)
            _ = try await portal.platform.content.apply(batch, by: "test")
        }
        try await add(2000, "first")
        try await portal.signedIn { browser in
            let words = "The month has more changes than are shown: these are its first 2000."
            #expect(try await !browser.get("/portal/calendar?month=2026-12").text.contains(words))
            try await add(1, "second")
            #expect(try await browser.get("/portal/calendar?month=2026-12").text.contains(words))
        }
    }

    @Test func `a comparison names language, source, format and channel, and reads line ends alike`() async throws {
        let portal = try await TestPortal()
        _ = try await portal.platform.content.create(
            ChannelRecord(app: TestPortal.app, hub: "news", id: "vans", title: "Vans"), by: "test")
        let article = try await portal.article("Brakes", body: "One.\r\nTwo.\r\n")
        var changed = try await Self.stored(article, portal)
        changed.channel = "vans"
        changed.content.body = "One.\nTwo!\n"
        changed.content.language = "de"
        changed.content.source = "https://example.com/brakes"
        changed.content.format = .html
        _ = try await portal.platform.content.update(changed, expectedVersion: 1, by: "Bo")
        try await portal.signedIn { browser in
            let page = try await browser.get(Self.address(article) + "/history/1").text
            let rows = [
                ("Language", "–", "de"), ("Source", "–", "https://example.com/brakes"),
                ("Format", "markdown", "html"), ("Channel", "Cars (cars)", "Vans (vans)"),
            ]
            for (name, old, new) in rows {
                let row = "<th scope=\"row\">\(name)</th><td>\(old)</td><td>\(new)</td>"
                #expect(page.contains(row), "\(name)")
            }
            #expect(page.contains("One.\nTwo<del>.</del><ins>!</ins>"))
            _ = try await browser.post(Self.address(article) + "/history/1/restore", ["version": "2"])
            #expect(try await Self.stored(article, portal).channel == "cars")
        }
    }
}
