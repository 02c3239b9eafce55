import Collector
import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Publishing
import Synchronization
import Testing

@testable import Portal

/// Tags, the audit log, releases and reports.
@Suite struct TeamRoomTests {
    // HUB-050
    @Test func `the vocabulary counts tags and names what tailors nothing`() async throws {
        let portal = try await TestPortal()
        try await portal.article("One", tags: ["all", "rare"])
        try await portal.article("Two", tags: ["all", "some"])
        try await portal.article("Three", tags: ["all", "some"])
        let hub = try #require(try await portal.platform.content.hub("news", app: TestPortal.app))
        var changed = hub
        changed.tags = ["lonely"]
        _ = try await portal.platform.content.update(changed, expectedVersion: hub.version, by: "t")
        try await portal.signedIn { browser in
            let text = try await browser.get("/portal/tags").text
            let rows = text.components(separatedBy: "<tr>").dropFirst(2)
            func row(_ tag: String) throws -> String { try #require(rows.first { $0.contains(">\(tag)</a>") }) }
            #expect(try row("all").contains("every article has it"))
            #expect(try row("rare").contains("one article only"))
            #expect(try row("lonely").contains("no article has it"))
            let some = try row("some")
            #expect(!some.contains("mark careful") && some.contains("data-name=\"Articles\">2<"))
            #expect(text.contains("4 tags"))
        }
    }

    // HUB-050
    @Test func `tags of profiles and of content that do not match are named in both directions`() async throws {
        let portal = try await TestPortal()
        try await portal.article("One", tags: ["old name", "some"])
        try await portal.article("Two", tags: ["some", "unloved"])
        try await portal.signedIn { browser in
            func row(_ tag: String) async throws -> String {
                let rows = try await browser.get("/portal/tags").text.components(separatedBy: "<tr>").dropFirst(2)
                return try #require(rows.first { $0.contains(">\(tag)<") })
            }
            #expect(try await browser.get("/portal/tags").text.contains("No device has reported"))
            #expect(try await !row("unloved").contains("no user has it"))
            func told(_ tags: String, _ user: String, _ ago: Duration) async throws {
                try await portal.record(EventName.userTags, ["tags": .text(tags)], user: user, ago: ago)
            }
            try await told(#"["old name","some"]"#, "ann", .seconds(9))
            try await told(#"["some","later"]"#, "bob", .seconds(1))
            try await told(#"["earlier"]"#, "bob", .seconds(5))
            try await told("no array", "eve", .zero)
            #expect(try await browser.get("/portal/tags").text.contains("The tags of 2 users were reported"))
            #expect(try await row("some").contains("data-name=\"Users\">2<"))
            #expect(try await row("unloved").contains("no user has it"))
            #expect(try await row("later").contains("only users have it"))
            #expect(try await !row("old name").contains("only users have it"))
            _ = try await browser.post("/portal/tags/rename", ["take": "old name", "to": "new name"])
            #expect(try await row("old name").contains("only users have it"), "the profile still has the old name")
            #expect(try await row("new name").contains("no user has it"))
            #expect(try await !browser.get("/portal/tags").text.contains("earlier"), "an older profile came later")
        }
    }

    // HUB-050
    @Test func `a tag is spelled differently everywhere, and merged only when that is meant`() async throws {
        let portal = try await TestPortal()
        let one = try await portal.article("One", tags: ["a b", "c"])
        let content = portal.platform.content
        let channel = try #require(try await content.channel(TestPortal.channel, app: TestPortal.app))
        var tagged = channel
        tagged.tags = ["a b"]
        _ = try await content.update(tagged, expectedVersion: channel.version, by: "t")
        try await portal.signedIn { browser in
            let tags = { try await content.article(one.uri, app: TestPortal.app)?.content.tags }
            let renamed = try await browser.post("/portal/tags/rename", ["take": "a b", "to": "b&a"])
            #expect(renamed.location == "/portal/tags?done=2&to=b%26a")
            #expect(try await browser.get(renamed.location).text.contains("Renamed to “b&amp;a” in 2 places."))
            let tags1 = try await tags()
            #expect(tags1 == ["b&a", "c"])
            #expect(try await content.channel(TestPortal.channel, app: TestPortal.app)?.tags == ["b&a"])
            let asked = try await browser.post("/portal/tags/rename", ["take": "c", "to": "b&a"])
            #expect(asked.status == .ok && asked.text.contains("“b&amp;a”: 1 article, 1 channel and 0 hubs today"))
            let tags2 = try await tags()
            #expect(tags2 == ["b&a", "c"])
            let merge = ["take": "c", "to": "b&a", "merge": "1"]
            #expect(try await browser.post("/portal/tags/rename", merge).status == .seeOther)
            let tags3 = try await tags()
            #expect(tags3 == ["b&a"])
            let stale = ["title": "One", "body": "x", "channel": "cars", "version": "1", "tags": "c"]
            let path = "/portal/articles/news/\(one.id)"
            #expect(try await browser.post(path, stale).status == .conflict, "a rename is an edit")
            for to in ["", "x,y"] {
                let page = try await browser.post("/portal/tags/rename", ["take": "b&a", "to": to])
                #expect(page.status == .badRequest)
            }
            #expect(try await browser.post("/portal/tags/rename", ["take": "gone", "to": "x"]).status == .notFound)
        }
    }

    // HUB-050
    @Test func `ticked tags become one, after a question, and a tag of that spelling stays as it is`() async throws {
        let portal = try await TestPortal()
        let one = try await portal.article("One", tags: ["snow", "Snow", "ice"])
        _ = try await portal.article("Two", tags: ["snows"])
        try await portal.signedIn { browser in
            let list = try await browser.get("/portal/tags")
            #expect(Set(list.values("shown")) == ["snow", "Snow", "ice", "snows"])
            let token = ("csrf", try #require(list.values("csrf").first))
            let ticks = [token, ("take", "Snow"), ("take", "snows"), ("take", "snow"), ("to", "snow")]
            let asked = try await browser.submit("/portal/tags/rename", fields: ticks)
            #expect(asked.status == .ok && asked.text.contains("Merge 2 tags into “snow”?"))
            #expect(asked.text.contains("“Snow”: 1 article, 0 channels and 0 hubs today"))
            #expect(asked.values("take") == ["Snow", "snows"])
            let merged = try await browser.submit(
                "/portal/tags/rename",
                fields: [token] + asked.values("take").map { ("take", $0) } + [("to", "snow"), ("merge", "1")])
            #expect(merged.location == "/portal/tags?done=2&to=snow")
            let tags = try await portal.platform.content.article(one.uri, app: TestPortal.app)?.content.tags
            #expect(tags == ["snow", "ice"])
            let none = try await browser.submit("/portal/tags/rename", fields: [token, ("to", "snow")])
            #expect(try await browser.get(none.location).text.contains("Tick tags to give them one spelling."))
            // One of them is gone: the other is not renamed either.
            let stale = [token, ("take", "ice"), ("take", "gone"), ("to", "frost"), ("merge", "1")]
            #expect(try await browser.submit("/portal/tags/rename", fields: stale).status == .notFound)
            #expect(try await portal.platform.content.tagPlaces(app: TestPortal.app)[TagName("ice")] != nil)
        }
    }

    // HUB-172
    @Test func `the audit log has who did what and when, page by page`() async throws {
        let portal = try await TestPortal()
        for number in 0..<60 { try await portal.article("Article \(number)") }
        try await portal.signedIn { browser in
            _ = try await browser.post("/portal/new-hub", ["title": "Made by Ann"])
            let first = try await browser.get("/portal/audit")
            let row = try #require(first.text.components(separatedBy: "<tr>").first { $0.contains("Made by Ann") })
            #expect(row.contains("hub.create") && row.contains(">Ann<") && row.contains("datetime=\""))
            let older = try #require(first.text.firstMatch(of: /href="(\/portal\/audit\?before=[0-9a-f]+)"/)).1
            let second = try await browser.get(String(older))
            #expect(second.text.contains("app.create") && !first.text.contains("app.create"))
            let rows = { (page: Browser.Page) in page.text.components(separatedBy: "<tr>").count - 2 }
            #expect(rows(first) == 50)
            let all = try await portal.platform.audit.entries(app: nil, before: nil, limit: 1000).count
            #expect(rows(second) == all - 50)
        }
    }

    // HUB-172
    @Test func `accounts stand in the log for administrators only`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { administrator in
            _ = try await portal.platform.accounts.create(
                name: "Ed", password: TestPortal.password, roles: .contentEditor, by: "Ann")
            #expect(try await administrator.get("/portal/audit").text.contains("account.create"))
            try await portal.run { client in
                let editor = Browser(client)
                try await editor.signIn("Ed")
                let text = try await editor.get("/portal/audit").text
                #expect(text.contains("channel.create") && !text.contains("account."))
            }
        }
    }

    // HUB-008
    @Test func `publishing shows the changes first, and a rollback is a new release`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Brakes")
        try await portal.signedIn { browser in
            let pending = try await browser.get("/portal/publish").text
            #expect(pending.contains("Brakes") && pending.contains(article.uri.description))
            let done = try await browser.post("/portal/publish", ["note": "first"])
            #expect(done.location == "/portal/releases?done=1")
            #expect(try await browser.get("/portal/publish").text.contains("Nothing has changed"))
            try await portal.article("Later")
            _ = try await browser.post("/portal/publish", ["note": "second"])
            #expect(
                try await browser.post("/portal/releases/1/rollback", ["current": "2"]).location
                    == "/portal/releases?done=3")
            let history = try await browser.get("/portal/releases?done=3").text
            #expect(history.contains("Release 3 is current.") && history.contains("back to 1"))
            #expect(try await browser.post("/portal/releases/9/rollback").status == .notFound)
            #expect(try await browser.get("/portal/publish").text.contains("Devices show release 1 again"))
        }
    }

    @Test func `what cannot be published yet says why and leads to the hubs`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let empty = try await browser.get("/portal/publish")
            #expect(empty.status == .ok && empty.text.contains("has no channel with a released article.</p>"))
            #expect(empty.text.contains("<p>Hub zbimdb://news/") && !empty.text.contains("name=\"note\""))
            try await portal.platform.content.delete(
                ContentURI(hub: "news"), expectedVersion: nil, app: TestPortal.app, by: "t")
            let blank = try await browser.get("/portal/publish").text
            #expect(blank.contains("<p>App demo has no hub to publish.</p>"))
            #expect(blank.contains("href=\"/portal/hubs\">Hubs and channels</a></p>"))
            #expect(!blank.contains("Nothing has changed"))
        }
    }

