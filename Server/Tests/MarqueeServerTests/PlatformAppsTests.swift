import Foundation
import MarqueeCore
import MarqueeWire
import PlatformStore
import Publishing
import Simulator
import Testing

@testable import MarqueeServer

/// What the lab's phones may carry. HUB-244
@Suite(.timeLimit(.minutes(2))) struct PlatformAppsTests {
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
}
