import Foundation
import HTTPTypes
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

@testable import Simulator

/// HUB-244: each control of a simulated phone, through the lab's own routes.
@Suite(.timeLimit(.minutes(10))) struct LabControlTests {
    private let fixture: LabFixture

    init() throws {
        fixture = try LabFixture()
    }

    @Test func `a phone shows the hub and its history`() async throws {
        let phone = try await fixture.phone()
        let shown = try await fixture.open(phone, ["entryPoint": "home"])
        #expect(shown.isReady && shown.isDisplaying)
        #expect(try fixture.state(phone).device.app?.isForeground == true)
        #expect(shown.release == 1)
        #expect(shown.page?.type == "hub")
        #expect(shown.controls?.showsChrome == true)
        try await fixture.command(phone, "hub.link", ["text": "zbimdb://brand/c/food"])
        let app = try fixture.app(phone)
        try #require(await eventually { app.surface.screen.page?.uri.description == "zbimdb://brand/c/food" })
        let next = try fixture.hub(phone)
        #expect(next.history.map(\.uri) == ["zbimdb://brand/", "zbimdb://brand/c/food"])
        #expect(next.history.map(\.isCurrent) == [false, true])
        try await fixture.command(phone, "hub.back")
        try #require(await eventually { app.surface.screen.page?.uri.description == "zbimdb://brand/" })
        #expect(try fixture.hub(phone).history.map(\.isCurrent) == [true, false])
    }

    @Test func `an embedded hub leaves its controls to the app`() async throws {
        let phone = try await fixture.phone()
        let shown = try await fixture.open(phone, ["mode": "embedded"])
        #expect(shown.controls?.showsChrome == false)
    }

    @Test func `users and tags are the phone's own`() async throws {
        let (one, two) = (try await fixture.phone(), try await fixture.phone())
        try await fixture.command(one, "device.createUser", ["user": "ada"])
        try await fixture.command(one, "device.activateUser", ["user": "ada"])
        let state = try await fixture.command(one, "device.tag", ["tag": "huts", "change": 3])
        #expect(state.device.app?.user == "ada")
        #expect(state.device.app?.tags.map(\.name) == ["huts"] && state.device.app?.tags.map(\.count) == [3])
        #expect(try fixture.state(two).device.app?.users.contains("ada") == false)
        #expect(try fixture.state(two).device.app?.tags.isEmpty == true)
    }

    @Test func `offline nothing is sent, and online it is`() async throws {
        let phone = try await fixture.phone()
        #expect(try await fixture.command(phone, "device.network", ["network": "offline"]).device.network == "offline")
        _ = fixture.service.takeRequests()
        try await fixture.command(phone, "hub.present")
        let app = try fixture.app(phone)
        try #require(await eventually { if case .failed = app.surface.screen.status { true } else { false } })
        #expect(try fixture.hub(phone).status?.kind == "failed")
        #expect(fixture.service.takeRequests().isEmpty)
        try await fixture.command(phone, "hub.dismiss")
        try await fixture.command(phone, "device.network", ["network": "online"])
        #expect(try await fixture.open(phone).release == 1)
    }

    @Test(arguments: SimulatedNetwork.Mode.allCases)
    func `the network is what was chosen, also after a kill`(_ mode: SimulatedNetwork.Mode) async throws {
        let phone = try await fixture.phone()
        let other: SimulatedNetwork.Mode = mode == .online ? .offline : .online
        for choice in [other, mode] {
            let state = try await fixture.command(phone, "device.network", ["network": choice.rawValue])
            #expect(state.device.network == choice.rawValue)
            #expect(try fixture.lab.device(phone).network.mode == choice)
        }
        #expect(try await fixture.command(phone, "device.restart").device.network == mode.rawValue)
        #expect(try fixture.lab.device(phone).network.mode == mode)
    }

    /// Hubs that differ in their tags, which the sample's do not.
    private func publish(hubs: [String]) throws {
        var engine = fixture.service.engine
        let now = Timestamp(Date())
        func put(_ data: Data) -> ObjectReference {
            engine.objects[ObjectHash(of: data)] = data
            return ObjectReference(of: data)
        }
        func item(_ uri: ContentURI) -> Manifest.Item {
            let page = put(Data("<!doctype html><title>\(uri)</title>".utf8))
            return Manifest.Item(uri: uri, title: uri.description, tags: [uri.hub], page: page)
        }
        let manifests = try hubs.flatMap { hub in
            let (channel, article) = (ContentURI(hub: hub, .channel("news")), ContentURI(hub: hub, .article("one")))
            return try [[ContentURI(hub: hub)], [channel, article]].map { uris in
                let manifest = try Manifest(uri: uris[0], items: uris.map(item))
                return ManifestReference(uri: manifest.uri, object: put(try manifest.encoded()))
            }
        }
        engine.releaseVersion += 1
        let release = Release(
            scope: engine.scope, version: engine.releaseVersion, issued: now, expires: now + engine.validity,
            manifests: manifests)
        let document = put(try release.signed(by: engine.keys[.release, default: []]).encoded())
        engine.pointer = Fresh.ReleasePointer(version: engine.releaseVersion, object: document)
        try engine.publishFresh(now: now)
        fixture.service.replace(engine)
    }

    @Test func `tags replace the profile when a hub is chosen, and events carry the entry point`()
        async throws
    {
        try publish(hubs: ["brand", "golf", "sailing"])
        let phone = try await fixture.phone()
        try await fixture.command(phone, "device.tag", ["tag": "golf", "change": 9])
        let shown = try await fixture.open(phone, ["tags": ["sailing"], "entryPoint": "push"])
        #expect(shown.page?.uri == "zbimdb://sailing/")
        for name in [EventName.hubPresented, EventName.contentViewed] {
            let entry = try await fixture.entry(phone) { $0.kind == .event && $0.title == name }
            #expect(entry.detail.contains("entry_point=push"))
            #expect(entry.detail.contains("uri=zbimdb://sailing/"))
        }
        try await fixture.command(phone, "hub.dismiss")
        #expect(try await fixture.open(phone).page?.uri == "zbimdb://golf/", "without tags the profile chooses")
    }

    @Test func `background and foreground reach the app`() async throws {
        let phone = try await fixture.phone()
        let app = try fixture.app(phone)
        #expect(try await fixture.command(phone, "device.background").device.app?.isForeground == false)
        #expect(await eventually { app.marquee.core.appState == .background })
        try await fixture.command(phone, "device.foreground")
        #expect(await eventually { app.isForeground && app.marquee.core.appState == .foreground })
        #expect(try fixture.state(phone).device.app?.isForeground == true)
    }

    @Test func `a clock set forward makes content stale for this phone alone`() async throws {
        let (one, two) = (try await fixture.phone(), try await fixture.phone())
        try await fixture.open(one)
        let week = 8.0 * 86_400
        #expect(try await fixture.command(one, "device.clock", ["seconds": week]).device.clockAheadSeconds == 691_200)
        try await fixture.command(one, "hub.refresh")
        let failure = try await fixture.entry(one) { $0.title == "refresh" }
        #expect(failure.detail.hasPrefix("expired") && !failure.isGood)
        #expect(try fixture.state(two).device.clockAheadSeconds == 0)
    }

    @Test func `a refresh fetches what is new for the next presentation`() async throws {
        let phone = try await fixture.phone()
        try await fixture.open(phone)
        try fixture.service.publish(.sample(articles: 4))
        try await fixture.command(phone, "hub.refresh")
        _ = try await fixture.entry(phone) { $0.detail.hasPrefix("release 2 is stored") }
        #expect(try fixture.hub(phone).release == 1)
        try await fixture.command(phone, "hub.dismiss")
        #expect(try await fixture.open(phone).release == 2)
    }

    @Test func `a dismissed hub comes back where it was left`() async throws {
        let phone = try await fixture.phone()
        try await fixture.open(phone, ["uri": "zbimdb://brand/a/news-2"])
        let app = try fixture.app(phone)
        try await fixture.command(phone, "hub.dismiss")
        try #require(await eventually { app.surface.screen.page == nil && app.surface.hub == nil })
        #expect(try fixture.hub(phone).canPresentAgain)
        try await fixture.command(phone, "hub.presentAgain")
        try #require(await eventually { app.surface.screen.page != nil })
        #expect(try fixture.hub(phone).page?.uri == "zbimdb://brand/a/news-2")
        try await fixture.rendered(phone)
    }

    @Test(arguments: ["light", "dark"]) func `the next hub has the look that was chosen`(_ scheme: String) async throws
    {
        let phone = try await fixture.phone()
        try await fixture.command(phone, "hub.scheme", ["scheme": scheme])
        let shown = try await fixture.open(phone)
        #expect(shown.controls?.scheme == scheme)
        let page = try await fixture.page("/\(shown.token)/brand/")
        #expect(String(decoding: page.body, as: UTF8.self).contains("data-theme=\"\(scheme)\""))
    }

    @Test func `an advertising id is available only while tracking is allowed`() async throws {
        let phone = try await fixture.phone()
        let app = try fixture.app(phone)
        #expect(await app.marquee.core.advertiser.id() == nil)
        #expect(
            try await fixture.command(phone, "device.adTracking", ["adTracking": "allowed"]).device.adTracking
                == "allowed")
        #expect(await app.marquee.core.advertiser.id() != nil)
        try await fixture.command(phone, "device.adTracking", ["adTracking": "limited"])
        #expect(await app.marquee.core.advertiser.id() == nil)
    }

    @Test func `each phone has its own location`() async throws {
        let (one, two) = (try await fixture.phone(), try await fixture.phone())
        #expect(try fixture.state(one).device.place == nil)
        let lisbon = Place(latitude: 38.72, longitude: -9.14, accuracy: 30)
        #expect(try await fixture.command(one, "device.locate", ["place": lisbon]).device.place == lisbon)
        #expect(try fixture.state(two).device.place == nil)
        #expect(try await fixture.command(one, "device.locate").device.place == nil)
    }

    @Test(arguments: [
        Place(latitude: 90.1, longitude: 0), Place(latitude: 0, longitude: -180.1),
        Place(latitude: 0, longitude: 0, accuracy: -1), Place(latitude: 0, longitude: 0, accuracy: 100_001),
    ])
    func `an invalid location is refused, and the phone stays`(_ place: Place) async throws {
        let phone = try await fixture.phone()
        let tokyo = Place(latitude: 35.68, longitude: 139.77)
        try await fixture.command(phone, "device.locate", ["place": tokyo])
        let answer = try await fixture.attempt(phone, "device.locate", ["place": place])
        #expect(answer.status == .badRequest)
        #expect(
            answer.message
                == "a place lies -90 to 90 degrees north and -180 to 180 degrees east, and is known to 0 to 100000 metres"
        )
        #expect(try fixture.state(phone).device.place == tokyo)
    }

    @Test func `a kill keeps the phone's own state`() async throws {
        let phone = try await fixture.phone()
        let nairobi = Place(latitude: -1.29, longitude: 36.82)
        try await fixture.command(phone, "device.locate", ["place": nairobi])
        try await fixture.command(phone, "device.network", ["network": "offline"])
        try await fixture.command(phone, "device.clock", ["seconds": 3600])
        try await fixture.command(phone, "device.adTracking", ["adTracking": "allowed"])
        let advertiser = try await fixture.app(phone).marquee.core.advertiser.id()
        let state = try await fixture.command(phone, "device.restart").device
        #expect(state.place == nairobi && state.network == "offline")
        #expect(state.clockAheadSeconds == 3600 && state.adTracking == "allowed")
        #expect(advertiser != nil)
        #expect(try await fixture.app(phone).marquee.core.advertiser.id() == advertiser)
    }

    @Test func `a killed phone runs no clean-up and starts from its disk`() async throws {
        let phone = try await fixture.phone()
        try await fixture.command(phone, "device.createUser", ["user": "ada"])
        let shown = try await fixture.open(phone)
        let old = try fixture.app(phone)
        let state = try await fixture.command(phone, "device.restart")
        #expect(state.device.app?.users.contains("ada") == true)
        #expect(state.hub?.isDisplaying == false)
        #expect(state.hub?.token == shown.token)
        #expect(state.hub?.process == 2)
        let restarted = try fixture.app(phone).marquee
        #expect(await eventually { restarted.hub.isReady })
        #expect(old.marquee.hub.isDisplaying)
        var place = DeviceFeed.Place()
        let feed = try fixture.lab.device(phone).feed
        #expect(!feed.entries(after: &place).contains { $0.title == "hub_dismissed" })
    }

    @Test func `a link out asks, and the person's answer counts`() async throws {
        let phone = try await fixture.phone()
        try await fixture.command(phone, "hub.contentSource", ["contentSource": "externalAllowed"])
        try await fixture.open(phone)
        let app = try fixture.app(phone)
        for leaves in [false, true] {
            try await fixture.command(phone, "hub.link", ["text": "marquee-link:https://out.example/x"])
            try #require(await eventually { app.surface.screen.question?.absoluteString == "https://out.example/x" })
            try await fixture.command(phone, "hub.answer", ["leaves": leaves])
            #expect(try fixture.hub(phone).question == nil)
        }
        #expect(await eventually { app.surface.screen.opened?.absoluteString == "https://out.example/x" })
    }

    @Test func `a refused request of a page is reported with its reason`() async throws {
        let phone = try await fixture.phone()
        try await fixture.command(phone, "hub.contentSource", ["contentSource": "localOnly"])
        try await fixture.open(phone)
        try await fixture.command(phone, "hub.link", ["text": "https://out.example/"])
        _ = try await fixture.entry(phone) { $0.detail == "https://out.example/: local_only" && !$0.isGood }
        try await fixture.command(phone, "hub.whitelist", ["domain": "out.example"])
        try await fixture.command(phone, "hub.link", ["text": "https://out.example/"])
        _ = try await fixture.entry(phone) { $0.title == "asks" && $0.isGood }
        try await fixture.command(phone, "hub.link", ["text": "http://a:1:2/"])
        _ = try await fixture.entry(phone) { $0.detail.contains("a:1:2") && $0.detail.hasSuffix(": malformed") }
        try await fixture.command(phone, "hub.blocked", ["text": "https://t.example/p", "trigger": "img-src"])
        _ = try await fixture.entry(phone) { $0.detail == "https://t.example/p: page_policy (img-src)" }
        try await fixture.command(phone, "hub.blocked", ["text": "", "trigger": "script-src-attr"])
        _ = try await fixture.entry(phone) { $0.detail == "zbimdb://brand/: page_policy (script-src-attr)" }
    }

    @Test func `an app of a phone has a bounded number of users`() async throws {
        let phone = try await fixture.phone()
        let users = try fixture.app(phone).marquee.users
        while try users.all().count < DeviceWing.maximumUsers { try users.create("user\(try users.all().count)") }
        let answer = try await fixture.attempt(phone, "device.createUser", ["user": "one too many"])
        #expect(answer.message.contains("at most \(DeviceWing.maximumUsers) users"))
        #expect(try users.all().count == DeviceWing.maximumUsers)
    }
}
