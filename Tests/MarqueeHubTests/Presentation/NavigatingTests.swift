import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

// HUB-105…108, HUB-118, HUB-122, HUB-144…150, HUB-161, HUB-168
@Suite(.timeLimit(.minutes(10))) struct NavigatingTests {
    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `each navigation posts one notice, with type, URL and title`() async throws {
        let fixture = try HubFixture()
        let notices = try await fixture.notices {
            let hub = try await fixture.hub.present(on: RecordingSurface())
            hub.linkActivated(try url("zbimdb://brand/c/all"))
            hub.linkActivated(try url("zbimdb://brand/a/two"))
            hub.linkActivated(try url("zbimdb://brand/a/two#part"))
            fixture.clock.advance(by: .seconds(1))
            hub.goBack()
            fixture.clock.advance(by: .seconds(1))
            hub.goForward()
            hub.load("zbimdb://golf/")
        }
        let infos = notices.filter { $0.name == "ZBiMContentTypeChanged" }.map(\.userInfo)
        #expect(
            infos.compactMap { $0["ZBiMResourceType"] } == ["hub", "channel", "article", "channel", "article", "hub"])
        #expect(infos.compactMap { $0["ZBiMResourceTitle"] } == ["Brand", "All", "two", "All", "two", "Golf"])
        #expect(infos.last?["ZBiMResourceURL"] == "zbimdb://golf/")
    }

    @Test func `back and forward restore the scroll position and the controls`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface()
        let hub = try await fixture.hub.present(on: surface)
        #expect(surface.controls == HubControls(title: "Brand"))
        hub.scrolled(to: 300, depth: 0.4, on: try #require(surface.pages.last).id)
        hub.linkActivated(try url("zbimdb://brand/c/all"))
        #expect(hub.canGoBack)
        await surface.until { $0.count { if case .load = $0 { true } else { false } } == 2 }
        hub.scrolled(to: 40, depth: 0.2, on: try #require(surface.pages.last).id)
        hub.goBack()
        await surface.until { $0.count { if case .load = $0 { true } else { false } } == 3 }
        #expect(surface.pages.map(\.scrollPosition) == [0, 0, 300])
        #expect(surface.controls == HubControls(canGoForward: true, title: "Brand"))
        hub.goForward()
        #expect(hub.currentPage?.description == "zbimdb://brand/", "a second step within 300 ms is ignored")
        fixture.clock.advance(by: .milliseconds(300))
        hub.goForward()
        #expect(hub.currentPage?.description == "zbimdb://brand/c/all")
        await surface.until { $0.count { if case .load = $0 { true } else { false } } == 4 }
        #expect(surface.pages.last?.scrollPosition == 40)
        fixture.clock.advance(by: .seconds(1))
        hub.goForward()
        #expect(hub.currentPage?.description == "zbimdb://brand/c/all")
    }

    // HUB-105, HUB-107
    @Test func `going back or forward skips a page that may no longer be shown`() async throws {
        let fixture = try HubFixture()
        let late = fixture.clock.now + .seconds(60)
        try fixture.delivery.state.withLock {
            try $0.stored?.add("zbimdb://brand/a/past", parent: "zbimdb://brand/c/all", expires: late)
        }
        let hub = try await fixture.hub.present(on: RecordingSurface())
        for page in ["past", "one", "two"] { hub.load("zbimdb://brand/a/\(page)") }
        fixture.clock.advance(by: .seconds(60))
        let revoked = try HubFixture.fresh(revoked: [ContentURI(hub: "brand", .article("one"))])
        fixture.delivery.state.withLock { $0.fresh = revoked }
        hub.goBack()
        #expect(hub.currentPage?.description == "zbimdb://brand/")
        #expect(!hub.canGoBack)
        fixture.clock.advance(by: .seconds(1))
        hub.goForward()
        #expect(hub.currentPage?.description == "zbimdb://brand/a/two")
        #expect(!hub.canGoForward)
        #expect(hub.history.pages.count == 4)
    }

    // HUB-105
    @Test func `the hub keeps its page when no earlier page may be shown`() async throws {
        let fixture = try HubFixture()
        let hub = try await fixture.hub.present(.uri("zbimdb://brand/a/one"), on: RecordingSurface())
        hub.load("zbimdb://golf/")
        let revoked = try HubFixture.fresh(revoked: [ContentURI(hub: "brand", .article("one"))])
        fixture.delivery.state.withLock { $0.fresh = revoked }
        hub.goBack()
        #expect(hub.currentPage?.description == "zbimdb://golf/")
        #expect(hub.history.current == 1)
        #expect(fixture.log.messages(.error).contains { $0.contains("zbimdb://brand/a/one was revoked") })
    }

    @Test func `without history, going back does nothing and records nothing`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface()
        let hub = try await fixture.hub.present(on: surface)
        let before = try await fixture.events().count
        hub.goBack()
        hub.goForward()
        #expect(try await fixture.events().count == before)
        #expect(surface.pages.count == 1)
    }

    @Test func `an embedded hub draws no controls of its own`() async throws {
        let fixture = try HubFixture()
        fixture.hub.colorScheme = .light
        fixture.hub.showsLogo = false
        let surface = RecordingSurface()
        try await fixture.hub.present(on: surface, mode: .embedded)
        let controls = try #require(surface.controls)
        #expect(!controls.showsChrome)
        #expect(controls == HubControls(title: "Brand", showsLogo: false, colorScheme: .light, mode: .embedded))
        #expect(HubControls().showsChrome)
        #expect(
            try await fixture.events(EventName.hubPresented).map(\.properties) == [
                ["uri": "zbimdb://brand/", "hub": "zbimdb://brand/", "mode": "embedded"]
            ])
    }

    @Test(arguments: [true, false])
    func `an external link opens only after the person agrees`(_ agrees: Bool) async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface(leavesApp: agrees)
        let hub = try await fixture.hub.present(on: surface)
        let link = try url("https://elsewhere.example/?secret=1")
        #expect(hub.linkActivated(link) == .external(.contentSource))
        await surface.until { $0.contains(.confirm(link)) }
        if agrees { await surface.until { $0.contains(.open(link)) } }
        #expect(hub.currentPage?.description == "zbimdb://brand/")
        #expect(surface.calls.contains(.open(link)) == agrees)
        let events = try await fixture.events(EventName.externalLinkOpened)
        #expect(
            events.map(\.properties)
                == (agrees ? [["url": "https://elsewhere.example/", "uri": "zbimdb://brand/"]] : []))
    }

    @Test func `a marked link is handled like its original address`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface(leavesApp: false)
        let hub = try await fixture.hub.present(on: surface)
        #expect(hub.linkActivated(try url("marquee-link:https://elsewhere.example/")) == .external(.contentSource))
        await surface.until { $0.contains { if case .confirm = $0 { true } else { false } } }
        #expect(
            hub.linkActivated(try url("marquee-link:https://example.com/two"))
                == .ownPage(ContentURI(hub: "brand", .article("two"))))
        #expect(hub.linkActivated(try url("marquee-link:javascript:alert(1)")) == .denied(.dangerousScheme))
    }

    @Test func `a link inside the release opens without a question`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface()
        let hub = try await fixture.hub.present(on: surface)
        #expect(
            hub.linkActivated(try url("https://example.com/two")) == .ownPage(ContentURI(hub: "brand", .article("two")))
        )
        await surface.until { $0.count { if case .load = $0 { true } else { false } } == 2 }
        #expect(!surface.calls.contains { if case .confirm = $0 { true } else { false } })
    }

    @Test func `local only blocks an external link, and the refusal is logged and counted`() async throws {
        let fixture = try HubFixture()
        fixture.hub.contentSource = .localOnly
        let surface = RecordingSurface()
        let hub = try await fixture.hub.present(on: surface)
        let requests = fixture.hub.requests()
        #expect(hub.linkActivated(try url("https://elsewhere.example/?token=secret")) == .denied(.localOnly))
        #expect(hub.resource(for: ResourceRequest(try url("https://elsewhere.example/p.gif"))) == .denied(.localOnly))
        #expect(hub.resource(for: ResourceRequest(try url("https://elsewhere.example/p.gif"))) == .denied(.localOnly))
        hub.requestBlocked(try url("https://elsewhere.example/x.js"))
        let warnings = fixture.log.messages(.warning)
        #expect(warnings.count { $0.contains("elsewhere.example") } == 3)
        #expect(!warnings.contains { $0.contains("secret") })
        let events = try await fixture.events(EventName.requestDenied)
        #expect(events.map { $0.properties["reason"] } == ["local_only", "local_only", "page_policy"])
        #expect(events.first?.properties["host"] == "elsewhere.example")
        var decisions: [RequestGate.Decision] = []
        for await record in requests.prefix(4) { decisions.append(record.decision) }
        #expect(decisions.last == .denied(.pagePolicy))
    }

    // HUB-160
    @Test func `removed markup is reported as refused at each visit`() async throws {
        let fixture = try HubFixture { state in
            let page = "<html><head><link rel=preconnect href=//t.example></head><body><script>1</script></body></html>"
            state.stored?.pages[ContentURI(hub: "brand", .article("one"))] = page
        }
        let requests = fixture.hub.requests()
        let surface = RecordingSurface()
        let hub = try await fixture.hub.present(.uri("zbimdb://brand/a/one"), on: surface)
        hub.load("zbimdb://brand/a/two")
        hub.load("zbimdb://brand/a/one")
        var records: [RequestRecord] = []
        for await record in requests.prefix(4) { records.append(record) }
        #expect(records.map(\.decision) == Array(repeating: .denied(.markup), count: 4))
        #expect(records.map(\.trigger) == ["link", "script", "link", "script"])
        #expect(
            records.prefix(2).map(\.url.absoluteString) == ["https://t.example", "zbimdb://brand/a/one"])
        #expect(fixture.log.messages(.warning).contains { $0.contains("(markup, script): zbimdb://brand/a/one") })
        #expect(try await fixture.events(EventName.requestDenied).count == 4)
    }

    @Test func `a blocked request without an address is reported with the page's address`() async throws {
        let fixture = try HubFixture()
        let hub = try await fixture.hub.present(on: RecordingSurface())
        let requests = fixture.hub.requests()
        hub.requestBlocked(nil, trigger: "script-src-attr")
        for await record in requests.prefix(1) {
            #expect(record.url.absoluteString == "zbimdb://brand/")
            #expect(record.trigger == "script-src-attr")
        }
    }

    @Test func `pages and assets come only from the presented release`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface()
        let hub = try await fixture.hub.present(on: surface)
        let page = try #require(surface.pages.last)
        guard
            case .content(let bytes, let type, let headers) = hub.resource(
                for: ResourceRequest(try url("zbimdb://brand/"), purpose: .page))
        else {
            Issue.record("the displayed page is not served")
            return
        }
        #expect(bytes == page.html)
        #expect(type == "text/html; charset=utf-8")
        #expect(headers["content-security-policy"]?.hasPrefix("default-src 'none'") == true)
        #expect(
            hub.resource(for: ResourceRequest(try url("zbimdb://brand/a/two"), purpose: .page))
                == .denied(.notDisplayed))
        #expect(hub.resource(for: ResourceRequest(try url("zbimdb://brand/assets/none.png"))) == .denied(.notInRelease))
        guard
            case .content(let image, "image/png", _) = hub.resource(
                for: ResourceRequest(try url("zbimdb://brand/assets/x.png")))
        else {
            Issue.record("the asset is not served")
            return
        }
        #expect(image.count == 3)
    }

    @Test func `revoked and expired pages are neither listed nor opened`() async throws {
        let fresh = try HubFixture.fresh(revoked: [ContentURI(hub: "brand", .article("two"))])
        let fixture = try HubFixture { $0.fresh = fresh }
        let now = fixture.clock.now
        try fixture.delivery.state.withLock {
            try $0.stored?.add("zbimdb://brand/a/past", parent: "zbimdb://brand/c/all", expires: now)
        }
        let hub = try await fixture.hub.present(.uri("zbimdb://brand/c/all"), on: RecordingSurface())
        #expect(order(of: try #require(hub.state.withLock { $0.visit?.page }).html) == [3, 1])
        #expect(hub.linkActivated(try url("zbimdb://brand/a/two")) == .denied(.revoked))
        #expect(hub.linkActivated(try url("zbimdb://brand/a/past")) == .denied(.expired))
        #expect(hub.linkActivated(try url("zbimdb://brand/a/none")) == .denied(.notInRelease))
        #expect(hub.currentPage?.description == "zbimdb://brand/c/all")
    }

    @Test func `no list has articles of a revoked or expired channel`() async throws {
        let closed = try HubFixture.fresh(revoked: [ContentURI(hub: "brand", .channel("closed"))])
        let fixture = try HubFixture { $0.fresh = closed }
        let now = fixture.clock.now
        try fixture.delivery.state.withLock {
            try $0.stored?.add("zbimdb://brand/c/closed", parent: "zbimdb://brand/")
            try $0.stored?.add("zbimdb://brand/a/hidden", parent: "zbimdb://brand/c/closed")
            try $0.stored?.add("zbimdb://brand/c/past", parent: "zbimdb://brand/", expires: now)
            try $0.stored?.add("zbimdb://brand/a/late", parent: "zbimdb://brand/c/past")
            let cards = ["hidden", "two", "late", "one"].map { "zbimdb://brand/a/\($0)" }
            try $0.stored?.add("zbimdb://brand/", title: "Brand", tags: ["news"], page: FakeRelease.list(cards))
        }
        let hub = try await fixture.hub.present(.uri("zbimdb://brand/"), on: RecordingSurface())
        let html = try #require(hub.state.withLock { $0.visit?.page }).html
        #expect(order(of: html) == [2, 1])
        for name in ["hidden", "late"] { #expect(!String(decoding: html, as: UTF8.self).contains("brand/a/\(name)")) }
    }

    @Test func `the app receives a URL with a registered scheme unchanged`() async throws {
        let fixture = try HubFixture()
        fixture.hub.register(scheme: "shopapp")
        fixture.hub.register(scheme: "javascript")
        let surface = RecordingSurface()
        let hub = try await fixture.hub.present(on: surface)
        let link = try url("shopapp://buy/7?size=m#now")
        hub.linkActivated(link)
        await surface.until { $0.contains(.open(link)) }
        #expect(
            try await fixture.events(EventName.customSchemeOpened).map(\.properties) == [
                ["scheme": "shopapp", "uri": "zbimdb://brand/"]
            ])
        #expect(hub.linkActivated(try url("javascript:alert(1)")) == .denied(.dangerousScheme))
        #expect(hub.isDisplayed)
    }
}
