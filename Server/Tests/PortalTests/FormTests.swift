import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing
import Synchronization
import Testing

@testable import Web
@testable import Portal

/// What every form and page of the portal holds to, whatever the room: each test asks all routes there are.
@Suite struct FormTests {
    /// Every path of a method, its parameters filled.
    private static func paths(_ portal: TestPortal, _ method: HTTPRequest.Method, _ values: [String: String] = [:])
        -> [String]
    {
        portal.router().routes.filter { $0.method == method && "\($0.path)".contains("portal") }.map { route in
            let parts = "\(route.path)".split(separator: "/").map { part in
                part.hasPrefix("{") || part.hasPrefix(":") || part == "**"
                    ? values[part.trimmingCharacters(in: CharacterSet(charactersIn: ":{}"))] ?? "x" : String(part)
            }
            return "/" + parts.joined(separator: "/")
        }
    }

    @Test func `every form is refused without the session's token`() async throws {
        let portal = try await TestPortal()
        let door = ["/portal/set-up", "/portal/sign-in", "/portal/sign-in/code", "/portal/invitation"]
        let paths = Self.paths(portal, .post).filter { !door.contains($0) }
        #expect(paths.count >= 18, "\(paths)")
        try await portal.signedIn { browser in
            let entries = try await portal.platform.audit.entries(app: nil, before: nil, limit: 1000).count
            for path in paths {
                for fields in [[:], ["csrf": ""], ["csrf": String(repeating: "A", count: 43)]] {
                    let page = try await browser.submit(path, fields)
                    #expect(page.status == .forbidden, "\(path) \(fields)")
                }
            }
            #expect(try await portal.platform.audit.entries(app: nil, before: nil, limit: 1000).count == entries)
            #expect(try await browser.get("/portal/content").status == .ok, "still signed in")
        }
    }

