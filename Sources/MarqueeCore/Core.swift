package import Foundation
import MarqueeWire

/// The parts that all capabilities share: configuration, state, users, consent, log, notices, outbox and upload.
///
/// ```swift
/// let core = try Core(
///     configuration: .load(from: .main),
///     environment: Environment(folder: folder, transport: URLSessionTransport()))
/// core.start()
/// ```
public final class Core: Sendable {
    /// The SDK's version; every batch of events contains it.
    public static let version = "0.1.0"

    /// The app's settings; they do not change during the instance's life.
    public let configuration: Configuration
    /// Everything that the SDK uses from the system; it does not change during the instance's life.
    public let environment: Environment
    /// The log of every part of the SDK.
    public let log: Log
    /// Every change of state in any capability; a slow reader keeps the newest 1,000 notices.
    public let notices = Broadcast<any Notice>(backlog: 1_000)
    /// The file for users and settings.
    public let state: SDKState
    /// The users of this install and their tags.
    public let users: UserStore
    /// The user's consent; every sender checks it before it sends.
    public let consent: Consent
    /// Events that wait for the network.
    public let outbox: Outbox
    /// Sends the events of the ``outbox``.
    public let eventSender: LaneSender
    /// Requests tracking URLs of third parties, each URL once.
    public let tracking: Tracking
    /// The advertiser id, if the user permits it.
    public let advertiser: Advertiser
    /// An anonymous random id, made at the first start in this folder.
    public let installID: String

    /// The app's sessions and their durations.
    public let sessions: Sessions
    /// The disk space that all capabilities share.
    package let disk: DiskBudget
    private let lanes = LaneSet()
    /// The sessions that capabilities count with a timeout of their own.
    private let otherSessions = Locked<[Sessions]>([])
    /// The task that stores the running sessions; set by the first ``start()``.
    private let storing = Locked<Task<Void, Never>?>(nil)

