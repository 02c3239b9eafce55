import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeWire
import Synchronization

/// An app that runs on a phone: a real SDK instance with a folder, keys and storage of its own, and its own screen.
final class AppProcess: Sendable {
    let app: LabApp
    /// Names the app on its phone in the addresses of its pages; 128 random bits.
    let token: String
    /// Counts the processes of its phone; a page's number of a visit counts within a process.
    let number: Int
    let surface: DeviceSurface
    let network: SimulatedNetwork
    let marquee: Marquee
    let build = "1.0"

    private let feed: DeviceFeed
    private let receiver: FeedLog
    private let lifecycle: AppLifecycle
    private let isOnScreen = Mutex(true)
    private let watching = Mutex<[Task<Void, Never>]>([])
    private let progress = Mutex(0.0)
    private let kept = Mutex<HubPresentation?>(nil)

    /// Starts the app in the foreground with the contents of its folder.
    init(
        _ app: LabApp, number: Int, token: String, folder: URL, transport: any Transport, configuration: Configuration,
        surroundings: Surroundings, feed: DeviceFeed
    ) throws {
        self.app = app
        self.token = token
        self.number = number
        self.feed = feed
        surface = DeviceSurface { feed.stateChanged() }
        network = SimulatedNetwork(transport, choice: surroundings.network) { exchange in
            feed.add(
                .network, "\(exchange.method) \(exchange.url.path())", Self.outcome(of: exchange), app: app.name,
                isGood: exchange.isSuccess)
        }
        let clock = surroundings.clock
        var environment = Environment(
            folder: folder, transport: network, now: { clock.now }, uptime: { clock.uptime })
        environment.app.build = build
        let log = Log()
        log.severityLevel = .info
        log.verbosityLevel = .info
        receiver = FeedLog(feed, app: app.name)
        log.setReceiver(receiver)
        let marquee = try Marquee(configuration: configuration, environment: environment, log: log)
        self.marquee = marquee
        lifecycle = AppLifecycle(
            background: {
                await marquee.enteredBackground()
                feed.stateChanged()
            },
            foreground: { marquee.enteredForeground() })
        marquee.core.advertiser.setSource(surroundings.advertiser)
        watch()
        marquee.run()
        try activateFirstUser()
    }

    /// The hub that was dismissed last, for presenting it again.
    var keptHub: HubPresentation? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }

    var downloadProgress: Double { progress.withLock { $0 } }

    /// Whether the app is on the screen and its SDK knows that.
    var isForeground: Bool { isOnScreen.withLock { $0 } && marquee.core.appState == .foreground }

    /// The app leaves the screen, as on a phone: it does not wait until the SDK has stored and sent what it has.
    func enterBackground() {
        isOnScreen.withLock { $0 = false }
        lifecycle.handle(.enteredBackground)
    }

    /// The app comes back to the screen.
    func enterForeground() {
        isOnScreen.withLock { $0 = true }
        lifecycle.handle(.enteringForeground)
    }

    /// Ends the process without any clean-up; everything that was only in memory is lost.
    func kill() {
        network.cut()
        stopWatching()
        keptHub = nil
        surface.abandon()
    }

    func close() async {
        stopWatching()
        await marquee.close()
    }

    /// Adds an entry about this app to the phone's feed.
    func note(_ kind: FeedEntry.Kind, _ title: String, _ detail: String = "", isGood: Bool = true) {
        feed.add(kind, title, detail, app: app.name, isGood: isGood)
    }

    /// Call it after a change that the phone's page shows.
    func stateChanged() {
        feed.stateChanged()
    }

    private func stopWatching() {
        watching.withLock { tasks in
            for task in tasks { task.cancel() }
            tasks = []
        }
    }

    /// Makes a user as in the quick start.
    private func activateFirstUser() throws {
        guard marquee.users.active == nil else { return }
        let user = UserStore.generateDefaultID()
        try marquee.users.create(user)
        try marquee.users.activate(user)
    }

    private func watch() {
        let (notices, events, requests) = (marquee.notices(), marquee.core.outbox.observe(), marquee.hub.requests())
        let (feed, name) = (feed, app.name)
        let progress = ProgressBox(store: { [weak self] percent in self?.progress.withLock { $0 = percent } })
        let tasks = [
            Task {
                for await notice in notices {
                    if case .downloadProgressChanged(let percent)? = notice as? HubNotice { progress.store(percent) }
                    feed.add(.notice, notice.name, FeedText.describe(notice), app: name)
                }
            },
            Task {
                for await event in events { feed.add(.event, event.name, FeedText.describe(event), app: name) }
            },
            Task {
                for await request in requests {
                    let (title, detail, isAllowed) = FeedText.describe(request)
                    feed.add(.request, title, detail, app: name, isGood: isAllowed)
                }
            },
        ]
        watching.withLock { $0 = tasks }
    }

    private static func outcome(of exchange: SimulatedNetwork.Exchange) -> String {
        let text = "\(exchange.outcome), \(exchange.bytes) B"
        guard exchange.url.lastPathComponent == "events",
            let receipt = try? JSONDecoder().decode(EventReceipt.self, from: exchange.body)
        else { return text }
        return "\(text), \(receipt.accepted) of \(receipt.verdicts.count) events accepted"
    }
}

/// Breaks the cycle between a process and the task that watches its notices.
private struct ProgressBox: Sendable {
    let store: @Sendable (Double) -> Void
}
