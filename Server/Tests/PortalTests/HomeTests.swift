import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Publishing
import Testing

@testable import Portal

/// The first page after signing in.
@Suite struct HomeTests {
    private static func text(_ page: Browser.Page) -> String {
        page.text.replacing(/<[^>]*>/, with: " ").replacing(/\s+/, with: " ")
    }

    @Test func `the first steps of a new app tick themselves, and go when all are done`() async throws {
        let portal = try await TestPortal(hasApp: false)
        try await portal.signedIn { browser in
            func marks() async throws -> [String] {
                let page = try await browser.get("/portal/")
                try #require(page.status == .ok)
                return page.text.matches(of: /<span class="mark (?:ok|careful)">(done|to do)</).map { String($0.1) }
            }
            #expect(try await marks() == ["to do", "to do", "to do", "to do"])
            _ = try await browser.post("/portal/apps", ["id": TestPortal.app, "name": "Demo"])
            #expect(try await marks() == ["done", "to do", "to do", "to do"])
            let content = portal.platform.content
            _ = try await content.create(HubRecord(app: TestPortal.app, id: "news", title: "News"), by: "test")
            _ = try await content.create(
                ChannelRecord(app: TestPortal.app, hub: "news", id: "cars", title: "Cars"), by: "test")
            try await portal.article("One")
            _ = try await portal.publisher.publish(try Scope(app: TestPortal.app), by: "Ann")
            #expect(try await marks() == ["done", "done", "to do", "to do"])
            try await portal.record(EventName.contentViewed, [:])
            #expect(try await marks() == [])
        }
    }

    @Test func `it says what is live and what waits, and leads there`() async throws {
        let portal = try await TestPortal()
        let (content, scope) = (portal.platform.content, try Scope(app: TestPortal.app))
        try await portal.signedIn { browser in
            let empty = Self.text(try await browser.get("/portal/"))
            #expect(empty.contains("Nothing is published yet."))
            var article = try await portal.article("One")
            try await portal.article("Two")
            _ = try await portal.publisher.publish(scope, by: "Ann")
            portal.clock.advance(by: .seconds(7200))
            let live = Self.text(try await browser.get("/portal/"))
            #expect(live.contains("Release 1 with 2 articles is live since") && live.contains("2 hours ago"))
            #expect(live.contains("Everything that was saved is published."))
            article.content.body = "Changed"
            article = try await content.update(article, expectedVersion: article.version, by: "Eve")
            #expect(Self.text(try await browser.get("/portal/")).contains("1 article is ready for the next publish."))
            portal.clock.advance(by: .seconds(300))
            article.content.schedule.embargo = portal.clock.now + .seconds(86_400)
            article = try await content.update(article, expectedVersion: article.version, by: "Ann")
            _ = try await content.createArticle(
                ArticleContent(title: "Three", body: "x", schedule: .init(isDraft: true)), in: TestPortal.channel,
                app: TestPortal.app, by: "Eve")
            portal.clock.advance(by: .seconds(60))
            let page = try await browser.get("/portal/")
            let waiting = Self.text(page)
            #expect(waiting.contains("3 changes not published yet, the last by Eve, 1 minute ago."))
            #expect(waiting.contains("1 article is scheduled. The next scheduled release is due on"))
            #expect(waiting.contains("1 article is a draft"))
            #expect(page.text.contains("href=\"/portal/content?state=draft\""))
            _ = try await portal.publisher.publish(scope, by: "Ann")
            portal.clock.advance(by: .seconds(60))
            _ = try await portal.publisher.rollback(scope, to: 1, by: "Ann")
            let back = Self.text(try await browser.get("/portal/"))
            #expect(back.contains("Devices show release 1 again after a rollback."))
            #expect(!back.contains("Everything that was saved is published."))
        }
    }

    @Test func `yesterday stands beside the same weekday of the week before`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("One")
        for (user, days) in [("a", 1), ("b", 1), ("c", 1), ("a", 8), ("b", 8), ("z", 2)] {
            let uri: [String: Event.Value] = ["uri": .text(article.uri.description)]
            try await portal.record(EventName.contentViewed, uri, user: user, ago: .seconds(86_400 * days))
        }
        try await portal.signedIn { browser in
            let text = Self.text(try await browser.get("/portal/"))
            #expect(text.contains("Readers 3 2 +50 %"), "\(text)")
        }
    }

    @Test(arguments: [(3, 2, "+50 %"), (1, 2, "−50 %"), (2, 2, "no change"), (5, 0, ""), (0, 4, "−100 %")])
    func `a change is a share of what was before`(_ now: Int, _ before: Int, _ text: String) {
        #expect(ReportMeasure.changeText(now, before) == text)
    }

    @Test func `failed feeds, late reports and keys that expire are named`() async throws {
        let portal = try await TestPortal()
        let source = try await portal.platform.feeds.create(
            FeedSourceRecord(id: "f", app: TestPortal.app, hub: "news", location: "https://x.example/feed"), by: "Ann")
        let failed = FeedRun(started: portal.clock.now, finished: portal.clock.now, failure: "no host")
        try await portal.platform.feeds.record(failed, of: source.id, app: TestPortal.app)
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/")
            let text = Self.text(page)
            #expect(text.contains("The feed https://x.example/feed failed when it was last read."))
            #expect(page.text.contains("href=\"/portal/feeds/f\""))
            #expect(text.contains("Reports have every event.") && text.contains("keys are valid until"))
            portal.clock.advance(by: KeyCeremony.rootLifetime + .seconds(-86_400))
            try await browser.signIn()
            #expect(Self.text(try await browser.get("/portal/")).contains("keys expire on"))
        }
        let now = portal.clock.now
        #expect(HomeHealth.reports(delay: .seconds(59)).look == "ok" && HomeHealth.reports(delay: nil).look == "ok")
        #expect(HomeHealth.reports(delay: .seconds(7300)).text.contains("not in them yet is 2 hours old"))
        #expect(HomeHealth.keys(expire: now, now: now).mark == "expired")
        #expect(HomeHealth.keys(expire: nil, now: now).mark == "no keys")
        #expect(HomeHealth.feeds([]) == nil)
    }
}