    /// Opens the SDK's files.
    ///
    /// Does not use the network; takes a few milliseconds.
    ///
    /// An unusable configuration is not an error here: ``start()`` logs it, and calls that need it throw.
    /// - Parameters:
    ///   - configuration: the app's settings.
    ///   - environment: everything that the SDK uses from the system.
    ///   - log: receives the messages of every part of the SDK.
    ///   - advertiser: the source of the advertiser id.
    ///   - appState: whether the app is visible to its user. In the background, no session starts until
    ///     ``enteredForeground()``.
    /// - Throws: ``MarqueeError`` with `storage` if the folder cannot be used.
    public init(
        configuration: Configuration, environment: Environment, log: Log = Log(), advertiser: Advertiser = Advertiser(),
        appState: AppState = .foreground
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
        installID = try state.value("install", orStore: { Self.usable(environment.makeInstallID()) })
        consent = try Consent(state, copy: RefusalFile(environment), outbox: outbox, log: log)
        advertiser.ask(consent)
        let history = SessionHistory(state: state)
        try consent.onRefusal(of: .behaviour) { () throws(MarqueeError) in try history.deleteEnded() }
        // A damaged file may hold data of any purpose.
        for purpose in Consent.Purpose.allCases {
            try consent.onRefusal(of: purpose) { [folder = environment.folder] () throws(MarqueeError) in
                try DatabaseFile.deleteDamaged(in: folder)
            }
        }
        sessions = try Sessions(
            state, timeout: .seconds(configuration.count(.sessionTimeout)), appState: appState,
            environment: environment, log: log)
        let lane = EventLane(
            intake: configuration.eventEndpoint.map(ServiceIntake.init(endpoint:)), rules: rules,
            advertiser: advertiser,
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
        identifySession()
    }

    /// Without a session, events carry none.
    private func identifySession() {
        if let session = sessions.current { outbox.identify(session: session.id) }
    }

    /// A random id in place of one with which every batch would be refused.
    private static func usable(_ install: String) -> String {
        let isUsable = EventBatch.installSize.contains(install.utf8.count) && ProgramText.isPlain(install.utf8)
        return isUsable ? install : UserStore.generateDefaultID()
    }

    deinit {
        storing.withLock { $0?.cancel() }
    }

    /// The id of the session that new events belong to; empty if there is no session.
    public var sessionID: String { sessions.current?.id ?? "" }

    /// Whether the app is visible to its user.
    public var appState: AppState { sessions.appState }

    /// Opens another lane of the outbox. After ``start()``, the lane sends by its own rules.
    /// - Throws: ``MarqueeError`` with `storage` if the outbox cannot be written.
    package func addLane(_ lane: any OutboxLane) throws(MarqueeError) -> LaneSender {
        let items = try outbox.openLane(lane.name, lane.rules)
        let sender = LaneSender(lane, items: items, environment: environment, consent: consent, log: log)
        lanes.add(sender)
        return sender
    }

    /// Requests URLs once each, beside ``tracking``: for another purpose, and until their lifetime ends.
    /// - Parameter name: unique; stored in the file and never changed.
    /// - Throws: ``MarqueeError`` with `storage` if the outbox cannot be written.
    package func addTracking(_ name: String, purpose: Consent.Purpose) throws(MarqueeError) -> Tracking {
        Tracking(
            try addLane(TrackingLane(name, purpose: purpose, mostAttempts: nil)), environment: environment)
    }

    /// Counts sessions with another timeout, beside ``sessions``. A capability calls this before ``start()``.
    /// - Parameter kind: unique; stored in the file and never changed.
    /// - Throws: ``MarqueeError`` with `storage` if the state cannot be read.
    package func addSessions(_ kind: String, timeout: Duration) throws(MarqueeError) -> Sessions {
        let sessions = try Sessions(
            state, kind: kind, timeout: timeout, appState: appState, environment: environment, log: log)
        otherSessions.withLock { $0.append(sessions) }
        return sessions
    }

    private var allSessions: [Sessions] { [sessions] + otherSessions.withLock { $0 } }

    /// Starts background work: sends the items that wait in the lanes.
    ///
    /// Later calls do nothing.
    /// - Returns: `true` for the call that started the work, `false` for later calls.
    @discardableResult
    public func start() -> Bool {
        guard lanes.start() else { return false }
        for sessions in allSessions { sessions.begin() }
        let task = Task { [allSessions, environment] in await Sessions.run(allSessions, environment) }
        storing.withLock { $0 = task }
        for problem in configuration.problems { log(problem.severity, .debug, "configuration: \(problem.message)") }
        if let renamed = state.renamedDamage {
            log(.criticalError, .debug, "the state file was damaged and renamed to \(renamed.lastPathComponent)")
        }
        return true
    }

    /// The app left the screen: stores events and the session, and sends the waiting items.
    ///
    /// Returns when this work is done, or cannot be done now.
    public func enteredBackground() async {
        guard sessions.enteredBackground() else { return }
        for other in allSessions.dropFirst() { other.enteredBackground() }
        do throws(MarqueeError) {
            try await outbox.flush()
        } catch {
            log(.error, .debug, "events could not be stored before the app went to the background: \(error.message)")
        }
        for sessions in allSessions { await sessions.flush() }
        await lanes.enteredBackground()
    }

    /// The app is visible again; a new session starts if the app was away for at least `session.timeoutSeconds`.
    public func enteredForeground() {
        guard sessions.enteredForeground() else { return }
        for other in allSessions.dropFirst() { other.enteredForeground() }
        identifySession()
        lanes.resume()
    }

    /// The network is available again: sends the items that waited for it.
    public func networkReturned() async { await lanes.networkReturned() }

    /// Stops background work and closes the files.
    ///
    /// The core cannot be used afterwards.
    public func close() async {
        let task = storing.withLock { $0 }
        task?.cancel()
        await lanes.stop()
        await task?.value
        for sessions in allSessions { sessions.close() }
        outbox.close()
        state.close()
    }
}

extension Configuration {
    /// The limits of the outbox.
    public var outboxLimits: OutboxLimits {
        OutboxLimits(
            events: Int(clamping: count(.outboxEvents)), bytes: Int(clamping: count(.outboxBytes)),
            age: .seconds(count(.outboxDays) * 86_400))
    }

    /// The rules for batching, sending and keeping events.
    var eventRules: LaneRules {
        LaneRules(
            schedule: LaneSchedule(period: .seconds(count(.uploadPeriod))), limits: outboxLimits,
            batchItems: Int(clamping: count(.uploadBatch)))
    }

    /// The URL for events; `nil` without a service or an app.
    package var eventEndpoint: URL? { app == nil ? nil : service.map { ServiceRoute.events.url(below: $0) } }
}
