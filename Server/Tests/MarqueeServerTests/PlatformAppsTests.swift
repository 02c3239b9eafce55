import Foundation
import Logging
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import PlatformStore
import Publishing
import Testing

@testable import MarqueeServer
@testable import Simulator

/// What the lab's phones may carry. HUB-244
@Suite(.timeLimit(.minutes(10))) struct PlatformAppsTests {
    @Test func `each app is offered with whether it has a release, and configured for itself`() async throws {
        let test = try await TestServer()
        let platform = test.server.platform
        _ = try await platform.apps.create("acme", name: "Acme", by: "test")
        _ = try await test.server.publisher.keys.initialize(app: "acme", by: "test")
        let apps = PlatformApps(platform: platform, publisher: test.server.publisher) { 4711 }
        let (acme, demo) = (
            LabApp(id: "acme", name: "Acme", hasRelease: false), LabApp(id: "demo", name: "Demo", hasRelease: true)
        )
        #expect(try await apps.all() == [acme, demo])
        for app in [acme, demo] {
            let configuration = try await apps.configuration(of: app)
            #expect(configuration.scope == (try Scope(app: app.id)))
            #expect(configuration.service?.port == 4711)
            #expect(configuration.trustAnchors == [try await test.server.publisher.keys.publicKey(app: app.id)])
        }
    }

    @Test func `a phone that somebody watches gets a new app by itself`() async throws {
        let test = try await TestServer()
        let (folder, platform) = (try TemporaryFolder(), test.server.platform)
        let apps = PlatformApps(platform: platform, publisher: test.server.publisher) { 4711 }
        let lab = DeviceLab(folder: folder.url, transport: FakeTransport(), apps: apps)
        let device = try await lab.add()
        @Sendable func isShown(_ id: String) throws -> Bool {
            String(decoding: try JSONEncoder().encode(lab.state(of: device)), as: UTF8.self).contains("\"\(id)\"")
        }
        let keeping = Task {
            try await HomeScreenKeeper(lab: lab, logger: Logger(label: "test"), interval: .milliseconds(1)).run()
        }
        let signals = device.feed.watch()
        _ = try await platform.apps.create("acme", name: "Acme", by: "test")
        #expect(try await eventually { try isShown("acme") })
        withExtendedLifetime(signals) {}
        keeping.cancel()
        _ = await keeping.result
        await lab.close()
    }
}
