import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// HUB-005: hubs and channels are made, changed, put in order and deleted.
@Suite struct PlacesRoomTests {
    private static let orders = [
        (["up"], ["B", "A", "C"]), (["down"], ["A", "C", "B"]), (["up", "up"], ["B", "A", "C"]),
    ]

    @Test func `a hub is made and changed, and keeps its address`() async throws {
        let portal = try await TestPortal()
        let content = portal.platform.content
        try await portal.signedIn { browser in
            #expect(try await browser.get("/portal/new-hub").text.contains("New hub"))
            for _ in 0..<2 {
                let fields = ["title": "News", "tags": "daily, new", "language": "de"]
                let made = try await browser.post("/portal/new-hub", fields)
                #expect(made.location.hasPrefix("/portal/hubs?done=saved#hub-news-"))
            }
            #expect(try await content.hubs(app: TestPortal.app).map(\.id) == ["news", "news-2", "news-3"])
            let hub = try #require(try await content.hub("news-2", app: TestPortal.app))
            #expect(hub.tags == ["daily", "new"] && hub.language == "de")
            let page = try await browser.get("/portal/hubs/news-2")
            #expect(page.text.contains("value=\"daily, new\""))
            let change = ["title": "Stories", "version": "1", "language": "de"]
            #expect(try await browser.post("/portal/hubs/news-2", change).status == .seeOther)
            let changed = try #require(try await content.hub("news-2", app: TestPortal.app))
            #expect(changed.title == "Stories" && changed.uri == hub.uri)
            #expect(try await browser.post("/portal/hubs/news-2", change).status == .conflict)
            #expect(try await browser.post("/portal/new-hub", ["title": " "]).status == .badRequest)
            #expect(
                try await browser.post("/portal/new-hub", ["title": "X", "language": "<en>"]).status == .badRequest)
        }
    }

    @Test func `a channel is made and changed, and keeps its address`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let fields = ["title": "Cars", "tags": "fast"]
            let made = try await browser.post("/portal/hubs/news/new-channel", fields)
            #expect(made.location == "/portal/hubs?done=saved#channel-news-cars-2")
            let change = ["title": "Bikes", "summary": "Two wheels", "version": "1"]
            #expect(try await browser.post("/portal/hubs/news/channels/cars-2", change).status == .seeOther)
            let uri = ContentURI(hub: "news", .channel("cars-2"))
            let channel = try #require(try await portal.platform.content.channel(uri, app: TestPortal.app))
            #expect(channel.title == "Bikes" && channel.summary == "Two wheels" && channel.tags.isEmpty)
            #expect(try await browser.post("/portal/hubs/news/channels/cars-2", change).status == .conflict)
            #expect(try await browser.get("/portal/hubs").text.contains("Bikes"))
        }
    }

    @Test(arguments: [
        ("/portal/new-hub", ["title": " "], "A hub needs a title."),
        ("/portal/new-hub", ["language": "plain English"], "“Language” takes a tag"),
        ("/portal/hubs/news", ["title": " "], "A hub needs a title."),
        ("/portal/hubs/news/new-channel", ["title": " "], "A channel needs a title."),
        (
            "/portal/hubs/news/channels/cars", ["title": String(repeating: "x", count: 1025)],
            "A title has at most 1024 bytes."
        ),
    ])
    func `what no hub or channel can be is refused with its reason and keeps what was typed`(
        _ address: String, _ change: [String: String], _ reason: String
    ) async throws {
        let portal = try await TestPortal()
        let typed = ["title": "New", "summary": "Long & <new>", "tags": "a,, b", "language": "de", "version": "1"]
        let fields = typed.merging(change) { $1 }
        try await portal.signedIn { browser in
            let page = try await browser.post(address, fields)
            #expect(page.status == .badRequest && page.text.contains("Nothing was saved. \(reason)"), "\(page.text)")
            #expect(page.text.contains("action=\"\(address)\"") && page.text.contains(">Long &amp; &lt;new&gt;<"))
            #expect(page.values("title") == [fields["title"]] && page.values("tags") == ["a,, b"])
            #expect(page.values("version") == ["1"])
            let content = try await portal.platform.content.content(app: TestPortal.app)
            #expect(content.hubs.map(\.version) == [1] && content.channels.map(\.version) == [1])
        }
    }

    @Test(arguments: ["/portal/hubs/news", "/portal/hubs/news/channels/cars"])
    func `the page of a hub or channel leads to its preview, with what is not published yet`(_ room: String)
        async throws
    {
        let portal = try await TestPortal()
        try await portal.article("Brakes that <hold>")
        try await portal.signedIn { browser in
            let text = try await browser.get(room).text
            let link = try #require(text.firstMatch(of: /href="(\/portal\/preview\/[^"]*)">Preview</)).1
            let preview = try await browser.get(String(link))
            #expect(preview.status == .ok && preview.text.contains("Brakes that &lt;hold&gt;"))
            #expect(preview.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
            let style = try #require(preview.text.firstMatch(of: /href="[^"]*assets\/(preview\.css)"/)).1
            #expect(try await browser.get("/portal/preview/news/assets/\(style)").status == .ok)
            #expect(try await !browser.get("/portal/new-hub").text.contains("Preview"))
        }
    }

    @Test func `tags that nobody changed stay as they are stored`() async throws {
        let portal = try await TestPortal()
        let content = portal.platform.content
        let tags = ["Food, Drink", "slow"]
        _ = try await content.create(HubRecord(app: TestPortal.app, id: "h", title: "H", tags: tags), by: "t")
        let channel = try await content.create(
            ChannelRecord(app: TestPortal.app, hub: "h", id: "c", title: "C", tags: tags), by: "t")
        try await portal.signedIn { browser in
            for path in ["/portal/hubs/h", "/portal/hubs/h/channels/c"] {
                let shown = try #require(try await browser.get(path).values("tags").first)
                let fields = ["title": "New", "tags": shown, "version": "1"]
                #expect(try await browser.post(path, fields).status == .seeOther)
            }
        }
        #expect(try await content.hub("h", app: TestPortal.app)?.tags == tags)
        #expect(try await content.channel(channel.uri, app: TestPortal.app)?.tags == tags)
    }

    // The hubs themselves have no parent.
    @Test(arguments: [("up", ["b", "news", "c"]), ("down", ["news", "c", "b"])])
    func `a hub moves one step among its app's hubs`(_ move: String, _ expected: [String]) async throws {
        let portal = try await TestPortal()
        let content = portal.platform.content
        for id in ["b", "c"] {
            _ = try await content.create(HubRecord(app: TestPortal.app, id: id, title: id), by: "t")
        }
        #expect(try await content.hubs(app: TestPortal.app).map(\.id) == ["news", "b", "c"])
        try await portal.signedIn { browser in
            let fields = ["uri": "zbimdb://b/", "move": move]
            let moved = try await browser.post("/portal/order", fields)
            #expect(moved.location == "/portal/hubs#hub-b")
            #expect(try await content.hubs(app: TestPortal.app).map(\.id) == expected)
            let dragged = ["parent": "", "order": "zbimdb://c/\nzbimdb://b/\nzbimdb://news/", "uri": "zbimdb://c/"]
            #expect(try await browser.post("/portal/order", dragged).location == "/portal/hubs#hub-c")
        }
        #expect(try await content.hubs(app: TestPortal.app).map(\.id) == ["c", "b", "news"])
    }

    @Test(arguments: orders)
    func `buttons move one step and stop at the ends`(moves: [String], expected: [String]) async throws {
        let portal = try await TestPortal()
        let content = portal.platform.content
        var uris: [String: String] = [:]
        for title in ["C", "B", "A"] { uris[title] = try await portal.article(title).uri.description }
        let moved = try #require(uris["B"])
        try await portal.signedIn { browser in
            for move in moves {
                let page = try await browser.post(
                    "/portal/order", ["parent": "\(TestPortal.channel)", "uri": moved, "move": move])
                #expect(page.location.hasPrefix("/portal/hubs/news/channels/cars#article-b-"))
            }
            let order = try await content.articles(hub: "news", channel: "cars", app: TestPortal.app)
            #expect(order.map(\.content.title) == expected)
        }
    }

    @Test func `a dragged order is taken whole or refused`() async throws {
        let portal = try await TestPortal()
        let content = portal.platform.content
        for title in ["Food", "Art"] {
            let id = title.lowercased()
            _ = try await content.create(
                ChannelRecord(app: TestPortal.app, hub: "news", id: id, title: title), by: "t")
        }
        try await portal.signedIn { browser in
            let hub = "zbimdb://news/"
            let order = ["zbimdb://news/c/art", "zbimdb://news/c/cars", "zbimdb://news/c/food"]
            let fields = ["parent": hub, "order": order.joined(separator: "\n"), "uri": order[0]]
            #expect(try await browser.post("/portal/order", fields).location == "/portal/hubs#channel-news-art")
            let ordered = try await content.channels(hub: "news", app: TestPortal.app).map(\.id)
            #expect(ordered == ["art", "cars", "food"])
            let partial = ["parent": hub, "order": order[2] + "\n" + order[0]]
            #expect(try await browser.post("/portal/order", partial).status == .conflict)
            let foreign = ["parent": hub, "uri": "zbimdb://other/c/art", "move": "up"]
            #expect(try await browser.post("/portal/order", foreign).status == .notFound)
            let after = try await content.channels(hub: "news", app: TestPortal.app).map(\.id)
            #expect(after == ["art", "cars", "food"])
        }
    }

    @Test func `before a hub or channel goes, what goes with it is named`() async throws {
        let portal = try await TestPortal()
        let content = portal.platform.content
        try await portal.article("Brakes")
        let feed = FeedSourceRecord(
            id: "f", app: TestPortal.app, hub: "news", channel: "cars", location: "https://feed.example/rss")
        _ = try await portal.platform.feeds.create(feed, by: "t")
        _ = try await content.create(
            ChannelRecord(app: TestPortal.app, hub: "news", id: "food", title: "Food"), by: "t")
        try await portal.signedIn { browser in
            let channel = try await browser.get("/portal/hubs/news/channels/cars/delete")
            #expect(
                channel.text.contains("1 article: Brakes") && channel.text.contains("1 feed: https://feed.example/rss"))
            let hub = try await browser.get("/portal/hubs/news/delete")
            #expect(hub.text.contains("2 channels: Cars · Food") && hub.text.contains("1 article: Brakes"))
            #expect(
                try await browser.post("/portal/hubs/news/channels/cars/delete", ["version": "7"]).status == .conflict)
            let gone = try await browser.post("/portal/hubs/news/channels/cars/delete", ["version": "1"])
            #expect(gone.location == "/portal/hubs?done=deleted")
            #expect(try await content.articles(hub: "news", channel: nil, app: TestPortal.app).isEmpty)
            #expect(try await portal.platform.feeds.sources(app: TestPortal.app).isEmpty)
            #expect(try await browser.post("/portal/hubs/news/delete", ["version": "1"]).status == .seeOther)
            #expect(try await browser.get("/portal/hubs").text.contains("There is no hub yet."))
        }
    }

    @Test func `a form acts on the app its page was about`() async throws {
        let portal = try await TestPortal()
        _ = try await portal.platform.apps.create("second", name: "Second app", by: "t")
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/hubs")
            #expect(page.text.contains("Second app") && page.values("app").first == "demo")
            let chosen = try await browser.post("/portal/app", ["choice": "second"])
            #expect(chosen.location == "/portal/content" && browser.cookies["marquee_app"] == "second")
            #expect(try await browser.get("/portal/hubs").text.contains("There is no hub yet."))
            let here = try await browser.post("/portal/new-hub", ["title": "Here"])
            let there = try await browser.post("/portal/new-hub", ["title": "There", "app": "demo"])
            #expect(!here.location.contains("app=") && there.location.contains("app=demo"))
            let shown = try await browser.get(there.location)
            #expect(shown.text.contains("There") && shown.values("app").first == "demo")
            #expect(browser.cookies["marquee_app"] == "second", "what is chosen stays")
            let content = portal.platform.content
            #expect(try await content.hubs(app: "second").map(\.title) == ["Here"])
            #expect(try await content.hubs(app: "demo").map(\.title) == ["News", "There"])
            #expect(try await browser.post("/portal/app", ["choice": "third"]).status == .notFound)
            #expect(try await browser.post("/portal/new-hub", ["title": "X", "app": "third"]).status == .notFound)
        }
    }
}
