import Foundation
import Marquee
import MarqueeCore
import MarqueeEngage
import MarqueeHub
import MarqueePlacements
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
    /// What its Engage tab shows beside the SDK's own state.
    let engageLog: EngageLog
    /// The sample game; none in an app without placements.
    let game: SampleGame?

    /// How often the local event store is looked at.
    private static let storePeriod = Duration.milliseconds(250)

    private let feed: DeviceFeed
    private let location: PhoneLocation
    private let followsLocation = Mutex(false)
    private let receiver: FeedLog
    private let lifecycle: AppLifecycle
    private let isOnScreen = Mutex(true)
    private let watching = Mutex<[Task<Void, Never>]>([])
    private let progress = Mutex(0.0)
    private let kept = Mutex<HubPresentation?>(nil)

    /// Starts the app in the foreground with the contents of its folder.
    init(
        _ app: LabApp, number: Int, token: String, folder: URL, transport: any Transport, configuration: Configuration,
        surroundings: Surroundings, feed: DeviceFeed, till: StoreTill? = nil
    ) throws {
        let engageLog = EngageLog()
        self.engageLog = engageLog
        location = PhoneLocation(surroundings)
        self.app = app
        self.token = token
        self.number = number
        self.feed = feed
        surface = DeviceSurface { feed.stateChanged() }
        network = SimulatedNetwork(
            transport, choice: surroundings.network, freezes: surroundings.freezes, games: surroundings.games
        ) { exchange in
            if let call = exchange.call { engageLog.add(call) }
            feed.add(
                .network, "\(exchange.method) \(exchange.url.path())", Self.outcome(of: exchange), app: app.name,
                isGood: exchange.isSuccess && exchange.call?.isRefused != true)
        }
        let clock = surroundings.clock
        var environment = Environment(
            folder: folder, transport: network, now: { clock.now }, uptime: { clock.uptime })
        let profile = surroundings.games.profile
        environment.app.build = build
        environment.app.identifier = "org.example.\(app.id)"
        (environment.app.system, environment.app.systemVersion) = ("iOS", profile.version)
        (environment.app.model, environment.app.idiom) = ("iPhone15,2", .phone)
        environment.app.screen = .init(width: 393, height: 852, scale: 3)
        environment.makeInstallID = { EventBatch.labInstallPrefix + UserStore.generateDefaultID() }
        environment.sleep = { try await clock.sleep($0) }
        let log = Log()
        log.severityLevel = .info
        log.verbosityLevel = .info
        receiver = FeedLog(feed, app: app.name)
        log.setReceiver(receiver)
        let advertiser = Advertiser {
            profile.hasAdvertisingID ? surroundings.advertiser.setting : .init(id: nil, isLimited: true)
        }
        let marquee = try Marquee(
            configuration: configuration, environment: environment, advertiser: advertiser, log: log)
        self.marquee = marquee
        lifecycle = AppLifecycle(
            background: {
                await marquee.enteredBackground()
                feed.stateChanged()
            },
            foreground: { marquee.enteredForeground() })
        if profile.hasHardwareAddress {
            marquee.placements.setHardwareAddress { surroundings.hardwareAddress }
        }
        game = Self.game(marquee, app, folder, surroundings, feed, till)
        marquee.engage.addPlugin(FrozenPlugin(freezes: surroundings.freezes))
        watch()
        followLocation(surroundings.whereabouts)
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
        game?.enteredBackground()
        lifecycle.handle(.enteredBackground)
    }

    /// The app comes back to the screen.
    func enterForeground() {
        isOnScreen.withLock { $0 = true }
        lifecycle.handle(.enteringForeground)
        game?.enteredForeground()
    }

    /// The phone moved, or no longer knows where it is.
    func moved(_ whereabouts: Whereabouts) {
        followLocation(whereabouts)
        location.requestFix()
    }

    /// From the first place on: an app without a location has no reason to ask its host for the columns.
    private func followLocation(_ whereabouts: Whereabouts) {
        guard whereabouts.place != nil else { return }
        let isFirst = followsLocation.withLock { follows in
            defer { follows = true }
            return !follows
        }
        if isFirst { marquee.engage.followLocation(location) }
    }

    /// The ids by which a push service finds the app.
    var registration: PushRegistration {
        let ids = marquee.engage.identity.ids
        return PushRegistration(app: app, recipientID: ids.recipientID, mobileUserID: ids.mobileUserID)
    }

    /// Shows what a link or a push led to.
    func handled(_ what: String, in condition: AppCondition, _ id: EventID?) {
        engageLog.handled(HandledInput(what: what, condition: condition, event: id?.description))
        note(.log, what, id.map { "while \(condition.rawValue): event \($0)" } ?? "no event", isGood: id != nil)
    }

    /// Ends the process without any clean-up; everything that was only in memory is lost.
    func kill() {
        network.cut()
        stopWatching()
        keptHub = nil
        surface.abandon()
        game?.abandon()
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

    private static func game(
        _ marquee: Marquee, _ app: LabApp, _ folder: URL, _ surroundings: Surroundings, _ feed: DeviceFeed,
        _ till: StoreTill?
    ) -> SampleGame? {
        let configuration = marquee.core.configuration
        guard configuration[.placementsToken] != nil, configuration.secret(.placementsSecret) != nil else { return nil }
        let store = surroundings.stores.store(of: app.id) {
            LabStore(settings: surroundings.games, till: till) { feed.stateChanged() }
        }
        return SampleGame(
            marquee.placements, store: store, settings: surroundings.games, folder: folder,
            changed: { feed.stateChanged() }
        ) { title, detail, isGood in
            feed.add(.log, title, detail, app: app.name, isGood: isGood)
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
        watching.withLock { $0 = tasks + [watchStore()] }
    }

    /// Draws the phone again when the status of an Engage event has changed, while somebody watches.
    private func watchStore() -> Task<Void, Never> {
        Task { [weak self, feed] in
            var last: [EngageWing.Line] = []
            while (try? await Task.sleep(for: Self.storePeriod)) != nil {
                guard feed.isWatched else { continue }
                guard let lines = self.map({ EngageWing.lines($0.marquee.engage) }) else { return }
                if lines != last { feed.stateChanged() }
                last = lines
            }
        }
    }

    private static func outcome(of exchange: SimulatedNetwork.Exchange) -> String {
        let text = "\(exchange.outcome), \(exchange.bytes) B"
        if let call = exchange.call { return "\(text), \(call.description)" }
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
