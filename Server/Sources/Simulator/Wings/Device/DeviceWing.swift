import Marquee
import MarqueeCore

/// The phone itself: network, clock, location, the apps and their state, users and privacy.
struct DeviceWing: LabWing {
    /// The most icons on the home screen.
    static let maximumIcons = 24
    private static let maximumTags = 50
    /// All of them stand in each state of the phone.
    static let maximumUsers = 100

    let id = "device"
    let title = "Device"

    var commands: [any LabCommand.Type] {
        [
            Network.self, Clock.self, Locate.self, AdTracking.self,
            Open.self, Home.self, Background.self, Foreground.self, Restart.self,
            CreateUser.self, ActivateUser.self, Tag.self, Flush.self,
        ]
    }

    func state(_ moment: DeviceMoment) -> (any Encodable & Sendable)? {
        let device = moment.device
        let running = Set(device.running.map(\.app.id))
        return State(
            network: device.network.mode.rawValue, clockAheadSeconds: device.clock.ahead.components.seconds,
            place: device.place, adTracking: device.advertiser.tracking.rawValue,
            icons: moment.apps.prefix(Self.maximumIcons).map { app in
                Icon(id: app.id, name: app.name, hasRelease: app.hasRelease, isRunning: running.contains(app.id))
            },
            iconsLeftOut: max(0, moment.apps.count - Self.maximumIcons), app: moment.app.map(Self.front))
    }

    private static func front(_ process: AppProcess) -> Front {
        let users = process.marquee.users
        let counts = try? process.marquee.core.outbox.counts()
        return Front(
            id: process.app.id, name: process.app.name, isForeground: process.isForeground, user: users.active,
            users: (try? users.all()) ?? [],
            tags: ((try? users.activeUsage()) ?? []).prefix(maximumTags).map { usage in
                TagCount(name: usage.tag, count: usage.count)
            },
            waitingEvents: counts?.notPosted ?? 0, postedEvents: counts?.posted ?? 0)
    }
}
