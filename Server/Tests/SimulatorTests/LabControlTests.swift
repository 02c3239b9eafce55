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
@Suite(.timeLimit(.minutes(2))) struct LabControlTests {
    private let fixture: LabFixture

    init() throws {
        fixture = try LabFixture()
    }

    @Test func `a phone shows the hub and its history`() async throws {
        let phone = try await fixture.phone()
        let shown = try await fixture.open(phone, DeviceCommand(name: .present, entryPoint: "home"))
        #expect(shown.isReady && shown.isDisplaying && shown.isForeground)
        #expect(shown.release == 1)
        #expect(shown.page?.type == "hub")
        #expect(shown.controls?.showsChrome == true)
        try await fixture.command(phone, DeviceCommand(name: .link, text: "zbimdb://brand/c/food"))
        let device = try fixture.lab.device(phone)
        try #require(await eventually { device.surface.screen.page?.uri.description == "zbimdb://brand/c/food" })
        let next = try fixture.state(phone)
        #expect(next.history.map(\.uri) == ["zbimdb://brand/", "zbimdb://brand/c/food"])
        #expect(next.history.map(\.isCurrent) == [false, true])
        try await fixture.command(phone, DeviceCommand(name: .back))
        try #require(await eventually { device.surface.screen.page?.uri.description == "zbimdb://brand/" })
        #expect(try fixture.state(phone).history.map(\.isCurrent) == [true, false])
    }

    @Test func `an embedded hub leaves its controls to the app`() async throws {
        let phone = try await fixture.phone()
        let shown = try await fixture.open(phone, DeviceCommand(name: .present, embedded: true))
        #expect(shown.controls?.showsChrome == false)
    }

    @Test func `users and tags are the phone's own`() async throws {
        let (one, two) = (try await fixture.phone(), try await fixture.phone())
        try await fixture.command(one, DeviceCommand(name: .createUser, text: "ada"))
        try await fixture.command(one, DeviceCommand(name: .activateUser, text: "ada"))
        let state = try await fixture.command(one, DeviceCommand(name: .tag, text: "huts", number: 3))
        #expect(state.user == "ada")
        #expect(state.tags.map(\.name) == ["huts"] && state.tags.map(\.count) == [3])
        #expect(try fixture.state(two).users.contains("ada") == false)
        #expect(try fixture.state(two).tags.isEmpty)
    }

    @Test func `offline nothing is sent, and online it is`() async throws {
        let phone = try await fixture.phone()
        #expect(try await fixture.command(phone, DeviceCommand(name: .network, text: "offline")).network == "offline")
        _ = fixture.service.takeRequests()
        try await fixture.command(phone, DeviceCommand(name: .present))
        let device = try fixture.lab.device(phone)
        try #require(await eventually { if case .failed = device.surface.screen.status { true } else { false } })
        #expect(try fixture.state(phone).status?.kind == "failed")
        #expect(fixture.service.takeRequests().isEmpty)
        try await fixture.command(phone, DeviceCommand(name: .dismiss))
        try await fixture.command(phone, DeviceCommand(name: .network, text: "online"))
        #expect(try await fixture.open(phone).release == 1)
    }

    @Test(arguments: SimulatedNetwork.Mode.allCases)
    func `the network is what was chosen, also after a kill`(_ mode: SimulatedNetwork.Mode) async throws {
        let phone = try await fixture.phone()
        let other: SimulatedNetwork.Mode = mode == .online ? .offline : .online
        for choice in [other, mode] {
            let state = try await fixture.command(phone, DeviceCommand(name: .network, text: choice.rawValue))
            #expect(state.network == choice.rawValue)
            #expect(try fixture.lab.device(phone).network.mode == choice)
        }
        let answer = try await fixture.send(.post, "/lab/api/devices/\(phone)/restart")
        #expect(try answer.decoded(DeviceState.self).network == mode.rawValue)
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
        try await fixture.command(phone, DeviceCommand(name: .tag, text: "golf", number: 9))
        let command = DeviceCommand(name: .present, tags: ["sailing"], entryPoint: "push")
        let shown = try await fixture.open(phone, command)
        #expect(shown.page?.uri == "zbimdb://sailing/")
        for name in [EventName.hubPresented, EventName.contentViewed] {
            let entry = try await fixture.entry(phone) { $0.kind == .event && $0.title == name }
            #expect(entry.detail.contains("entry_point=push"))
            #expect(entry.detail.contains("uri=zbimdb://sailing/"))
        }
        try await fixture.command(phone, DeviceCommand(name: .dismiss))
        #expect(try await fixture.open(phone).page?.uri == "zbimdb://golf/", "without tags the profile chooses")
    }

    @Test func `background and foreground reach the app`() async throws {
        let phone = try await fixture.phone()
        #expect(try await fixture.command(phone, DeviceCommand(name: .background)).isForeground == false)
        #expect(try await fixture.command(phone, DeviceCommand(name: .foreground)).isForeground)
    }

    @Test func `a clock set forward makes content stale for this phone alone`() async throws {
        let (one, two) = (try await fixture.phone(), try await fixture.phone())
        try await fixture.open(one)
        let week = 8.0 * 86_400
        #expect(try await fixture.command(one, DeviceCommand(name: .clock, number: week)).clockAheadSeconds == 691_200)
        try await fixture.command(one, DeviceCommand(name: .refresh))
        let failure = try await fixture.entry(one) { $0.title == "refresh" }
        #expect(failure.detail.hasPrefix("expired") && !failure.isGood)
        #expect(try fixture.state(two).clockAheadSeconds == 0)
    }

    @Test func `a refresh fetches what is new for the next presentation`() async throws {
        let phone = try await fixture.phone()
        try await fixture.open(phone)
        try fixture.service.publish(.sample(articles: 4))
        try await fixture.command(phone, DeviceCommand(name: .refresh))
        _ = try await fixture.entry(phone) { $0.detail.hasPrefix("release 2 is stored") }
        #expect(try fixture.state(phone).release == 1)
        try await fixture.command(phone, DeviceCommand(name: .dismiss))
        #expect(try await fixture.open(phone).release == 2)
    }

    @Test func `a dismissed hub comes back where it was left`() async throws {
        let phone = try await fixture.phone()
        try await fixture.open(phone, DeviceCommand(name: .present, text: "zbimdb://brand/a/news-2"))
        let device = try fixture.lab.device(phone)
        try await fixture.command(phone, DeviceCommand(name: .dismiss))
        try #require(await eventually { device.surface.screen.page == nil && device.surface.hub == nil })
        #expect(try fixture.state(phone).canPresentAgain)
        try await fixture.command(phone, DeviceCommand(name: .presentAgain))
        try #require(await eventually { device.surface.screen.page != nil })
        #expect(try fixture.state(phone).page?.uri == "zbimdb://brand/a/news-2")
        try await fixture.rendered(phone)
    }

    @Test(arguments: ["light", "dark"]) func `the next hub has the look that was chosen`(_ scheme: String) async throws
    {
        let phone = try await fixture.phone()
        try await fixture.command(phone, DeviceCommand(name: .scheme, text: scheme))
        let shown = try await fixture.open(phone)
        #expect(shown.controls?.scheme == scheme)
        let page = try await fixture.page("/\(shown.token)/brand/")
        #expect(String(decoding: page.body, as: UTF8.self).contains("data-theme=\"\(scheme)\""))
    }

    @Test func `an advertising id is available only while tracking is allowed`() async throws {
        let phone = try await fixture.phone()
        let device = try fixture.lab.device(phone)
        #expect(await device.marquee.core.advertiser.id() == nil)
        #expect(
            try await fixture.command(phone, DeviceCommand(name: .adTracking, text: "allowed")).adTracking == "allowed")
        #expect(await device.marquee.core.advertiser.id() != nil)
        try await fixture.command(phone, DeviceCommand(name: .adTracking, text: "limited"))
        #expect(await device.marquee.core.advertiser.id() == nil)
    }

    @Test func `each phone has its own location`() async throws {
        let (one, two) = (try await fixture.phone(), try await fixture.phone())
        #expect(try fixture.state(one).place == nil)
        let lisbon = Place(latitude: 38.72, longitude: -9.14, accuracy: 30)
        #expect(try await fixture.command(one, DeviceCommand(name: .locate, place: lisbon)).place == lisbon)
        #expect(try fixture.state(two).place == nil)
        #expect(try await fixture.command(one, DeviceCommand(name: .locate)).place == nil)
    }

    @Test(arguments: [
        Place(latitude: 90.1, longitude: 0), Place(latitude: 0, longitude: -180.1),
        Place(latitude: 0, longitude: 0, accuracy: -1), Place(latitude: 0, longitude: 0, accuracy: 100_001),
    ])
    func `an invalid location is refused, and the phone stays`(_ place: Place) async throws {
        let phone = try await fixture.phone()
        let tokyo = Place(latitude: 35.68, longitude: 139.77)
        try await fixture.command(phone, DeviceCommand(name: .locate, place: tokyo))
        let json = String(decoding: try JSONEncoder().encode(DeviceCommand(name: .locate, place: place)), as: UTF8.self)
        let answer = try await fixture.send(.post, "/lab/api/devices/\(phone)/commands", json: json)
        #expect(answer.status == .badRequest)
        #expect(
            answer.message
                == "a place lies -90 to 90 degrees north and -180 to 180 degrees east, and is known to 0 to 100000 metres"
        )
        #expect(try fixture.state(phone).place == tokyo)
    }

    @Test func `a kill keeps the phone's own state`() async throws {
        let phone = try await fixture.phone()
        let nairobi = Place(latitude: -1.29, longitude: 36.82)
        try await fixture.command(phone, DeviceCommand(name: .locate, place: nairobi))
        try await fixture.command(phone, DeviceCommand(name: .network, text: "offline"))
        try await fixture.command(phone, DeviceCommand(name: .clock, number: 3600))
        try await fixture.command(phone, DeviceCommand(name: .adTracking, text: "allowed"))
        let advertiser = try await fixture.lab.device(phone).marquee.core.advertiser.id()
        let answer = try await fixture.send(.post, "/lab/api/devices/\(phone)/restart")
        let state = try answer.decoded(DeviceState.self)
        #expect(state.place == nairobi && state.network == "offline")
        #expect(state.clockAheadSeconds == 3600 && state.adTracking == "allowed")
        #expect(advertiser != nil)
        #expect(try await fixture.lab.device(phone).marquee.core.advertiser.id() == advertiser)
    }

    @Test func `a killed phone runs no clean-up and starts from its disk`() async throws {
        let phone = try await fixture.phone()
        try await fixture.command(phone, DeviceCommand(name: .createUser, text: "ada"))
        let shown = try await fixture.open(phone)
        let old = try fixture.lab.device(phone)
        let answer = try await fixture.send(.post, "/lab/api/devices/\(phone)/restart")
        let state = try answer.decoded(DeviceState.self)
        #expect(state.users.contains("ada"))
        #expect(!state.isDisplaying)
        #expect(state.token == shown.token)
        let restarted = try fixture.lab.device(phone).marquee
        #expect(await eventually { restarted.hub.isReady })
        #expect(old.marquee.hub.isDisplaying)
        var place = DeviceFeed.Place()
        #expect(!old.feed.entries(after: &place).contains { $0.title == "hub_dismissed" })
    }

    @Test func `a link out asks, and the person's answer counts`() async throws {
        let phone = try await fixture.phone()
        try await fixture.command(phone, DeviceCommand(name: .contentSource, text: "externalAllowed"))
        try await fixture.open(phone)
        let device = try fixture.lab.device(phone)
        for leaves in [false, true] {
            try await fixture.command(phone, DeviceCommand(name: .link, text: "marquee-link:https://out.example/x"))
            try #require(await eventually { device.surface.screen.question?.absoluteString == "https://out.example/x" })
            try await fixture.command(phone, DeviceCommand(name: .answer, yes: leaves))
            #expect(try fixture.state(phone).question == nil)
        }
        #expect(await eventually { device.surface.screen.opened?.absoluteString == "https://out.example/x" })
    }

    @Test func `a refused request of a page is reported with its reason`() async throws {
        let phone = try await fixture.phone()
        try await fixture.command(phone, DeviceCommand(name: .contentSource, text: "localOnly"))
        try await fixture.open(phone)
        try await fixture.command(phone, DeviceCommand(name: .link, text: "https://out.example/"))
        _ = try await fixture.entry(phone) { $0.detail == "https://out.example/: local_only" && !$0.isGood }
        try await fixture.command(phone, DeviceCommand(name: .whitelist, text: "out.example"))
        try await fixture.command(phone, DeviceCommand(name: .link, text: "https://out.example/"))
        _ = try await fixture.entry(phone) { $0.title == "asks" && $0.isGood }
        try await fixture.command(phone, DeviceCommand(name: .link, text: "http://a:1:2/"))
        _ = try await fixture.entry(phone) { $0.detail.contains("a:1:2") && $0.detail.hasSuffix(": malformed") }
        try await fixture.command(phone, DeviceCommand(name: .blocked, text: "https://t.example/p", trigger: "img-src"))
        _ = try await fixture.entry(phone) { $0.detail == "https://t.example/p: page_policy (img-src)" }
        try await fixture.command(phone, DeviceCommand(name: .blocked, text: "", trigger: "script-src-attr"))
        _ = try await fixture.entry(phone) { $0.detail == "zbimdb://brand/: page_policy (script-src-attr)" }
    }
}
