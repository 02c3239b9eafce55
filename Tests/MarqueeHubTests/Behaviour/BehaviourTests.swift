import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

// HUB-038, HUB-047, HUB-049, HUB-102, HUB-103, HUB-206
@Suite(.timeLimit(.minutes(10))) struct BehaviourTests {
    @Test func `an entry point applies to the next presentation only`() async throws {
        let fixture = try HubFixture()
        fixture.hub.entryPoint = "home"
        try await fixture.hub.present(on: RecordingSurface()).dismiss()
        #expect(fixture.hub.entryPoint == nil)
        try await fixture.hub.present(on: RecordingSurface()).dismiss()
        fixture.hub.entryPoint = "lost"
        await #expect(throws: HubError.self) {
            try await fixture.hub.present(.uri("zbimdb://nobody/"), on: RecordingSurface())
        }
        try await fixture.hub.present(on: RecordingSurface()).dismiss()
        fixture.hub.entryPoint = "cleared"
        fixture.hub.entryPoint = ""
        try await fixture.hub.present(on: RecordingSurface()).dismiss()
        let expected: [Event.Value?] = ["home", nil, nil, nil]
        #expect(try await fixture.events(EventName.hubPresented).map { $0.properties["entry_point"] } == expected)
        #expect(try await fixture.events(EventName.contentViewed).map { $0.properties["entry_point"] } == expected)
    }

    @Test func `a presentation records events from its beginning to its end`() async throws {
        let fixture = try HubFixture()
        fixture.hub.entryPoint = "home"
        let surface = RecordingSurface()
        let hub = try await fixture.hub.present(on: surface)
        fixture.clock.advance(by: .seconds(2))
        hub.load("zbimdb://brand/a/two")
        await surface.until { $0.count { if case .load = $0 { true } else { false } } == 2 }
        #expect(await eventually { hub.state.withLock { $0.visit?.isRendered } == true })
        hub.scrolled(to: 10, depth: 0.95, on: try #require(surface.pages.last).id)
        fixture.clock.advance(by: .seconds(3))
        fixture.clock.set(Timestamp(milliseconds: 0))
        await fixture.hub.enteredBackground()
        fixture.clock.advance(by: .seconds(100))
        fixture.hub.enteredForeground()
        fixture.clock.advance(by: .seconds(4))
        try hub.dismiss()
        // Leaving the app also records the tag report, which has its own tests.
        let events = try await fixture.events().filter { $0.name != EventName.userTags }
        #expect(
            events.map(\.name) == [
                EventName.hubPresented, EventName.contentViewed, EventName.contentRead, EventName.contentViewed,
                EventName.contentRead,
                EventName.contentRead, EventName.hubDismissed,
            ])
        #expect(
            events[0].properties == [
                "uri": "zbimdb://brand/", "hub": "zbimdb://brand/", "mode": "modal", "entry_point": "home",
            ])
        #expect(events[2].properties["dwell_ms"] == 2_000)
        #expect(
            events[4].properties == [
                "uri": "zbimdb://brand/a/two", "type": "article", "hub": "zbimdb://brand/",
                "channel": "zbimdb://brand/c/all", "release": 1,
                "entry_point": "home", "dwell_ms": 3_000, "depth": 0.95, "completed": true,
            ])
        #expect(events[5].properties["dwell_ms"] == 4_000)
        #expect(events[5].properties["completed"] == false)
        #expect(events[6].properties["shown_ms"] == 109_000)
        #expect(events.allSatisfy { $0.user == "reader" && $0.session != nil })
    }

    @Test func `a video counts once per visit, and only for the page that is shown`() async throws {
        let fixture = try HubFixture()
        fixture.hub.entryPoint = "home"
        let surface = RecordingSurface(rendersPages: false)
        let presentation = Task { try await fixture.hub.present(.uri("zbimdb://brand/a/one"), on: surface) }
        await surface.until { $0.contains { if case .load = $0 { true } else { false } } }
        let first = try #require(surface.pages.first)
        surface.hub?.videoPlayed("before the page stands", on: first.id)
        surface.hub?.pageRendered(first.id)
        let hub = try await presentation.value
        for token in ["a", "b"] { hub.videoPlayed("https://cdn.example/clip.mp4?token=\(token)#t=1", on: first.id) }
        hub.videoPlayed("clip-7", on: first.id)
        hub.load("zbimdb://brand/a/two")
        await surface.until { $0.count { if case .load = $0 { true } else { false } } == 2 }
        let second = try #require(surface.pages.last)
        hub.pageRendered(second.id)
        hub.videoPlayed("of the page before", on: first.id)
        hub.videoPlayed("clip-7", on: second.id)
        try hub.dismiss()
        hub.videoPlayed("after the hub", on: second.id)
        let events = try await fixture.events(EventName.videoPlayed)
        #expect(events.map { $0.properties["video"] } == ["https://cdn.example/clip.mp4", "clip-7", "clip-7"])
        #expect(
            events.first?.properties == [
                "uri": "zbimdb://brand/a/one", "type": "article", "hub": "zbimdb://brand/",
                "channel": "zbimdb://brand/c/all", "release": 1, "entry_point": "home",
                "video": "https://cdn.example/clip.mp4",
            ])
        #expect(events.last?.properties["uri"] == "zbimdb://brand/a/two")
        #expect(events.allSatisfy { $0.user == "reader" && $0.session != nil })
    }

    @Test func `a view counts each tag once per presentation, after the page is rendered`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface(rendersPages: false)
        let presentation = Task { try await fixture.hub.present(.uri("zbimdb://brand/a/one"), on: surface) }
        await surface.until { $0.contains { if case .load = $0 { true } else { false } } }
        #expect(try fixture.core.users.usageCounts(of: "reader").isEmpty)
        let first = try #require(surface.pages.first)
        surface.hub?.pageRendered(first.id)
        surface.hub?.pageRendered(first.id)
        let hub = try await presentation.value
        #expect(try fixture.core.users.usageCounts(of: "reader") == ["tag-one": 1])
        hub.load("zbimdb://brand/a/two")
        await surface.until { $0.count { if case .load = $0 { true } else { false } } == 2 }
        hub.pageRendered(first.id)
        #expect(try fixture.core.users.usageCounts(of: "reader") == ["tag-one": 1], "a late report of the first page")
        hub.pageRendered(try #require(surface.pages.last).id)
        hub.goBack()
        await surface.until { $0.count { if case .load = $0 { true } else { false } } == 3 }
        hub.pageRendered(try #require(surface.pages.last).id)
        #expect(try fixture.core.users.usageCounts(of: "reader") == ["tag-one": 1, "tag-two": 1])
        #expect(try await fixture.events(EventName.contentViewed).count == 3)
    }

    @Test func `a view counts for the user who is active at that time`() async throws {
        let fixture = try HubFixture()
        try fixture.core.users.create("other")
        let surface = RecordingSurface()
        let hub = try await fixture.hub.present(.uri("zbimdb://brand/a/one"), on: surface)
        try fixture.core.users.activate("other")
        hub.load("zbimdb://brand/a/two")
        #expect(await eventually { hub.state.withLock { $0.visit?.isRendered } == true })
        #expect(await eventually { (try? fixture.core.users.usageCounts(of: "other")) == ["tag-two": 1] })
        #expect(try fixture.core.users.usageCounts(of: "reader") == ["tag-one": 1])
        try fixture.core.users.activate("reader")
        #expect(try fixture.core.users.usageCounts(of: "reader") == ["tag-one": 1])
    }

    @Test func `reading changes the next presentation, not the one on screen`() async throws {
        let fixture = try HubFixture()
        let hub = try await fixture.hub.present(.uri("zbimdb://brand/c/all"), on: RecordingSurface())
        #expect(order(of: try #require(hub.state.withLock { $0.visit?.page }).html) == [3, 2, 1])
        try fixture.core.users.viewed(tags: ["tag-one"])
        hub.load("zbimdb://brand/")
        hub.load("zbimdb://brand/c/all")
        #expect(order(of: try #require(hub.state.withLock { $0.visit?.page }).html) == [3, 2, 1])
        try hub.dismiss()
        let next = try await fixture.hub.present(.uri("zbimdb://brand/c/all"), on: RecordingSurface())
        #expect(order(of: try #require(next.state.withLock { $0.visit?.page }).html) == [1, 3, 2])
    }
}
