import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// What a template's web view may load, and what it is told (PLC-130).
struct UnitPageTests {
    private static let image = "https://media.example:8080/i/a.png?v=1"
    private static let response: JSONValue = .record([
        "url": .text("https://media.example/t/unit.html"), "transition": .text("PH_MODAL"),
        "frame": .text("PH_FULLSCREEN"),
        "context": .record([
            "content": .record(["image": .record(["url": .text(image)])]), "title": .text("https://other.example/x"),
        ]),
    ])

    private static func unit() throws -> ContentUnit { try #require(ContentUnit(response)) }

    private static func page() throws -> UnitPage { try #require(UnitPage(unit(), view: 1)) }

    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `each page has an origin of its own, and serves the unit's files alone`() throws {
        let (one, other) = (try Self.page(), try Self.page())
        #expect(one.address.scheme == "marquee-unit")
        #expect(one.address.path().hasSuffix("/https/media.example/t/unit.html"))
        #expect(one.address.host() != other.address.host())
        #expect(one.source(of: one.address) == (try Self.unit()).url)
        let host = try #require(one.address.host())
        let image = try Self.url("marquee-unit://\(host)/https/media.example-8080/i/a.png?v=1")
        #expect(one.source(of: image) == (try Self.url(Self.image)))
        #expect(other.source(of: image) == nil)
        #expect(one.source(of: try Self.url("marquee-unit://\(host)/https/media.example/secret")) == nil)
        #expect(one.source(of: try Self.url(Self.image)) == nil)
    }

    @Test func `a surface in a browser serves pages below a path of its own`() async throws {
        let unit = try Self.unit()
        let (one, other) = (
            try #require(UnitPage(unit, view: 1, path: "/unit/t/")),
            try #require(UnitPage(unit, view: 2, path: "/unit/t/"))
        )
        #expect(one.address.absoluteString.hasPrefix("/unit/t/"))
        #expect(one.address.absoluteString.hasSuffix("/https/media.example/t/unit.html"))
        #expect(one.source(of: one.address) == unit.url && other.source(of: one.address) == nil)
        let answer = BridgeAnswer("c", response: .record(unit.context), isContext: true)
        let values = try JSONValue(bytes: Data(one.arguments(of: answer).utf8), maximumSize: 65_536).list
        let image = try #require(values?[1]["content"]?["image"]?["url"]?.text)
        let (address, source) = (try Self.url(image), try Self.url(Self.image))
        #expect(image.hasPrefix("/unit/t/") && one.source(of: address) == source)
        let policy = UnitResponse(nil, on: one).headers["Content-Security-Policy"]
        #expect(policy == UnitPolicy.contentSecurityPolicy(scheme: "x").replacing("x:", with: "'self'"))
    }

    @Test func `the data of a template names its images as they are served, and everything else unchanged`() throws {
        let (page, unit) = (try Self.page(), try Self.unit())
        let answer = BridgeAnswer("'); evil('", response: .record(unit.context), isContext: true)
        let values = try JSONValue(bytes: Data(page.arguments(of: answer).utf8), maximumSize: 65_536).list
        let served = values?[1]["content"]?["image"]?["url"]?.text
        #expect(values?[0].text == "'); evil('")
        #expect(served.flatMap(URL.init(string:)).flatMap { page.source(of: $0) } == (try Self.url(Self.image)))
        #expect(values?[1]["title"]?.text == "https://other.example/x")
        #expect(values?[2] == .null)
        #expect(!BridgeScript.answerFunction.contains("evil"))
    }

    @Test func `a page gets its files with its policy, and nothing else`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.response) })
        phone.server.files.withLock { $0 = ["/t/unit.html": "<p>ü</p>", "/secret": "s"] }
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        let request = try #require(surface.request)
        let page = try Self.page()
        let template = await request.response(to: page.address, of: page)
        #expect(template.status == 200)
        #expect(template.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(template.headers["Content-Security-Policy"]?.contains("sandbox allow-scripts") == true)
        let host = try #require(page.address.host())
        let other = try Self.url("marquee-unit://\(host)/https/media.example/secret")
        let refused = await request.response(to: other, of: page)
        #expect((refused.status, refused.body) == (404, Data()))
        request.cancel()
        _ = await shown.value
        await app.close()
    }

    @Test func `a page goes nowhere but to its template, and its commands are carried out`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.response) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        let request = try #require(surface.request)
        let page = try Self.page()
        #expect(request.allowsNavigation(to: page.address, isMainFrame: true, of: page))
        #expect(!request.allowsNavigation(to: page.address, isMainFrame: false, of: page))
        for text in ["https://media.example/t/unit.html", "about:blank", "file:///etc/passwd", "ph:dismiss"] {
            let url = try Self.url(text)
            #expect(!request.allowsNavigation(to: url, isMainFrame: true, of: page), "\(text)")
        }
        request.received(["command": "dismiss"], of: page)
        let blanks = String(repeating: " ", count: BridgeMessage.maximumSize)
        request.received(blanks + #"{"command": "dismiss"}"#, of: page)
        request.received(#"{"command": "explode"}"#, of: page)
        request.received(#"{"command": "loadContext", "callback": "1"}"#, of: page)
        #expect(await eventually { surface.answers.count == 1 })
        #expect(!request.isEnded)
        let command = try Self.url("ph://dismiss")
        #expect(!request.allowsNavigation(to: command, isMainFrame: true, of: page))
        #expect(await shown.value == .dismissed(.contentUnit))
        await app.close()
    }

    @Test func `of a thousand messages in one second a few are read, whatever they say`() async throws {
        var budget = CommandBudget()
        let read = (0..<1_000).filter { budget.allowsOne(bytes: 50, at: .milliseconds($0)) }
        #expect((50...75).contains(read.count))
        var other = CommandBudget()
        let large = (0..<1_000).filter { other.allowsOne(bytes: BridgeMessage.maximumSize, at: .milliseconds($0)) }
        #expect((5...8).contains(large.count))

        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.response) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        let (request, page) = (try #require(surface.request), try Self.page())
        let junk = try Self.url("ph://explode")
        for _ in 0..<10 {
            request.received("{", of: page)
            request.received(["command": "dismiss"], of: page)
            request.received(#"{"command": "explode"}"#, of: page)
            #expect(!request.allowsNavigation(to: junk, isMainFrame: true, of: page))
            request.received(try BridgeMessage(Data(#"{"command": "explode"}"#.utf8)), view: 1)
        }
        request.received(#"{"command": "dismiss"}"#, of: page)
        #expect(!request.isEnded)
        phone.clock.advance(by: .seconds(1))
        request.received(#"{"command": "dismiss"}"#, of: page)
        #expect(await shown.value == .dismissed(.contentUnit))
        await app.close()
    }

    @Test func `a template that refuses its data fails, and one that refuses another answer goes on`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.response) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        let request = try #require(surface.request)
        request.answerFailed(BridgeAnswer("1"), view: 1, reason: "no such function")
        #expect(!request.isEnded)
        request.answerFailed(BridgeAnswer("1", isContext: true), view: 1, reason: "no such function")
        guard case .failed(let error) = await shown.value else { Issue.record("not failed"); return }
        #expect(error.code == .templateFailed)
        await app.close()
    }

    @Test func `WebKit's content rules block everything but the page's own scheme`() throws {
        let json = UnitPolicy.contentRules(scheme: UnitPage.scheme)
        let rules = try JSONValue(bytes: Data(json.utf8), maximumSize: 65_536).list ?? []
        let filters = rules.map { $0["trigger"]?["url-filter"]?.text }
        #expect(filters == [".*", "^marquee-unit://", "^data:"])
        let actions = rules.map { $0["action"]?["type"]?.text }
        #expect(actions == ["block", "ignore-previous-rules", "ignore-previous-rules"])
    }
}
