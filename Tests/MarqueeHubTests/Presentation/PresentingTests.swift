import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

// HUB-009, HUB-040, HUB-073, HUB-082, HUB-089, HUB-092, HUB-095, HUB-104, HUB-110, HUB-124, HUB-183, HUB-186
@Suite(.timeLimit(.minutes(10))) struct PresentingTests {
    @Test func `presenting returns after the hub's page is rendered`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface(rendersPages: false)
        async let presented = fixture.hub.present(on: surface)
        await surface.until { $0.contains { if case .load = $0 { true } else { false } } }
        #expect(try await fixture.events(EventName.hubPresented).count == 1)
        #expect(try await fixture.events(EventName.contentViewed).isEmpty)
        surface.hub?.pageRendered(try #require(surface.pages.first).id)
        let hub = try await presented
        #expect(hub.currentPage == (try ContentURI("zbimdb://brand/")))
        #expect(fixture.hub.current === hub)
        #expect(fixture.hub.isDisplaying)
        #expect(surface.calls.first == .begin)
        #expect(surface.statuses.isEmpty)
    }

    @Test func `a profile decides the hub and the order, and an empty profile decides neither`() async throws {
        let fixture = try HubFixture()
        try fixture.core.users.create("golfer", tags: ["golf"])
        try fixture.core.users.create("third", tags: ["tag-one"])
        var starts: [String: String] = [:]
        var orders: [String: [Int]] = [:]
        for user in ["reader", "golfer", "third"] {
            try fixture.core.users.activate(user)
            let surface = RecordingSurface()
            let hub = try await fixture.hub.present(on: surface)
            starts[user] = hub.currentPage?.hub
            hub.load("zbimdb://brand/c/all")
            orders[user] = order(of: try #require(hub.state.withLock { $0.visit?.page }).html)
            try hub.dismiss()
        }
        #expect(starts == ["reader": "brand", "golfer": "golf", "third": "brand"])
        #expect(orders["reader"] == [3, 2, 1])
        #expect(orders["golfer"] == [3, 2, 1])
        #expect(orders["third"] == [1, 3, 2])
    }

    @Test func `tags override the profile without changing it`() async throws {
        let fixture = try HubFixture()
        try await fixture.hub.present(.tags(["sailing"]), on: RecordingSurface()).dismiss()
        #expect(
            try fixture.core.users.usageCounts(of: "reader") == ["news": 1],
            "the first hub was viewed, nothing else happened")
        let hub = try await fixture.hub.present(.tags(["golf", "travel"]), on: RecordingSurface())
        #expect(hub.currentPage?.hub == "golf")
        try hub.dismiss()
        #expect(try fixture.core.users.usageCounts(of: "reader") == ["golf": 1, "news": 1])
        let byProfile = try await fixture.hub.present(.tags([]), on: RecordingSurface())
        #expect(byProfile.currentPage?.hub == "brand")
    }

    @Test(arguments: [
        ("zbimdb://golf/", "zbimdb://golf/"), ("zbimdb://brand/c/all", "zbimdb://brand/c/all"),
        ("zbimdb://brand/a/two", "zbimdb://brand/a/two"),
        ("https://example.com/two", "zbimdb://brand/a/two"),
    ])
    func `a URI opens its page directly`(_ uri: String, _ page: String) async throws {
        let hub = try await HubFixture().hub.present(.uri(uri), on: RecordingSurface())
        #expect(hub.currentPage?.description == page)
        #expect(!hub.canGoBack)
    }

    struct Failure: Sendable {
        let uri: String
        let code: HubError.Code
    }

    @Test(arguments: [
        Failure(uri: "zbimdb://brand/a/unknown", code: .missingContent),
        Failure(uri: "zbimdb://nobody/", code: .missingContent),
        Failure(uri: "myapp://brand/a/two", code: .missingContent),
        Failure(uri: "https://example.com/none", code: .missingContent),
        Failure(uri: "zbimdb://brand/x/two", code: .invalidParameters), Failure(uri: "", code: .invalidParameters),
        Failure(uri: "zbimdb://brand/assets/x.png", code: .missingContent),
    ])
    func `a URI without a page fails and shows nothing`(_ row: Failure) async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface()
        let error = await #expect(throws: HubError.self) {
            try await fixture.hub.present(.uri(row.uri), on: surface)
        }
        #expect(error?.code == row.code)
        #expect(error?.message.isEmpty == false)
        #expect(HubError.domain == "ZBIMErrorDomain")
        #expect(HubError.Code.missingContent.rawValue == 10)
        #expect(surface.calls.isEmpty)
        #expect(!fixture.hub.isDisplaying)
    }

    @Test func `without an active user, nothing is shown`() async throws {
        let fixture = try HubFixture(user: nil)
        let surface = RecordingSurface()
        let error = await #expect(throws: HubError.self) { try await fixture.hub.present(on: surface) }
        #expect(error?.code == .activeUserNotSet)
        #expect(surface.calls.isEmpty)
    }

    @Test func `without a surface, presenting fails`() async throws {
        let fixture = try HubFixture()
        let error = await #expect(throws: HubError.self) { try await fixture.hub.present() }
        #expect(error?.code == .invalidState)
        let surface = RecordingSurface()
        fixture.hub.setModalSurface { surface }
        try await fixture.hub.present()
        #expect(surface.pages.count == 1)
    }

    @Test(arguments: [
        (Fresh.State.paused(reason: "x"), true), (.lockdown(fromBuild: "1.0", throughBuild: "1.10", reason: "x"), true),
        (.lockdown(fromBuild: "1.0", throughBuild: "1.2.9", reason: "x"), false), (.active, false),
    ])
    func `content that is switched off is not presented`(_ state: Fresh.State, _ isDisabled: Bool) async throws {
        let fresh = try HubFixture.fresh(state)
        let fixture = try HubFixture(build: "1.9") { $0.fresh = fresh }
        #expect(fixture.hub.isDisabled == isDisabled)
        do {
            try await fixture.hub.present(on: RecordingSurface())
            #expect(!isDisabled)
        } catch {
            #expect(error.code == .disabled)
        }
    }

    @Test func `only one hub is displayed at a time`() async throws {
        let fixture = try HubFixture()
        let hub = try await fixture.hub.present(on: RecordingSurface())
        let error = await #expect(throws: HubError.self) { try await fixture.hub.present(on: RecordingSurface()) }
        #expect(error?.code == .invalidOperation)
        #expect(fixture.hub.current === hub)
    }

    @Test func `dismissing removes the hub, and dismissing it again is an error`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface()
        let hub = try await fixture.hub.present(on: surface)
        try hub.dismiss()
        #expect(fixture.hub.current == nil)
        #expect(!fixture.hub.isDisplaying)
        let again = #expect(throws: HubError.self) { try hub.dismiss() }
        #expect(again?.code == .invalidState)
        await surface.until { $0.last == .dismiss }
        for _ in 0..<50 { try await fixture.hub.present(on: RecordingSurface()).dismiss() }
    }

    @Test func `a dismissed hub is presented again with its page and release`() async throws {
        let fixture = try HubFixture()
        let first = RecordingSurface()
        let hub = try await fixture.hub.present(on: first)
        hub.load("zbimdb://brand/a/two")
        await first.until { $0.count { if case .load = $0 { true } else { false } } == 2 }
        hub.scrolled(to: 77, depth: 0.5, on: try #require(first.pages.last).id)
        try hub.dismiss()
        fixture.delivery.state.withLock { $0.stored = nil }
        let surface = RecordingSurface()
        try await fixture.hub.presentExisting(hub, on: surface)
        #expect(surface.pages.map(\.uri.description) == ["zbimdb://brand/a/two"])
        #expect(surface.pages.first?.scrollPosition == 77)
        #expect(hub.canGoBack)
        #expect(!hub.canGoForward)
        #expect(fixture.hub.current === hub)
    }
}

/// The numbers of the sample's articles, in the order of their cards.
func order(of html: Data) -> [Int] {
    let text = String(decoding: html, as: UTF8.self)
    let places = ["one", "two", "three"].enumerated().compactMap { index, name in
        text.range(of: "<li>zbimdb://brand/a/\(name)</li>").map { (place: $0.lowerBound, number: index + 1) }
    }
    return places.sorted { $0.place < $1.place }.map(\.number)
}