    @Test(arguments: [
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "same-site"],
    ])
    func `every form is refused from another site`(headers: [String: String]) async throws {
        let portal = try await TestPortal()
        let paths = Self.paths(portal, .post)
        try await portal.signedIn { browser in
            let token = try #require(try await browser.get("/portal/hubs").values("csrf").first)
            for path in paths {
                let fields = ["csrf": token, "name": "Ann", "password": TestPortal.password]
                let page = try await browser.submit(path, fields, headers: headers)
                #expect(page.status == .forbidden, "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("http://localhost:8080", "localhost:8080", true), ("https://marquee.example", "marquee.example", true),
        ("http://192.0.2.1:8080", "192.0.2.1:8080", true), ("http://[::1]:8080", "[::1]:8080", true),
        ("https://[2001:db8::1]", "[2001:db8::1]", true), ("http://[::1]:8080", "::1:8080", false),
        ("http://[::1]:8080", "[::1]:8081", false), ("http://[::1]", "[::2]", false),
        ("https://evil.example", "[::1]:8080", false), ("null", "[::1]:8080", false),
    ])
    func `a form comes from the authority it is sent to, however the address is written`(
        _ origin: String, _ authority: String, _ isSame: Bool
    ) {
        #expect(SameOrigin.isOrigin(origin, of: authority) == isSame)
    }

    @Test func `every page and form sends a stranger to the door`() async throws {
        let portal = try await TestPortal()
        _ = try await portal.platform.accounts.createFirst(name: "Ann", password: TestPortal.password)
        let open = [
            "/portal/set-up", "/portal/sign-in", "/portal/sign-in/code", "/portal/invitation/x", "/portal/invitation",
            "/portal/assets/x", "/portal",
        ]
        let (pages, forms) = (Self.paths(portal, .get), Self.paths(portal, .post))
        #expect(pages.count >= 20)
        try await portal.run { client in
            let browser = Browser(client)
            for path in pages where !open.contains(path) {
                let page = try await browser.get(path)
                #expect(page.location == "/portal/sign-in", "\(path)")
            }
            for path in forms where !open.contains(path) {
                let page = try await browser.post(path)
                #expect(page.location == "/portal/sign-in", "\(path)")
            }
        }
    }

    @Test func `a viewer changes nothing`() async throws {
        let portal = try await TestPortal()
        let own = [
            "/portal/set-up", "/portal/sign-in", "/portal/sign-in/code", "/portal/invitation", "/portal/sign-out",
            "/portal/app",
        ]
        let paths = Self.paths(portal, .post).filter { !own.contains($0) && !$0.hasPrefix("/portal/own/") }
        try await portal.signedIn(as: .onlooker) { browser in
            for path in paths {
                let answer = try await browser.post(path)
                #expect(answer.status == .forbidden, "\(path)")
            }
        }
    }

    /// The pages that ask before something of a hostile name is removed, by the paths that name nothing.
    private static func removals(_ portal: TestPortal, _ attack: String) async throws -> [String: String] {
        let credentials = portal.platform.credentials
        let token = try await credentials.createToken(
            name: attack, app: nil, scopes: [.publish], lifetime: nil, by: attack
        ).token
        let secret = try await credentials.createSecret(app: TestPortal.app, by: attack).secret
        let invitation = try await portal.platform.invitations.create(
            roles: .onlooker, note: attack, lifetime: .seconds(60), by: "Ann"
        ).invitation
        return [
            "/portal/invitations/revoke": "/portal/invitations/revoke?invitation=\(invitation.id)",
            "/portal/tokens/x/revoke": "/portal/tokens/\(token.id)/revoke",
            "/portal/apps/demo/secrets/x/revoke": "/portal/apps/demo/secrets/\(secret.id)/revoke",
            "/portal/accounts/remove": "/portal/accounts/remove?account=Ann",
        ]
    }

    /// Titles, summaries, tags, names and addresses are what people write; none of it becomes markup.
    @Test func `nothing that people write becomes markup`() async throws {
        let portal = try await TestPortal()
        let attack = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
        let content = portal.platform.content
        let hub = try await content.create(
            HubRecord(app: TestPortal.app, id: "h", title: attack, summary: attack, tags: [attack]), by: attack)
        let channel = try await content.create(
            ChannelRecord(app: TestPortal.app, hub: hub.id, id: "c", title: attack, summary: attack, tags: [attack]),
            by: attack)
        let article = try await content.createArticle(
            ArticleContent(title: attack, summary: attack, body: attack, authors: [attack], tags: [attack]),
            in: channel.uri, app: TestPortal.app, by: attack)
        try await portal.article("Plain")
        try await Self.storeMedia(hub.id, attack, portal)
        try await portal.article("Beside it", in: channel.uri)
        let feed = FeedSourceRecord(
            id: "f", app: TestPortal.app, hub: hub.id, location: "https://x.example/?\(attack)")
        let source = try await portal.platform.feeds.create(feed, by: attack)
        let failed = FeedRun(started: portal.clock.now, finished: portal.clock.now, failure: attack, problems: [attack])
        try await portal.platform.feeds.record(failed, of: source.id, app: TestPortal.app)
        _ = try await portal.publisher.publish(try .init(app: TestPortal.app), note: attack, by: attack)
        try await Self.behave(attack, on: article.uri, portal)
        let stored = try #require(try await content.article(article.uri, app: TestPortal.app))
        var changed = stored
        changed.content.title = attack + "2"
        _ = try await content.update(changed, expectedVersion: stored.version, by: attack)
        let engage = try await HostileEngage(portal, attack)
        let removals = try await Self.removals(portal, attack)
        try await Self.makePlacement(attack, portal)
        let values = ["hub": hub.id, "name": "hub", "app": TestPortal.app, "version": "1"].merging(engage.values) { $1 }
        let pages = Self.paths(portal, .get, values).map { path in
            path.contains("/articles/h/")
                ? path.replacing("/articles/h/x", with: "/articles/h/\(article.id)")
                : path.contains("/feeds/")
                    ? "/portal/feeds/f"
                    : path.contains("/preview/")
                        ? "/portal/preview/h/a/\(article.id)"
                        : path.contains("/channels/") ? path.replacing("/channels/x", with: "/channels/c") : path
        }.map { engage.addresses[$0] ?? removals[$0] ?? $0 }.filter {
            !$0.contains("/live/events") && !$0.hasSuffix("/console/x/events") && !$0.contains("/assets/")
                && !$0.contains("/invitation/")
        }
        try await portal.signedIn { browser in
            var shown = 0
            for path in pages + ["/portal/content?q=\(Self.escaped(attack))&tag=\(Self.escaped(attack))"] {
                let page = try await browser.get(path)
                #expect(page.status.code < 400 || path == "/portal/app", "\(path) \(page.status)")
                guard page.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
                #expect(!page.text.contains("<script>alert") && !page.text.contains("<img src=x"), "\(path)")
                let policy = try #require(page.headers[.contentSecurityPolicy], "\(path)")
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "\(path)")
                shown += page.text.contains("&lt;script&gt;") ? 1 : 0
            }
            #expect(shown >= 10, "the attack stands on \(shown) pages")
        }
    }

    /// What a device says that the test asks every page for, and one whose id is an attack.
    private static func behave(_ text: String, on article: ContentURI, _ portal: TestPortal) async throws {
        let properties: [String: Event.Value] = [
            "uri": .text(article.description), "url": .text("https://x.example/\(text)"),
            "tags": "[\"<script>alert(1)</script>\"]",
        ]
        for name in [EventName.contentViewed, EventName.externalLinkOpened, EventName.userTags] {
            for install in ["x", text] { try await portal.record(name, properties, user: text, install: install) }
        }
        try await portal.platform.testDevices.register("x", name: text, app: TestPortal.app, by: text)
        try await portal.platform.placements.keep(
            .init(
                route: .content, install: "x", line: text, parameters: [text: text, "placement_id": text],
                outcome: .unknownPlacement, detail: text),
            of: ["x"], app: TestPortal.app)
    }

    /// A form with an answer, and a placement that shows it, under the names that the test asks every page for.
    private static func makePlacement(_ text: String, _ portal: TestPortal) async throws {
        let field: [String: JSONValue] = ["id": .text("color"), "label": .text(text), "choices": .list([.text(text)])]
        var unit = ContentUnitRecord(
            app: TestPortal.app, id: "x", name: text, kind: .form,
            document: UnitDocument([
                "title": .text(text), "message": .text(text), "fields": .list([.record(field)]),
            ]))
        unit.rules.conditions = [.init(attribute: "hardware", test: .oneOf, values: [text])]
        _ = try await portal.platform.placements.create(unit, by: text)
        _ = try await portal.platform.placements.create(
            PlacementRecord(
                app: TestPortal.app, tag: "x", name: text, badge: "<b>", units: [.init(unit: "x", priority: 1)]),
            by: text)
        let form = FormSubmission(["color": text], unit: "x", install: text)
        _ = try await portal.platform.placements.store(form, app: TestPortal.app)
    }

    /// A file whose name is the one that the test asks every page for.
    private static func storeMedia(_ hub: String, _ text: String, _ portal: TestPortal) async throws {
        let object = try await portal.platform.objects.put(Data(text.utf8))
        let asset = AssetRecord(
            app: TestPortal.app, hub: hub, name: "hub", mediaType: "image/png", object: object)
        let media = MediaRecord(
            app: TestPortal.app, hub: hub, name: "hub", kind: .picture, description: .init(alt: text),
            origin: .init(
                fileName: text, address: .init(shown: text, digest: ""), digest: "", madeBy: text,
                stored: portal.clock.now))
        _ = try await portal.platform.media.save(media, assets: [asset], expectedVersion: 0, by: text)
    }

    @Test func `a form that is too large is refused`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let page = try await browser.post("/portal/new-hub", ["title": String(repeating: "x", count: 1_000_001)])
            #expect(page.status == .contentTooLarge)
        }
    }

    @Test(arguments: ["/portal/nowhere", "/portal/hubs/news/nowhere/at/all"])
    func `a wrong address inside the portal is answered with a page`(_ address: String) async throws {
        try await TestPortal().signedIn { browser in
            let page = try await browser.get(address)
            #expect(page.status == .notFound)
            #expect(page.text.contains("There is nothing at this address.") && page.text.contains("Back to the portal"))
        }
    }

    @Test func `what only the server's keeper can mend is logged and not shown`() async throws {
        let portal = try await TestPortal { platform in
            var broken = platform
            broken.audit = BrokenAudit()
            return broken
        }
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/audit")
            #expect(page.status == .internalServerError)
            #expect(!page.text.contains("/secret/path"))
            let line = try #require(portal.log.lines.withLock { $0.first { $0.contains("request failed") } })
            #expect(line.hasPrefix("error") && line.contains("/secret/path"))
            let reference = try #require(page.text.firstMatch(of: /reference ([0-9a-z]+)\./)).1
            #expect(line.contains(reference))
        }
    }

    private struct BrokenAudit: AuditLog {
        func entries(app: String?, before id: String?, limit: Int) async throws(StoreError) -> [AuditEntry] {
            throw StoreError(.storage, "SQLite (10): disk I/O error in /secret/path")
        }

        func append(action: String, subject: String, detail: String, app: String?, by who: String)
            async throws(StoreError)
        {}
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
