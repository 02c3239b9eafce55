import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Publishing
import Testing

@testable import Portal

/// Ticked articles, copies, pictures in lists, and previews of cards, as a person sees them. HUB-005
@Suite struct SelectedArticlesTests {
    private static let list = "/portal/content?state=&sort=title&q=story"
    private static let action = "/portal/content/selected?q=story&sort=title&page=1"

    private static func address(_ article: ArticleRecord) -> String { "/portal/articles/\(article.hub)/\(article.id)" }

    private static func draft(_ title: String, _ portal: TestPortal, tags: [String] = []) async throws -> ArticleRecord
    {
        try await portal.platform.content.createArticle(
            ArticleContent(title: title, body: "x", tags: tags, schedule: .init(isDraft: true)), in: TestPortal.channel,
            app: TestPortal.app, by: "test")
    }

    /// Ticks articles in the versions that a list shows.
    private static func fields(_ action: String, _ articles: [ArticleRecord], tag: String = "") -> [(String, String)] {
        [("do", action), ("tag", tag)] + articles.map { ("take", "\($0.uri)@\($0.version)") }
    }

    private static func send(_ browser: Browser, _ path: String, _ fields: [(String, String)]) async throws
        -> Browser.Page
    {
        let token = try #require(try await browser.get("/portal/content").values("csrf").first)
        return try await browser.submit(path, fields: [("csrf", token)] + fields)
    }

    private static func stored(_ article: ArticleRecord, _ portal: TestPortal) async throws -> ArticleRecord {
        try #require(try await portal.platform.content.article(article.uri, app: TestPortal.app))
    }

