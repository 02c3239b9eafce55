import Foundation
import MarqueeWire

/// Everything a capability stands on, composed once: configuration, state, users, consent, log, notices, outbox and
/// upload.
///
/// ```swift
/// let core = try Core(
///     configuration: .load(from: .main),
///     environment: Environment(folder: folder, transport: URLSessionTransport()))
/// core.start()
/// ```
public final class Core: Sendable {
    /// The SDK's version, as each batch of events names it.
    public static let version = "0.1.0"

    /// What the app was built with; fixed for the instance's life.
    public let configuration: Configuration
    /// What stands between the SDK and the system; fixed for the instance's life.
    public let environment: Environment
    /// Where every part of the SDK says what it does.
    public let log: Log
    /// Every change of state, from every capability; a reader that falls behind keeps the newest 1,000.
    public let notices = Broadcast<any Notice>(backlog: 1_000)
    /// The file beneath users and settings.
    public let state: SDKState
    /// Who uses this install, and what they care about.
    public let users: UserStore
    /// What every sender asks before it sends.
    public let consent: Consent
    /// Where events wait for the network.
    public let outbox: Outbox
    /// Sends the events of the ``outbox``.
    public let eventSender: LaneSender
    /// Fetches third parties' addresses, each once.
    public let tracking: Tracking
    /// The advertiser id, as far as the user allows it.
    public let advertiser: Advertiser
    /// Anonymous, random, made at the first start in this folder.
    public let installID: String

    /// When the app is used, and for how long.
    public let sessions: Sessions
    /// The room that all capabilities share on the disk.
    package let disk: DiskBudget
    private let lanes = LaneSet()
    /// Stores the running session; set by the first ``start()``.
    private let storing = Locked<Task<Void, Never>?>(nil)

    /// Opens the SDK's files.
    ///
    /// Touches no network; takes a few milliseconds.
    ///
    /// An unusable configuration is not an error here: it is logged by ``start()``, and what needs it says so.
    /// - Throws: ``MarqueeError`` with `storage` when the folder cannot be used.
    public init(
        configuration: Configuration, environment: Environment, log: Log = Log(), advertiser: Advertiser = Advertiser()
    ) throws(MarqueeError) {
        let notices = notices
        let rules = configuration.eventRules
        let outbox = try Outbox(environment: environment, events: rules, log: log)
        let users = try UserStore(state: SDKState(environment)) { user in
            outbox.identify(user: user)
            notices.send(UserNotice.activeUserChanged(user))
        }
        self.configuration = configuration
        self.environment = environment
        self.log = log
        self.advertiser = advertiser
        disk = DiskBudget(
            maximum: configuration.count(.diskMegabytes) * 1_048_576, freeSpace: environment.freeSpace, log: log)
        self.outbox = outbox
        self.users = users
        state = users.state
        installID = try state.value("install", orStore: { UserStore.generateDefaultID() })
        consent = try Consent(state, outbox: outbox)
        advertiser.ask(consent)
        let history = SessionHistory(state: state)
        try consent.onRefusal(of: .behaviour) { () throws(MarqueeError) in try history.deleteEnded() }
        sessions = try Sessions(
            state, timeout: .seconds(configuration.count(.sessionTimeout)), environment: environment, log: log)
        let lane = EventLane(
            endpoint: configuration.eventEndpoint, rules: rules, advertiser: advertiser,
            body: BatchBody(install: installID, sdk: Self.version))
        eventSender = LaneSender(lane, items: outbox.events, environment: environment, consent: consent, log: log)
        let trackingLane = TrackingLane()
        let trackingItems = try outbox.openLane(trackingLane.name, trackingLane.rules)
        tracking = Tracking(
            LaneSender(trackingLane, items: trackingItems, environment: environment, consent: consent, log: log),
            environment: environment)
        lanes.add(eventSender)
        lanes.add(tracking.sender)
        outbox.identify(user: users.active)
        outbox.identify(session: sessionID)
    }

    deinit {
        storing.withLock { $0?.cancel() }
    }

    /// The session that events belong to.
    public var sessionID: String { sessions.current?.id ?? "" }

    /// Whether the app is in front of its user.
    public var appState: AppState { sessions.appState }

    /// Opens another lane of the outbox, which sends by its own rules from ``start()`` on.
    /// - Throws: ``MarqueeError`` with `storage` when the outbox cannot be written.
    package func addLane(_ lane: any OutboxLane) throws(MarqueeError) -> LaneSender {
        let items = try outbox.openLane(lane.name, lane.rules)
        let sender = LaneSender(lane, items: items, environment: environment, consent: consent, log: log)
        lanes.add(sender)
        return sender
    }

    /// Begins what runs by itself: sending what waits in the lanes.
    ///
    /// The second and every later call does nothing.
    /// - Returns: whether this call was the one that started it.
    @discardableResult
    public func start() -> Bool {
        guard lanes.start() else { return false }
        sessions.begin()
        storing.withLock { $0 = Task { [sessions] in await sessions.run() } }
        for problem in configuration.problems { log(problem.severity, .debug, "configuration: \(problem.message)") }
        if let renamed = state.renamedDamage {
            log(.criticalError, .debug, "the stored state was damaged; it is kept as \(renamed.lastPathComponent)")
        }
        return true
    }

    /// The app left the screen: events and sessions are stored, and the lanes send what waits.
    ///
    /// Returns when that is done or cannot be done now.
    public func enteredBackground() async {
        guard sessions.enteredBackground() else { return }
        do throws(MarqueeError) {
            try await outbox.flush()
        } catch {
            log(.error, .debug, "events could not be stored before the app leaves: \(error.message)")
        }
        await sessions.flush()
        await lanes.enteredBackground()
    }

    /// The app is back in front of its user; a new session when it was away for longer than `session.timeoutSeconds`.
    public func enteredForeground() {
        guard sessions.enteredForeground() else { return }
        outbox.identify(session: sessionID)
        lanes.resume()
    }

    /// The network is back: sends what waited for it.
    public func networkReturned() async { await lanes.networkReturned() }

    /// Stops everything and closes the files.
    ///
    /// Nothing of the core works afterwards.
    public func close() async {
        let task = storing.withLock { $0 }
        task?.cancel()
        await lanes.stop()
        await task?.value
        sessions.close()
        outbox.close()
        state.close()
    }
}

extension Configuration {
    /// The bounds of the outbox.
    public var outboxLimits: OutboxLimits {
        OutboxLimits(
            events: Int(clamping: count(.outboxEvents)), bytes: Int(clamping: count(.outboxBytes)),
            age: .seconds(count(.outboxDays) * 86_400))
    }

    /// How events are batched, sent and kept.
    var eventRules: LaneRules {
        LaneRules(
            schedule: LaneSchedule(period: .seconds(count(.uploadPeriod))), limits: outboxLimits,
            batchItems: Int(clamping: count(.uploadBatch)))
    }

    /// Where events go; `nil` without a service or an app.
    var eventEndpoint: URL? { app == nil ? nil : service.map { ServiceRoute.events.url(below: $0) } }
}
