import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeWire
import Secrets
import Synchronization

/// A simulated phone with one app: a real SDK instance, and a phone's network, clock, storage and screen around it.
final class Device: Sendable {
    let id: String
    let app: LabApp
    /// Names the device in the addresses of its pages; 128 random bits.
    let token: String
    let feed = DeviceFeed()
    let surface: DeviceSurface
    let network: SimulatedNetwork
    let clock: DeviceClock
    let advertiser: DeviceAdvertiser
    let marquee: Marquee
    let build = "1.0"
    let started = Timestamp(Date())

    private let receiver: FeedLog
    private let watching = Mutex<[Task<Void, Never>]>([])
    private let progress = Mutex(0.0)
    private let revision = Mutex(0)
    private let kept = Mutex<HubPresentation?>(nil)
    private let whereabouts: Mutex<Place?>
    private let lastUse: Mutex<Duration>
    private let uptime: @Sendable () -> Duration

    /// Starts the app with the contents of its folder, in the surroundings that its earlier process left.
    init(
        id: String, app: LabApp, folder: URL, transport: any Transport, configuration: Configuration,
        token: String = RandomToken.make(bytes: 16), surroundings: Surroundings = Surroundings(),
        uptime: @escaping @Sendable () -> Duration = Environment.systemUptime
    ) throws {
        self.id = id
        self.app = app
        self.uptime = uptime
        lastUse = Mutex(uptime())
        self.token = token
        (clock, advertiser) = (surroundings.clock, surroundings.advertiser)
        whereabouts = Mutex(surroundings.place)
        let (feed, clock) = (feed, clock)
        surface = DeviceSurface { feed.stateChanged() }
        network = SimulatedNetwork(transport, mode: surroundings.network) { exchange in
            feed.add(
                .network, "\(exchange.method) \(exchange.url.path())", Self.outcome(of: exchange),
                isGood: exchange.isSuccess)
        }
        var environment = Environment(
            folder: folder, transport: network, now: { clock.now }, uptime: { clock.uptime })
        environment.app.build = build
        let log = Log()
        log.severityLevel = .info
        log.verbosityLevel = .info
        receiver = FeedLog(feed)
        log.setReceiver(receiver)
        marquee = try Marquee(configuration: configuration, environment: environment, log: log)
        marquee.core.advertiser.setSource(advertiser)
        watch()
        marquee.run()
        try activateFirstUser()
    }

    /// The hub that was dismissed last, for presenting it again.
    var keptHub: HubPresentation? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }

    /// The phone's location; nil when the phone does not know it.
    var place: Place? {
        get { whereabouts.withLock { $0 } }
        set { whereabouts.withLock { $0 = newValue } }
    }

    /// The surroundings, which the next process of the app gets unchanged.
    var surroundings: Surroundings {
        Surroundings(clock: clock, advertiser: advertiser, network: network.mode, place: place)
    }

    /// Numbers the states that are sent to pages, so that a page recognises a late state as old.
    func nextRevision() -> Int {
        revision.withLock { revision in
            revision += 1
            return revision
        }
    }

    /// Records that a person used the phone just now.
    func touch() {
        lastUse.withLock { $0 = uptime() }
    }

    /// How long the phone has been unused; zero while a page watches it.
    var idle: Duration { feed.isWatched ? .zero : lastUse.withLock { uptime() - $0 } }

    var downloadProgress: Double { progress.withLock { $0 } }

    /// Ends the process without any clean-up; everything that was only in memory is lost.
    func kill() {
        network.cut()
        stopWatching()
        feed.end()
    }

    func close() async {
        stopWatching()
        await marquee.close()
        feed.end()
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
        let (feed, progress) = (feed, ProgressBox(store: { [weak self] in self?.set(progress: $0) }))
        let tasks = [
            Task {
                for await notice in notices {
                    if case .downloadProgressChanged(let percent)? = notice as? HubNotice { progress.store(percent) }
                    feed.add(.notice, notice.name, FeedText.describe(notice))
                }
            },
            Task {
                for await event in events { feed.add(.event, event.name, FeedText.describe(event)) }
            },
            Task {
                for await request in requests {
                    let (title, detail, isAllowed) = FeedText.describe(request)
                    feed.add(.request, title, detail, isGood: isAllowed)
                }
            },
        ]
        watching.withLock { $0 = tasks }
    }

    private func set(progress percent: Double) {
        progress.withLock { $0 = percent }
    }

    private static func outcome(of exchange: SimulatedNetwork.Exchange) -> String {
        let text = "\(exchange.outcome), \(exchange.bytes) B"
        guard exchange.url.lastPathComponent == "events",
            let receipt = try? JSONDecoder().decode(EventReceipt.self, from: exchange.body)
        else { return text }
        return "\(text), \(receipt.accepted) of \(receipt.verdicts.count) events accepted"
    }
}

/// Breaks the cycle between a device and the task that watches its notices.
private struct ProgressBox: Sendable {
    let store: @Sendable (Double) -> Void
}
