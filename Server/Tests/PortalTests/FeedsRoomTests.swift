import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Publishing
import Synchronization
import Testing

@testable import Portal

/// HUB-002: feeds are added, run, changed and removed; HUB-172: all of it is in the audit log.
@Suite struct FeedsRoomTests {
    private static let address = "https://feed.example/rss"

    private static func rss(_ titles: [String]) -> String {
        let items = titles.map {
            "<item><guid>\($0)</guid><title>\($0)</title><category>Food</category><description>x</description></item>"
        }
        return "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>F</title>\(items.joined())</channel></rss>"
    }

    private static func add(_ portal: TestPortal, _ browser: Browser, _ more: [String: String] = [:]) async throws
        -> Browser.Page
    {
        portal.web.pages.withLock { $0[address] = rss(["One", "Two"]) }
        let fields = ["location": address, "goal": "news", "interval": "3600"]
        return try await browser.post("/portal/feeds", fields.merging(more) { $1 })
    }

    @Test func `a feed is read when it is added, and sorts by its categories`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            #expect(try await browser.get("/portal/feeds").text.contains("No feed yet."))
            let added = try await Self.add(portal, browser)
            #expect(added.location == "/portal/feeds/feed-example-rss")
            let page = try await browser.get(added.location)
            #expect(page.text.contains("2 new, 0 changed, 0 removed"))
            let articles = try await portal.platform.content.articles(hub: "news", channel: nil, app: TestPortal.app)
            #expect(articles.map(\.content.title) == ["One", "Two"] && articles.allSatisfy { $0.channel == "food" })
            let list = try await browser.get("/portal/feeds")
            #expect(list.text.contains("Every hour") && list.text.contains("mark ok"))
        }
    }

    @Test func `a feed may fill one channel`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            _ = try await Self.add(portal, browser, ["goal": "news/cars"])
            let articles = try await portal.platform.content.articles(hub: "news", channel: "cars", app: TestPortal.app)
            #expect(articles.count == 2)
            #expect(try await portal.platform.content.channels(hub: "news", app: TestPortal.app).count == 1)
        }
    }

    @Test func `a run that fails says why and changes nothing`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let feed = try await Self.add(portal, browser).location
            portal.web.pages.withLock { $0 = [:] }
            #expect(try await browser.post(feed + "/run").location == feed)
            let page = try await browser.get(feed)
            #expect(page.text.contains("answers 500") && page.text.contains("mark failed"))
            let articles = try await portal.platform.content.articles(hub: "news", channel: nil, app: TestPortal.app)
            #expect(articles.count == 2)
            #expect(try await browser.get("/portal/feeds").text.contains("answers 500"))
        }
    }

    @Test(arguments: [
        "/etc/passwd", "file:///etc/passwd", "ftp://feed.example/rss", "https://", "https://ann:pw@feed.example/", "",
    ])
    func `only addresses on the web are feeds`(location: String) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let page = try await Self.add(portal, browser, ["location": location])
            #expect(page.status == .badRequest)
            #expect(try await portal.platform.feeds.sources(app: TestPortal.app).isEmpty)
        }
    }

    @Test func `a feed is changed under its version and removed without its articles`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let feed = try await Self.add(portal, browser).location
            #expect(try await Self.add(portal, browser).status == .badRequest, "it fills the hub already")
            let change = ["goal": "news/cars", "interval": "0", "version": "1"]
            #expect(try await browser.post(feed, change).location == feed)
            #expect(try await browser.post(feed, change).status == .conflict)
            let source = try #require(try await portal.platform.feeds.sources(app: TestPortal.app).first)
            #expect(source.channel == "cars" && source.intervalSeconds == nil)
            #expect(try await browser.post(feed, ["goal": "news", "interval": "5"]).status == .badRequest)
            #expect(try await browser.post(feed + "/remove").location == "/portal/feeds")
            #expect(try await browser.get(feed).status == .notFound)
            #expect(
                try await portal.platform.content.articles(hub: "news", channel: nil, app: TestPortal.app).count == 2)
        }
    }

    @Test func `what is due runs by itself, and publishes where that was asked for`() async throws {
        let portal = try await TestPortal()
        try await portal.article("First")
        let scope = try Scope(app: TestPortal.app)
        _ = try await portal.publisher.publish(scope, by: "t")
        try await portal.signedIn { browser in
            _ = try await Self.add(portal, browser, ["publishes": "on"])
            #expect(try await portal.publisher.history(scope).count == 2, "the first reading changed something")
            let clock = portal.clock
            let feeds = FeedRunner(
                platform: portal.platform,
                importer: ContentImporter(platform: portal.platform, fetcher: portal.web), publisher: portal.publisher
            ) { clock.now }
            _ = try await feeds.runDue()
            #expect(try await portal.publisher.history(scope).count == 2, "nothing changed, nothing is published")
            clock.advance(by: .seconds(3600))
            portal.web.pages.withLock { $0[Self.address] = Self.rss(["One", "Two", "Three"]) }
            let runs = try await feeds.runDue()
            #expect(runs.map(\.run.added) == [1])
            #expect(try await feeds.runDue().isEmpty)
            let manifests = try await portal.publisher.manifests(of: 3, in: scope)
            #expect(manifests.contains { $0.items.contains { $0.title == "Three" } })
            let audit = try await portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 100)
            #expect(audit.contains { $0.action == "feed.create" && $0.who == "Ann" })
            #expect(audit.contains { $0.action == "release.publish" && $0.who == "feed feed-example-rss" })
        }
    }

    @Test func `what may be secret in a feed's address is for those who may change it`() async throws {
        let portal = try await TestPortal()
        let location = "https://ann:pass@feeds.example:8443/all.xml?token=secret"
        _ = try await portal.platform.feeds.create(
            FeedSourceRecord(id: "f", app: TestPortal.app, hub: "news", location: location), by: "test")
        let entries = try await portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 10)
        #expect(entries.first?.detail == "https://feeds.example:8443/all.xml?…")
        try await portal.signedIn(as: .onlooker) { browser in
            for path in ["/portal/feeds", "/portal/feeds/f", "/portal/audit"] {
                let text = try await browser.get(path).text
                #expect(
                    text.contains("feeds.example") && !text.contains("secret") && !text.contains("pass@"), "\(path)")
            }
        }
    }
}
