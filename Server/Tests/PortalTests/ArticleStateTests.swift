import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Publishing
import Testing

@testable import Portal

/// States of articles, publishing by ticks, taking down, deleting, history and calendar, as a person sees them. HUB-005
@Suite struct ArticleStateTests {
    private static func address(_ article: ArticleRecord) -> String { "/portal/articles/\(article.hub)/\(article.id)" }

    private static func fields(_ title: String, version: Int = 1, _ more: [String: String] = [:]) -> [String: String] {
        ["title": title, "body": "Text", "channel": "cars", "hub": "news", "version": "\(version)"].merging(more) { $1 }
    }

    private static func titles(_ portal: TestPortal) async throws -> [String] {
        let scope = try Scope(app: TestPortal.app)
        let latest = try #require(try await portal.publisher.history(scope, limit: 1).first)
        return try await portal.publisher.manifests(of: latest.version, in: scope).flatMap(\.items)
            .filter { $0.uri.resourceType == .article }.map(\.title).sorted()
    }

    @Test(arguments: [
        ([:], "Saved as a draft."), (["as": "draft"], "Saved as a draft."),
        (["as": "ready"], "Saved and ready: it goes out with the next publish."),
        (["as": "ready", "expires": "2020-01-01T09:00"], "it expired on 1 Jan 2020, 09:00 (UTC)"),
        (
            ["as": "ready", "embargo": "2030-12-01T09:00"],
            "Saved; it is scheduled for 1 Dec 2030, 09:00 (UTC). Schedules wait until somebody publishes."
        ),
    ])
    func `the words after saving follow the state`(_ more: [String: String], _ words: String) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let saved = try await browser.post("/portal/articles/new", Self.fields("Brakes", more))
            #expect(try await browser.get(saved.location).text.contains(words))
        }
    }

    @Test func `a schedule that will run says so, and a draft of a live article tells what devices have`() async throws
    {
        let portal = try await TestPortal()
        let article = try await portal.article("Brakes")
        _ = try await portal.publisher.publish(try Scope(app: TestPortal.app), by: "Ann")
        try await portal.signedIn { browser in
            let scheduled = try await browser.post(
                "/portal/articles/new", Self.fields("Later", ["as": "ready", "embargo": "2030-12-01T09:00"]))
            let words = "Saved; it goes live on 1 Dec 2030, 09:00 (UTC) by itself."
            #expect(try await browser.get(scheduled.location).text.contains(words))
            let live = try await browser.get(Self.address(article)).text
            #expect(live.contains("<span class=\"mark live\">live</span> since") && live.contains("by Ann"))
            let saved = try await browser.post(Self.address(article), Self.fields("Half an idea"))
            let page = try await browser.get(saved.location).text
            #expect(page.contains("Saved as a draft. Devices keep the version that is live."))
            #expect(page.contains("Devices have version 1 since") && page.contains("draft saved"))
            let list = try await browser.get("/portal/content?state=changed").text
            #expect(list.contains("Half an idea") && list.contains("<span class=\"mark changed\">changed</span>"))
            #expect(!list.contains(">Later</a>"))
        }
    }

    @Test func `a publish takes the ticked articles, and the page lists what schedules do next`() async throws {
        let portal = try await TestPortal()
        let brakes = try await portal.article("Brakes")
        try await portal.article("Tyres")
        _ = try await portal.platform.content.createArticle(
            ArticleContent(
                title: "Soup", body: "x", schedule: ArticleSchedule(embargo: portal.clock.now + .seconds(3600))),
            in: TestPortal.channel, app: TestPortal.app, by: "test")
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/publish")
            #expect(page.text.matches(of: /\ checked>/).count == 2, "everything ready is ticked")
            #expect(page.text.contains("What schedules do next") && page.text.contains(">Soup</a>"))
            let ticks = ["listed": "1", "take": "\(brakes.uri)@1"]
            let look = try await browser.post("/portal/publish", ticks.merging(["look": "1", "note": "N"]) { $1 })
            #expect(look.status == .ok && look.text.matches(of: /\ checked>/).count == 1)
            #expect(look.text.contains("<th scope=\"row\">Brakes</th>") && look.values("note") == ["N"])
            #expect(!look.text.contains("<th scope=\"row\">Tyres</th>"))
            let done = try await browser.post("/portal/publish", ticks)
            #expect(done.location == "/portal/releases?done=1")
            #expect(try await Self.titles(portal) == ["Brakes"])
            let none = try await browser.post("/portal/publish", ["listed": "1"])
            #expect(none.status == .seeOther)
            #expect(try await Self.titles(portal) == ["Brakes"], "nothing was ticked")
            let late = try await browser.post("/portal/publish", ["listed": "1", "take": "\(brakes.uri)@9"])
            let told = try await browser.get(late.location).text
            #expect(told.contains("1 ticked article did not go out: somebody saved it again meanwhile."))
            _ = try await browser.post("/portal/publish", [:])
            #expect(try await Self.titles(portal) == ["Brakes", "Tyres"])
        }
    }

    @Test func `one article is published, taken down and deleted, each after a page that asks`() async throws {
        let portal = try await TestPortal()
        let brakes = try await portal.article("Brakes")
        let tyres = try await portal.article("Tyres")
        try await portal.signedIn { browser in
            let ask = try await browser.get(Self.address(tyres) + "/publish")
            #expect(ask.text.contains("Publish “Tyres”?") && ask.text.contains("new: Tyres"))
            #expect(!ask.text.contains("This cannot be undone") && !ask.text.contains("new: Brakes"))
            let late = try await browser.post(Self.address(tyres) + "/publish", ["version": "7"])
            #expect(late.status == .conflict)
            _ = try await browser.post(Self.address(tyres) + "/publish", ["version": "1"])
            #expect(try await Self.titles(portal) == ["Tyres"])
            _ = try await browser.post(Self.address(brakes) + "/publish", ["version": "1"])
            #expect(try await Self.titles(portal) == ["Brakes", "Tyres"])
            let down = try await browser.get(Self.address(tyres) + "/withdraw")
            #expect(down.text.contains("Take down “Tyres”?") && down.text.contains("removed: Tyres"))
            _ = try await browser.post(Self.address(tyres) + "/withdraw", ["version": "1"])
            #expect(try await Self.titles(portal) == ["Brakes"])
            #expect(try await browser.get(Self.address(tyres)).text.contains("<span class=\"mark draft\">draft</span>"))
            #expect(try await browser.get(Self.address(tyres) + "/publish").status == .badRequest, "a draft")
            let draft = try await browser.post(Self.address(tyres) + "/publish", ["version": "2"])
            #expect(draft.status == .badRequest)
            let delete = try await browser.get(Self.address(tyres) + "/delete")
            #expect(delete.text.contains("its history of 2 versions") && delete.text.contains("This cannot be undone."))
            let gone = try await browser.post(Self.address(tyres) + "/delete", ["version": "2"])
            #expect(gone.location == "/portal/content?deleted=1")
            #expect(try await browser.get(gone.location).text.contains("The article is deleted."))
        }
    }

    @Test func `the history shows versions and their difference, and restores one as a draft`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Brakes", body: "Old brakes squeak.\n\nThe end.")
        _ = try await portal.publisher.publish(try Scope(app: TestPortal.app), by: "Ann")
        try await portal.signedIn { browser in
            let new = ["body": "New brakes squeak.\n\nThe end.", "as": "ready"]
            _ = try await browser.post(Self.address(article), Self.fields("Better brakes", new))
            let list = try await browser.get(Self.address(article) + "/history").text
            #expect(list.contains("release 1,") && list.contains("saved now") && list.contains("edited and ready"))
            let page = try await browser.get(Self.address(article) + "/history/1").text
            #expect(page.contains("<del>Old</del><ins>New</ins> brakes squeak."))
            #expect(page.contains("<th scope=\"row\">Title</th><td>Brakes</td><td>Better brakes</td>"))
            let stale = try await browser.post(Self.address(article) + "/history/1/restore", ["version": "1"])
            #expect(stale.status == .conflict)
            let done = try await browser.post(Self.address(article) + "/history/1/restore", ["version": "2"])
            #expect(done.status == .seeOther)
            let stored = try #require(try await portal.platform.content.article(article.uri, app: TestPortal.app))
            #expect(stored.version == 3 && stored.content.title == "Brakes" && stored.content.schedule.isDraft)
            let after = try await browser.get(Self.address(article) + "/history").text
            #expect(after.contains("restored as a draft"))
            #expect(try await browser.get(Self.address(article) + "/history/9").status == .notFound)
            let actions = try await portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 9)
            #expect(actions.first?.action == "article.restore" && actions.first?.who == "Ann")
        }
    }

    @Test func `a rollback shows what it changes, and then what differs from devices`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Tpyo")
        let scope = try Scope(app: TestPortal.app)
        _ = try await portal.publisher.publish(scope, by: "Ann")
        try await portal.signedIn { browser in
            _ = try await browser.post(Self.address(article), Self.fields("Typo", ["as": "ready"]))
            _ = try await portal.publisher.publish(scope, by: "Ann")
            let releases = try await browser.get("/portal/releases").text
            #expect(releases.contains("href=\"/portal/releases/1/rollback\""))
            let look = try await browser.get("/portal/releases/1/rollback").text
            #expect(look.contains("Roll back to release 1?") && look.contains("<th scope=\"row\">Tpyo</th>"))
            let done = try await browser.post("/portal/releases/1/rollback", ["current": "2"])
            #expect(done.location == "/portal/releases?done=3")
            #expect(
                try await browser.get("/portal/content").text.contains("<span class=\"mark changed\">changed</span>"))
            #expect(try await browser.get("/portal/releases/9/rollback").status == .notFound)
        }
    }

    @Test func `any two releases are compared, and an article's own difference is one click away`() async throws {
        let portal = try await TestPortal()
        let (article, gone) = (try await portal.article("Tpyo", body: "Old text."), try await portal.article("Gone"))
        let scope = try Scope(app: TestPortal.app)
        try await portal.signedIn { browser in
            #expect(try await browser.get("/portal/releases/compare").status == .notFound, "nothing is published")
            _ = try await portal.publisher.publish(scope, by: "Ann")
            #expect(try await browser.get("/portal/releases/compare").text.contains("has the same pages as release 1"))
            let new = ["body": "New text.", "as": "ready"]
            _ = try await browser.post(Self.address(article), Self.fields("Typo", new))
            _ = try await portal.publisher.publish(scope, by: "Ann")
            try await portal.platform.content.delete(gone.uri, expectedVersion: nil, app: TestPortal.app, by: "Ann")
            let late = try await portal.article("Late")
            _ = try await portal.publisher.publish(scope, by: "Ann")
            let releases = try await browser.get("/portal/releases").text
            #expect(releases.contains("href=\"/portal/releases/compare?from=2&amp;to=3\""))
            #expect(releases.contains("name=\"from\" type=\"number\" min=\"1\" max=\"3\" value=\"2\""))
            let page = try await browser.get("/portal/releases/compare?from=1&to=3").text
            let difference = "\(Self.address(article))/history/1?with=2"
            #expect(page.contains("<th scope=\"row\">Typo</th>") && page.contains("href=\"\(difference)\""))
            #expect(
                page.contains("<th scope=\"row\">Gone</th>") && page.contains("<span class=\"mark\">removed</span>"))
            #expect(page.contains("href=\"\(Self.address(late))\"") && !page.contains(Self.address(gone)))
            #expect(try await browser.get(difference).text.contains("<del>Old</del><ins>New</ins> text."))
            let back = try await browser.get("/portal/releases/compare?from=3&to=1").text
            #expect(
                back.contains("<h1>Releases 3 and 1</h1>")
                    && back.contains("href=\"\(Self.address(article))/history/2?with=1\""))
            let other = try await browser.get("/portal/releases/compare?from=9&to=-1").text
            #expect(other.contains("<h1>Releases 2 and 3</h1>"), "numbers that are no release count as absent")
        }
    }

    @Test func `the calendar shows what goes live and away in a month`() async throws {
        let portal = try await TestPortal()
        let time = Timestamp(milliseconds: 1_796_115_600_000)
        _ = try await portal.platform.content.createArticle(
            ArticleContent(
                title: "Soup", body: "x", schedule: ArticleSchedule(embargo: time, expires: time + .seconds(86_400))),
            in: TestPortal.channel, app: TestPortal.app, by: "test")
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/calendar?month=2026-12").text
            #expect(page.contains("December 2026, in UTC") && page.contains("month=2027-01"))
            #expect(page.contains("<h3>Tuesday 1 December</h3>") && page.contains("<h3>Wednesday 2 December</h3>"))
            #expect(page.contains("<time>09:00 UTC</time>") && page.contains("goes live") && page.contains("goes away"))
            #expect(page.contains("Schedules wait until somebody publishes."), "there is no release yet")
            for month in ["", "2026-13", "x", "99999-01"] {
                let other = try await browser.get("/portal/calendar?month=\(month)").text
                #expect(other.contains("September 2026"), "\(month)")
            }
        }
    }

    @Test(arguments: [("2026-02", 28, 6), ("2028-02", 29, 1), ("2026-12", 31, 1), ("1970-01", 31, 3)])
    func `a month knows its days`(_ text: String, _ length: Int, _ weekday: Int) throws {
        let month = try #require(CalendarMonth(text))
        #expect(month.length == length && month.firstWeekday == weekday && month.text == text)
        #expect(month.next.previous == month)
    }

    @Test func `the editor and the publish page warn of what pages will not show`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Boots", body: "[gone](a/gone-abcdef) ![](boot.jpg) ![](b.png)")
        let object = try await portal.platform.objects.put(Data("picture".utf8))
        try await portal.platform.content.put(
            AssetRecord(app: TestPortal.app, hub: "news", name: "b.png", mediaType: "image/png", object: object),
            by: "t")
        try await portal.signedIn { browser in
            for path in [Self.address(article), "/portal/publish"] {
                let page = try await browser.get(path).text
                #expect(page.contains("The link a/gone-abcdef leads to nothing in the hub."), "\(path)")
                #expect(page.contains("The image boot.jpg cannot be found."), "\(path)")
                #expect(page.contains("The image b.png has no alternative text."), "\(path)")
            }
            let page = try await browser.get("/portal/publish").text
            #expect(page.contains("<a href=\"\(Self.address(article))\">Boots</a>: The link"))
        }
    }
}