    @Test(arguments: [false, true], ["/portal/report", "/portal/devices"])
    func `an empty page leads to the device lab where there is one`(_ hasLab: Bool, _ path: String) async throws {
        let portal = try await TestPortal(hasLab: hasLab)
        try await portal.signedIn { browser in
            let text = try await browser.get(path).text
            let page = try #require(text.firstMatch(of: /<div class="empty">(.*?)<\/div>/)).1
            #expect(page.contains("href=\"/lab/\"") == hasLab)
        }
    }

    @Test func `the next scheduled change is announced`() async throws {
        let portal = try await TestPortal()
        try await portal.article("Now")
        _ = try await portal.publisher.publish(try Scope(app: TestPortal.app), by: "t")
        let schedule = ArticleSchedule(embargo: portal.clock.now + .seconds(86_400))
        _ = try await portal.platform.content.createArticle(
            ArticleContent(title: "Tomorrow", body: "x", schedule: schedule), in: TestPortal.channel,
            app: TestPortal.app, by: "t")
        try await portal.signedIn { browser in
            let text = try await browser.get("/portal/publish").text
            #expect(text.contains("What schedules do next") && text.contains("22 Sep 2026, 14:13"))
        }
    }

    // HUB-025
    @Test func `key and configuration are downloaded, the same each time, and hold no secret`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let key = try await browser.get("/portal/files/pubkey.der")
            #expect(key.headers[.contentDisposition] == "attachment; filename=\"pubkey.der\"")
            #expect(try await browser.get("/portal/files/pubkey.der").text == key.text)
            let configuration = try await browser.get("/portal/files/zbimconfig.plist").text
            #expect(configuration.contains("<string>demo</string>") && !configuration.contains("PRIVATE"))
            let native = try await browser.get("/portal/files/marquee.json")
            #expect(native.headers[.contentDisposition] == "attachment; filename=\"marquee.json\"")
            struct Native: Decodable {
                let service: String
                let app: String
                let keys: [Data]
            }
            let read = try JSONDecoder().decode(Native.self, from: Data(native.text.utf8))
            #expect(read.app == "demo" && read.service.hasSuffix("/v1/apps/demo/main"))
            #expect(read.keys == [try await portal.publisher.keys.publicKey(app: "demo")])
            let keys = try FileManager.default.subpathsOfDirectory(
                atPath: portal.folder.appending(path: "data/keys").path)
            #expect(!keys.isEmpty, "there is a private half, and it is here")
        }
    }

    @Test(arguments: [
        ("", "This address is this machine alone"), ("http://127.0.0.1:9720", "This address is this machine alone"),
        ("http://phone.localhost", "This address is this machine alone"), ("https://[::1]", "machine alone"),
        ("http://content.example.org", "iPhones refuse addresses without TLS"), ("https://content.example.org", nil),
        ("ftp://content.example.org", "starts with https://"), ("https://ann:secret@example.org", "holds no password"),
        ("https://", "names a host"),
    ]) func `the page of the app's files says what keeps devices from their address`(
        _ address: String, _ words: String?
    )
        async throws
    {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/files?server=\(PercentEncoding.encoded(address))")
            let concerns = ["machine alone", "iPhones refuse", "starts with https"]
            let found = concerns.filter { page.text.contains($0) }
            #expect(found.count == (words == nil ? 0 : found.count > 1 ? 2 : 1))
            #expect(words.map { page.text.contains($0) } ?? true)
            guard words == nil else { return }
            #expect(page.text.contains("these files name another address"))
            let link = "/portal/files/marquee.json?app=demo&server=\(PercentEncoding.encoded(address))"
            #expect(try await browser.get(link).location.hasPrefix("/portal/files?app=demo&server=https"))
            let file = try await browser.post("/portal/files/marquee.json", ["server": address])
            #expect(file.text.contains("\"\(address)/v1/apps/demo/main\""))
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"marquee.json\"")
            let list = try await browser.post("/portal/files/zbimconfig.plist", ["server": address])
            #expect(list.text.contains(address))
            #expect(!(try await browser.get("/portal/files").text.contains("these files name another address")))
            #expect(try await browser.get("/portal/files?app=nowhere").status == .notFound)
        }
    }

    // HUB-214
    @Test func `the exported table is quoted and starts no formula`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("=HYPERLINK(\"https://evil.example\"),x")
        let properties: [String: Event.Value] = [
            "uri": .text(article.uri.description), "channel": .text("\(TestPortal.channel)"), "entry_point": "home",
        ]
        try await portal.record(EventName.contentViewed, properties)
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/report.csv?by=article")
            #expect(page.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(page.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"marquee-article-") == true)
            let line = try #require(page.text.components(separatedBy: "\r\n").dropFirst().first)
            #expect(line.hasPrefix("\"\(article.uri)\",\"'=HYPERLINK(\"\"https://evil.example\"\"),x\",0,1,1,"))
            let report = try await browser.get("/portal/report")
            #expect(report.text.contains("=HYPERLINK(&quot;https://evil.example&quot;),x"))
            let backwards = try await browser.get("/portal/report?from=2026-02-02&through=2026-01-01")
            #expect(backwards.status == .badRequest)
        }
    }
}
