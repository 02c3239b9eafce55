import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeWire

/// A phone as the lab's page draws it.
struct DeviceState: Codable, Sendable {
    struct Page: Codable, Sendable {
        let uri: String
        /// The path below the device's own path on the content origin.
        let path: String
        let type: String
        let title: String
        let visit: Int
        let scrollPosition: Double
    }

    struct Status: Codable, Sendable {
        let kind: String
        let message: String
        let fraction: Double?
    }

    struct Controls: Codable, Sendable {
        let canGoBack: Bool
        let canGoForward: Bool
        let title: String
        let showsLogo: Bool
        let showsChrome: Bool
        let scheme: String
    }

    struct Tag: Codable, Sendable {
        let name: String
        let count: Int
    }

    struct Visit: Codable, Sendable {
        let uri: String
        let title: String
        let isCurrent: Bool
    }

    /// How many pages of the history are shown.
    private static let maximumVisits = 50

    let id: String
    /// The name of the app it carries.
    let app: String
    /// A number that rises with every state of this device since its start.
    ///
    /// It is taken before anything is read, so of two states the one with the higher number includes every change of
    /// the other.
    let revision: Int
    let token: String
    /// When the app was started, in milliseconds; revisions start again with each start.
    let started: Int64
    let isReady: Bool
    let isDownloading: Bool
    let isDisplaying: Bool
    let isDisabled: Bool
    let isForeground: Bool
    let progress: Double
    let release: Int?
    let network: String
    let contentSource: String
    let scheme: String
    let adTracking: String
    /// The phone's location; none when the phone does not know it.
    let place: Place?
    let clockAheadSeconds: Int64
    let user: String?
    let users: [String]
    let tags: [Tag]
    let waitingEvents: Int
    let postedEvents: Int
    let page: Page?
    let status: Status?
    let controls: Controls?
    let question: String?
    let opened: String?
    let canPresentAgain: Bool
    /// The newest pages of the displayed hub's history.
    let history: [Visit]

    init(_ device: Device) {
        revision = device.nextRevision()
        let (hub, screen) = (device.marquee.hub, device.surface.screen)
        let users = device.marquee.users
        let counts = try? device.marquee.core.outbox.counts()
        id = device.id
        app = device.app.name
        token = device.token
        started = device.started.milliseconds
        isReady = hub.isReady
        isDownloading = hub.isDownloading
        isDisplaying = hub.isDisplaying
        isDisabled = hub.isDisabled
        isForeground = device.marquee.core.appState == .foreground
        progress = device.downloadProgress
        release = device.surface.hub?.contentVersion
        network = device.network.mode.rawValue
        contentSource = hub.contentSource == .localOnly ? "localOnly" : "externalAllowed"
        scheme = hub.colorScheme == .light ? "light" : "dark"
        adTracking = device.advertiser.tracking.rawValue
        place = device.place
        clockAheadSeconds = device.clock.ahead.components.seconds
        user = users.active
        self.users = (try? users.all()) ?? []
        tags = ((try? users.activeUsage()) ?? []).prefix(50).map { Tag(name: $0.tag, count: $0.count) }
        waitingEvents = counts?.notPosted ?? 0
        postedEvents = counts?.posted ?? 0
        page = screen.page.map(Self.page)
        status = screen.status.map(Self.status)
        controls = screen.controls.map(Self.controls)
        question = screen.question?.absoluteString
        opened = screen.opened?.absoluteString
        canPresentAgain = device.keptHub.map { !$0.isDisplayed } ?? false
        history = device.surface.hub.map { Self.visits($0.history, titles: screen.titles) } ?? []
    }

    private static func visits(_ history: (pages: [ContentURI], current: Int?), titles: [ContentURI: String]) -> [Visit]
    {
        history.pages.indices.suffix(maximumVisits).map { index in
            let page = history.pages[index]
            let title = titles[page].flatMap { $0.isEmpty ? nil : $0 } ?? page.description
            return Visit(uri: page.description, title: title, isCurrent: index == history.current)
        }
    }

    private static func page(_ page: HubPage) -> Page {
        Page(
            uri: page.uri.description, path: "\(page.uri.hub)/\(page.uri.path)", type: page.type.rawValue,
            title: page.title,
            visit: page.id.number, scrollPosition: page.scrollPosition)
    }

    private static func status(_ status: HubStatus) -> Status {
        switch status {
        case .checking(let message): Status(kind: "checking", message: message, fraction: nil)
        case .downloading(let message, let fraction): Status(kind: "downloading", message: message, fraction: fraction)
        case .failed(let message): Status(kind: "failed", message: message, fraction: nil)
        }
    }

    private static func controls(_ controls: HubControls) -> Controls {
        Controls(
            canGoBack: controls.canGoBack, canGoForward: controls.canGoForward, title: controls.title,
            showsLogo: controls.showsLogo, showsChrome: controls.showsChrome,
            scheme: controls.colorScheme == .light ? "light" : "dark")
    }
}