    @Test func `ticked articles are marked ready, made drafts and tagged, and the list says what was done`()
        async throws
    {
        let portal = try await TestPortal()
        let one = try await Self.draft("Story one", portal)
        let two = try await Self.draft("Story two", portal, tags: ["snow"])
        let other = try await Self.draft("Story three", portal)
        try await portal.signedIn { browser in
            let list = try await browser.get(Self.list).text
            #expect(list.contains("name=\"take\" value=\"\(one.uri)@1\"") && list.contains("All 3 on this page"))
            let ready = try await Self.send(browser, Self.action, Self.fields("ready", [one, two]))
            #expect(ready.location == "/portal/content?q=story&sort=title&page=1&done=ready&changed=2")
            let after = try await browser.get(ready.location).text
            #expect(after.contains("2 articles are marked ready: the next publish takes them."))
            let again = try await Self.send(
                browser, Self.action, Self.fields("ready", [try await Self.stored(one, portal), two]))
            let words = try await browser.get(again.location).text
            #expect(words.contains("1 article is so already."))
            #expect(words.contains("1 article stays as it is: somebody saved or deleted it meanwhile."))
            let all = [try await Self.stored(one, portal), try await Self.stored(two, portal), other]
            let shown = all.map { ("shown", "\($0.uri)@\($0.version)") }
            let tagged = try await Self.send(
                browser, Self.action, [("do", "tag"), ("tag", " snow "), ("all", "1")] + shown)
            #expect(
                try await browser.get(tagged.location).text.contains("2 articles got the tag. 1 article is so already.")
            )
            #expect(try await Self.stored(other, portal).content.tags == ["snow"])
            let untagged = try await Self.send(
                browser, Self.action, Self.fields("untag", [try await Self.stored(other, portal)], tag: "snow"))
            #expect(try await browser.get(untagged.location).text.contains("1 article lost the tag."))
            let drafts = try await Self.send(
                browser, Self.action, Self.fields("draft", [try await Self.stored(one, portal)]))
            #expect(try await browser.get(drafts.location).text.contains("1 article is a draft again."))
            #expect(try await Self.stored(one, portal).content.schedule.isDraft)
            let actions = try await portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 6)
            #expect(actions.count { $0.action == "article.tag" } == 3)
            #expect(actions.prefix(5).allSatisfy { $0.who == "Ann" })
        }
    }

    @Test(arguments: [
        ([("do", "ready")], "Nothing was changed. Tick articles first."),
        ([("do", "tag"), ("take", "zbimdb://news/a/x-aaaaaa@1")], "Write one tag"),
        ([("do", "tag"), ("tag", "a, b"), ("take", "zbimdb://news/a/x-aaaaaa@1")], "Write one tag"),
        ([("do", "delete"), ("take", "zbimdb://news/a/x-aaaaaa@1")], "Nothing was changed."),
        ([("do", "delete"), ("take", "zbimdb://news/a/x-aaaaaa")], "Nothing was changed."),
        ([("do", "draft"), ("take", "zbimdb://news/a/x-aaaaaa@1")], "1 article stays as it is"),
    ])
    func `a form that ticks nothing or names no tag changes nothing and says why`(
        _ fields: [(String, String)], _ words: String
    ) async throws {
        let portal = try await TestPortal()
        try await portal.article("Story")
        try await portal.signedIn { browser in
            let done = try await Self.send(browser, Self.action, fields)
            #expect(try await browser.get(done.location).text.contains(words))
        }
    }

    @Test func `a form without a deed or with too many articles is refused`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let many = (0...200).map { ("take", "zbimdb://news/a/x-\($0)@1") }
            for fields in [[("do", "sell")], [], [("do", "delete")] + many] {
                let page = try await Self.send(browser, Self.action, fields)
                #expect(page.status == .badRequest)
            }
        }
    }

    @Test func `deleting ticked articles names them and asks, and takes the versions that were shown`() async throws {
        let portal = try await TestPortal()
        let one = try await portal.article("Story <one>")
        let two = try await portal.article("Story two")
        let kept = try await portal.article("Story three")
        _ = try await portal.publisher.publish(try Scope(app: TestPortal.app), by: "Ann")
        let draft = try await Self.draft("Story four", portal)
        try await portal.signedIn { browser in
            let page = try await Self.send(browser, Self.action, Self.fields("delete", [one, two, draft]))
            #expect(page.text.contains("<h1>Delete 3 articles?</h1>") && page.text.contains("This cannot be undone."))
            #expect(page.text.contains("<li>“Story &lt;one&gt;”, live</li>"))
            #expect(page.text.contains("<li>“Story four”, draft</li>"))
            #expect(page.text.contains("Devices keep the 2 live ones until the next publish."))
            #expect(page.text.contains("href=\"/portal/content?q=story&amp;sort=title&amp;page=1\">Cancel</a>"))
            #expect(try await Self.stored(one, portal).version == 1, "nothing is deleted by the question")
            var edited = two
            edited.content.title = "Story two, edited"
            _ = try await portal.platform.content.update(edited, expectedVersion: 1, by: "Eve")
            let done = try await Self.send(
                browser, "/portal/content/selected/delete?q=story", page.values("take").map { ("take", $0) })
            let words = try await browser.get(done.location).text
            #expect(words.contains("2 articles are deleted. 1 article stays as it is"))
            #expect(words.contains("Story two, edited") && words.contains("Story three") && !words.contains("four"))
            #expect(try await Self.stored(kept, portal).version == 1)
        }
    }

    @Test func `taking down ticked articles asks, and makes one release`() async throws {
        let portal = try await TestPortal()
        let scope = try Scope(app: TestPortal.app)
        let (one, two) = (try await portal.article("Story one"), try await portal.article("Story two"))
        try await portal.article("Stays")
        _ = try await portal.publisher.publish(scope, by: "Ann")
        let ready = try await portal.article("Story three")
        try await portal.signedIn { browser in
            let page = try await Self.send(browser, Self.action, Self.fields("withdraw", [one, two, ready]))
            #expect(page.text.contains("<h1>Take down 2 articles?</h1>") && !page.text.contains("cannot be undone"))
            #expect(page.text.contains("1 ticked article is not live and stays as it is."))
            let done = try await Self.send(
                browser, "/portal/content/selected/withdraw", page.values("take").map { ("take", $0) })
            #expect(
                try await browser.get(done.location).text.contains("2 articles are taken down, and are drafts now."))
            let releases = try await portal.publisher.history(scope)
            #expect(releases.map(\.version) == [2, 1] && releases.first?.note == "take down 2 articles")
            #expect(try await Self.stored(one, portal).state(at: portal.clock.now) == .draft)
            let nothing = try await Self.send(browser, Self.action, Self.fields("withdraw", [ready]))
            #expect(nothing.status == .badRequest && nothing.text.contains("None of the ticked articles is live"))
        }
    }

    @Test func `somebody who may only look has nothing to tick`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Story")
        try await portal.signedIn(as: .onlooker) { browser in
            let list = try await browser.get("/portal/content").text
            #expect(list.contains("Story") && !list.contains("type=\"checkbox\"") && !list.contains("Mark ready"))
            #expect(try await !browser.get(Self.address(article)).text.contains("Duplicate"))
        }
    }

    @Test func `a copy is a draft of its own that shows the same pictures`() async throws {
        let portal = try await TestPortal()
        let title = String(repeating: "ü", count: 510)
        let article = try await portal.platform.content.createArticle(
            ArticleContent(
                title: title, summary: "S", body: "![](boots.png)", authors: ["A"], tags: ["t"],
                source: "https://example.org/a", schedule: .init(embargo: portal.clock.now + .seconds(60))),
            in: TestPortal.channel, app: TestPortal.app, by: "test")
        try await portal.signedIn { browser in
            #expect(try await browser.get(Self.address(article)).text.contains("\(Self.address(article))/duplicate"))
            let done = try await browser.post(Self.address(article) + "/duplicate")
            let page = try await browser.get(done.location)
            #expect(page.text.contains("This is the copy") && page.text.contains("<span class=\"mark draft\">draft"))
            let listing = try await portal.platform.content.articles(hub: "news", channel: nil, app: TestPortal.app)
            let copy = try #require(listing.first { $0.id != article.id })
            #expect(copy.content.title.hasPrefix("Copy of üü") && copy.content.title.utf8.count <= 1024)
            #expect(copy.content.body == article.content.body && copy.content.tags == ["t"])
            #expect(copy.content.source == nil && copy.content.schedule.embargo == nil && copy.version == 1)
            let first = try await Self.stored(article, portal)
            #expect(first.content == article.content && first.version == 1, "the first one is as it was")
        }
    }

    @Test func `a list shows each article's picture from the library, and none where there is none`() async throws {
        let portal = try await TestPortal()
        let object = try await portal.platform.objects.put(Data("p".utf8))
        let assets = ["boots.png", "boots-thumb.png"].map {
            AssetRecord(app: TestPortal.app, hub: "news", name: $0, mediaType: "image/png", object: object)
        }
        let media = MediaRecord(
            app: TestPortal.app, hub: "news", name: "boots.png", kind: .picture,
            variants: .init(thumbnail: "boots-thumb.png"),
            origin: .init(fileName: "b", digest: "d", madeBy: "a", stored: portal.clock.now))
        _ = try await portal.platform.media.save(media, assets: assets, expectedVersion: 0, by: "a")
        try await portal.article("With", body: "Text\n\n![boots](boots.png)")
        try await portal.article("Without")
        try await portal.signedIn { browser in
            let list = try await browser.get("/portal/content").text
            let pictures = list.matches(of: /<td class="picture">(.*?)<\/td>/).map { String($0.1) }
            let address = "/portal/preview/news/assets/boots-thumb.png?v=1"
            let image = "<img src=\"\(address)\" alt=\"\" loading=\"lazy\" width=\"48\" height=\"48\">"
            #expect(Set(pictures) == ["", image])
            #expect(try await browser.get(address).headers[.contentType] == "image/png")
            for path in ["hubs/news/channels/cars", "publish"] {
                let page = try await browser.get("/portal/\(path)").text
                #expect(page.components(separatedBy: "class=\"thumbnail\" src=\"\(address)\"").count == 2, "\(path)")
            }
        }
    }

    @Test func `the editor previews the article's card and channel in the sandbox of the page`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Brakes")
        try await portal.article("Tyres")
        try await portal.signedIn { browser in
            let editor = try await browser.get(Self.address(article)).text
            #expect(
                editor.contains("name=\"view\" value=\"card\"") && editor.contains("name=\"view\" value=\"channel\""))
            let path = "/portal/preview/news/a/\(article.id)"
            let fields = ["title": "Typed", "body": "New text", "channel": "cars", "theme": "dark"]
            let card = try await browser.post(path, fields.merging(["view": "card"]) { $1 })
            #expect(card.text.contains(">Typed</a>") && card.text.contains("New text") && !card.text.contains("Tyres"))
            #expect(card.headers[.contentSecurityPolicy]?.hasPrefix("sandbox allow-same-origin;") == true)
            let channel = try await browser.post(path, fields.merging(["view": "channel"]) { $1 })
            #expect(channel.text.contains(">Typed</a>") && channel.text.contains("Tyres"))
            let page = try await browser.post(path, fields.merging(["view": "nonsense"]) { $1 })
            #expect(page.text.contains("New text") && !page.text.contains("class=\"card\""))
        }
    }
}
