import Foundation

/// The app's sessions: the current session, its changes, and the ended sessions.
///
/// A session ends when the app was away for at least the timeout, and when the app is started again. An app that is
/// started in the background has no session until it is on screen. The session is stored at each change, and every 10 s
/// while the app is visible to its user.
public final class Sessions: Sendable {
    /// The time between two writes of the session; a kill loses at most this much active time.
    static let storingPeriod = Duration.seconds(10)

    private struct State {
        var machine: SessionMachine
        /// The actions of the launch; they are performed at the start, when observers can subscribe.
        var beginning: [SessionMachine.Action]?
    }

    /// Whether no session of an earlier launch is stored.
    package let isFirstLaunch: Bool
    /// Whether the sessions of earlier launches were lost with a damaged file, so that numbers begin again.
    package let isNumberedAgain: Bool
    private let state: Locked<State>
    private let history: SessionHistory
    private let environment: Environment
    private let log: Log
    private let changed = Broadcast<SessionChange>(backlog: 1_000)
    /// A separate queue, so that becoming active does not wait for the disk.
    private let writer = DispatchQueue(label: "marquee.sessions", qos: .utility)

    init(
        _ sdkState: SDKState, kind: String = "", timeout: Duration, appState: AppState = .foreground,
        environment: Environment, log: Log
    ) throws(MarqueeError) {
        let history = SessionHistory(state: sdkState, kind: kind)
        self.history = history
        isFirstLaunch = try history.isEmpty()
        isNumberedAgain = sdkState.renamedDamage != nil
        self.environment = environment
        self.log = log
        var machine = SessionMachine(timeout: timeout, previous: try history.unended(), appState: appState)
        let actions = machine.handle(.launched(newID: Self.newID()), at: ClockReading(environment))
        state = Locked(State(machine: machine, beginning: actions))
    }

    /// The session that new events belong to; `nil` from a start in the background until the app is on screen.
    public var current: Session? { state.withLock { $0.machine.session } }

    /// Whether the app is visible to its user.
    public var appState: AppState { state.withLock { $0.machine.appState } }

    /// The changes of sessions from now on.
    ///
    /// A subscriber that subscribes before the start also gets the end of the previous session and the start of this
    /// one. The stream ends when the SDK is closed.
    public func changes() -> AsyncStream<SessionChange> { changed.subscribe() }

    /// The ended sessions with a higher number, oldest first; only the newest 1,000 are kept.
    /// - Parameter number: the number of the last session that the caller has read; 0 for all. A number above those of
    ///   all sessions comes from a damaged file that was replaced, and counts as 0.
    public func ended(after number: Int64 = 0) throws(MarqueeError) -> [EndedSession] {
        try history.ended(after: number)
    }
}

extension Sessions {
    /// Reports and stores the changes of the launch.
    func begin() {
        state.withLock { state in
            perform(state.beginning ?? [])
            state.beginning = nil
        }
    }

    /// Stores the running sessions every ``storingPeriod``, until the task is cancelled.
    static func run(_ all: [Sessions], _ environment: Environment) async {
        while (try? await environment.sleep(storingPeriod)) != nil {
            for sessions in all { sessions.handle(.timePassed) }
        }
    }

    /// - Returns: whether the app was in the foreground before.
    @discardableResult
    func enteredBackground() -> Bool { handle(.enteredBackground) }

    /// - Returns: whether the app was in the background before.
    @discardableResult
    func enteredForeground() -> Bool { handle(.enteredForeground(newID: Self.newID())) }

    /// Returns when all earlier changes are on disk.
    package func flush() async {
        await withCheckedContinuation { caller in writer.async { caller.resume() } }
    }

    func close() {
        writer.sync {}
        changed.finish()
    }

    @discardableResult
    private func handle(_ event: SessionMachine.Event) -> Bool {
        // Performed under the lock, so that all subscribers get the changes in the same order.
        state.withLock { state in
            let actions = state.machine.handle(event, at: ClockReading(environment))
            if state.beginning != nil { state.beginning?.append(contentsOf: actions) } else { perform(actions) }
            return !actions.isEmpty
        }
    }

    private func perform(_ actions: [SessionMachine.Action]) {
        for action in actions {
            switch action {
            case .announce(let change): changed.send(change)
            case .store(let session): store(session, isEnded: false)
            case .storeEnd(let session): store(session, isEnded: true)
            }
        }
    }

    private func store(_ session: Session, isEnded: Bool) {
        writer.async { [history, log] in
            do throws(MarqueeError) {
                try history.store(session, isEnded: isEnded)
            } catch {
                log(.error, .debug, "a session could not be stored: \(error.message)")
            }
        }
    }

    private static func newID() -> String { UserStore.generateDefaultID() }
}
