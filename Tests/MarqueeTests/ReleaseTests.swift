import Foundation
import Marquee
import MarqueeCore
import MarqueeEngage
import MarqueeHub
import MarqueePlacements
import MarqueeTesting
import MarqueeWire
import Testing

/// An instance that the app drops without closing it, as a test or the device lab's killed app does.
@Suite struct ReleaseTests {
    private struct Parts {
        weak let outbox: Outbox?
        weak let core: Core?
        weak let hub: Hub?
        weak let engage: Engage?
        weak let placements: Placements?

        init(_ marquee: Marquee) {
            (outbox, core) = (marquee.core.outbox, marquee.core)
            (hub, engage, placements) = (marquee.hub, marquee.engage, marquee.placements)
        }

        var remaining: [String] {
            let parts: [String: (any AnyObject)?] = [
                "outbox": outbox, "core": core, "hub": hub, "engage": engage, "placements": placements,
            ]
            return parts.filter { $0.value != nil }.keys.sorted()
        }
    }

    /// Keeps the closure that gets its fixes, as a real source does.
    private final class Place: LocationSource {
        private let follower = Locked<(@Sendable (LocationFix) -> Void)?>(nil)
        let isAuthorised = true

        func start(_ precision: LocationPrecision, distance: Double, deliver: @escaping @Sendable (LocationFix) -> Void)
        {
            follower.withLock { $0 = deliver }
        }
        func requestFix() {}
        func stop() { follower.withLock { $0 = nil } }
        func placemark(at fix: LocationFix) async -> Placemark? { nil }
    }

    private static let configurations = [
        #"{"app": "brand", "service": "https://m.example/v1/apps/brand/main"}"#,
        #"""
        {"app": "brand", "service": "https://m.example/v1/apps/brand/main", "placements": {"token": "t", "secret": "s"},
         "engage": {"host": "https://m.example", "clientID": "c", "clientSecret": "s", "refreshToken": "r", "listID": "1"}}
        """#,
    ]

    @Test(arguments: configurations, [true, false])
    func `an instance that nobody keeps ends its work and lets go of its files`(
        configuration: String, isRunning: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        let configuration = Configuration(data: Data(configuration.utf8))
        func start() throws -> Parts {
            let marquee = try Marquee(
                configuration: configuration,
                environment: Environment(folder: folder.url, transport: FakeTransport(), clock: ManualClock()))
            if isRunning { marquee.run() }
            marquee.engage.followLocation(Place())
            marquee.placements.setRewardHandler { _ in }
            marquee.placements.setPurchaseHandler { _ in .error }
            _ = (marquee.placements.badge("more_games"), marquee.placements.request("level_end"))
            marquee.track("app_opened")
            return Parts(marquee)
        }
        let parts = try start()
        let isGone = await eventually { parts.remaining.isEmpty }
        #expect(isGone, "\(parts.remaining)")
    }
}
