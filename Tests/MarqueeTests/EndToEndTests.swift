import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

/// HUB-011, HUB-028, HUB-082, HUB-188: with two files, one user and one call, an app shows a hub, also without a
/// network.
@Suite(.timeLimit(.minutes(10))) struct EndToEndTests {
    @Test func `two files, one user and one call show a hub, also offline`() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let service = try SimulatedContentService(now: { clock.now })
        try service.publish(.sample())
        let config = folder.url.appending(path: "zbimconfig.plist")
        try PropertyListEncoder().encode(["dbServiceUrl": service.url.absoluteString, "appID": "brand"]).write(
            to: config)
        try service.publicKey().write(to: folder.url.appending(path: "pubkey.der"))
        let data = folder.url.appending(path: "data")

        let first = try Marquee(
            configuration: .load(file: config), environment: Environment(folder: data, transport: service, clock: clock)
        )
        first.run()
        try first.users.create("reader")
        try first.users.activate("reader")
        #expect(!first.hub.isReady)
        let surface = RecordingSurface()
        let hub = try await first.hub.present(on: surface)
        #expect(first.hub.isReady)
        #expect(hub.currentPage?.hub == "brand")
        hub.load("https://example.com/news/2")
        #expect(hub.currentPage?.description == "zbimdb://brand/a/news-2")
        #expect(await eventually { surface.pages.count == 2 })
        try hub.dismiss()
        await first.close()

        let second = try Marquee(
            configuration: .load(file: config),
            environment: Environment(folder: data, transport: FakeTransport(), clock: clock))
        second.run()
        #expect(await eventually { second.hub.isReady })
        #expect(second.users.active == "reader")
        let again = try await second.hub.present(.uri("zbimdb://brand/c/news"), on: RecordingSurface())
        #expect(again.currentPage?.description == "zbimdb://brand/c/news")
        try again.dismiss()

        #expect(second.hub.staleSince == nil)
        clock.advance(by: .seconds(8 * 86_400))
        #expect(second.hub.staleSince != nil)
        let stale = try await second.hub.present(on: RecordingSurface())
        try stale.dismiss()
        await second.close()
    }

    // HUB-014
    @Test func `without an app's name, a hub is shown, and its events stay on the device`() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let service = try SimulatedContentService(now: { clock.now })
        try service.publish(.sample())
        let network = FakeTransport { request throws(TransportError) in try await service.send(request) }
        let config = folder.url.appending(path: "zbimconfig.plist")
        try PropertyListEncoder().encode(["dbServiceUrl": service.url.absoluteString]).write(to: config)
        try service.publicKey().write(to: folder.url.appending(path: "pubkey.der"))
        let marquee = try Marquee(
            configuration: .load(file: config),
            environment: Environment(folder: folder.url.appending(path: "data"), transport: network, clock: clock))
        marquee.run()
        try marquee.users.create("reader")
        try marquee.users.activate("reader")
        let hub = try await marquee.hub.present(on: RecordingSurface())
        #expect(hub.currentPage?.hub == "brand")
        try hub.dismiss()
        await marquee.enteredBackground()
        #expect(try marquee.core.outbox.counts().notPosted > 0)
        #expect(network.requests.allSatisfy { $0.method == "GET" })
        await marquee.close()
    }

    struct Omission: Sendable, CustomTestStringConvertible {
        let step: String
        var files = ["zbimconfig.plist", "pubkey.der"]
        var entries = ["dbServiceUrl": "https://marquee.example/v1/apps/brand/main", "appID": "brand"]
        var hasUser = true
        var code = HubError.Code.invalidState
        let reason: String
        var testDescription: String { "without \(step)" }
    }

    static let omissions = [
        Omission(step: "the configuration", files: ["pubkey.der"], reason: "zbimconfig.plist is missing"),
        Omission(step: "the URL", entries: ["appID": "brand"], reason: "\"service\" (\"dbServiceUrl\") is missing"),
        Omission(step: "the key", files: ["zbimconfig.plist"], reason: "there is no public key"),
        Omission(step: "a user", hasUser: false, code: .activeUserNotSet, reason: "no user is active"),
    ]

    @Test(arguments: omissions) func `an error names the missing step of the quick start`(_ row: Omission) async throws
    {
        let folder = try TemporaryFolder()
        let files = [
            "zbimconfig.plist": try PropertyListEncoder().encode(row.entries),
            "pubkey.der": try SigningKey.generate().publicKey().subjectPublicKeyInfo,
        ]
        for name in row.files { try files[name]?.write(to: folder.url.appending(path: name)) }
        let marquee = try Marquee(
            configuration: .load(file: folder.url.appending(path: "zbimconfig.plist")),
            environment: Environment(
                folder: folder.url.appending(path: "data"), transport: FakeTransport(), clock: ManualClock()))
        if row.hasUser {
            try marquee.users.create("reader")
            try marquee.users.activate("reader")
        }
        let surface = RecordingSurface()
        let error = await #expect(throws: HubError.self) { try await marquee.hub.present(on: surface) }
        #expect(error?.code == row.code)
        #expect(error?.message.contains(row.reason) == true, "\(error?.message ?? "no error")")
        #expect(surface.calls.isEmpty)
        await marquee.close()
    }
}
