import Foundation

/// Everything a capability stands on, composed once: configuration, state, users, consent, log, notices, outbox and upload.
///
/// ```swift
/// let core = try Core(configuration: .load(from: .main), environment: Environment(folder: folder, transport: URLSessionTransport()))
/// core.start()
/// ```
public final class Core: Sendable {
    public let configuration: Configuration
    public let environment: Environment
    public let log: Log
    public let notices: Notices
    public let state: SDKState
    public let users: UserStore
    public let consent: Consent
    public let outbox: Outbox
    public let advertiser: Advertiser
    /// Anonymous, random, made at the first start in this folder.
    public let installID: String

    private let session: SessionClock
    private let isStarted = Locked(false)

    /// Opens the SDK's files. Touches no network; takes a few milliseconds.
    ///
    /// An unusable configuration is not an error here: it is logged by ``start()``, and what needs it says so.
    /// - Throws: ``MarqueeError`` with `invalidOperation` when the folder cannot be used.
    public init(
        configuration: Configuration, environment: Environment, log: Log = Log(), advertiser: Advertiser = Advertiser()
    ) throws(MarqueeError) {
        let notices = Notices()
        let state = try SDKState(environment)
        self.configuration = configuration
        self.environment = environment
        self.log = log
        self.notices = notices
        self.state = state
        self.advertiser = advertiser
        installID = try state.value("install", orStore: { UserStore.generateDefaultID() })
        consent = try Consent(state)
        session = SessionClock(
            timeout: .seconds(configuration.count(.sessionTimeout)), uptime: environment.uptime, makeID: { UserStore.generateDefaultID() })
        let outbox = Outbox()
        self.outbox = outbox
        users = try UserStore(state) { user in
            notices.post(.activeUserChanged(user))
        }
    }

    /// The session that events belong to.
    public var sessionID: String { session.id }

    /// Whether the app is in front of its user.
    public var appState: AppState { session.appState }

    /// Begins what runs by itself. The second and every later call does nothing.
    /// - Returns: whether this call was the one that started it.
    @discardableResult
    public func start() -> Bool {
        let isFirst = isStarted.withLock { started in
            defer { started = true }
            return !started
        }
        guard isFirst else { return false }
        for problem in configuration.problems { log(problem.severity, .debug, "configuration: \(problem.message)") }
        return true
    }

    /// The app left the screen: what is waiting is stored and uploaded. Returns when that is done or cannot be done now.
    public func enteredBackground() async {
        guard session.enteredBackground() else { return }
    }

    /// The app is back in front of its user; a new session when it was away for longer than `session.timeoutSeconds`.
    public func enteredForeground() {
        guard session.enteredForeground() else { return }
    }

    /// Stops everything and closes the files.
    public func close() async {
        state.close()
    }
}
