import Foundation

/// The app's sessions: which one it is, what happens to it, and those that are over.
///
/// A session ends when the app was away for at least the timeout, and when it is started again. It is stored at each
/// change, and every 10 s while the app is in front of its user.
public final class Sessions: Sendable {
    /// How much of a session's active time a kill loses at most.
    static let storingPeriod = Duration.seconds(10)

    private struct State {
        var machine: SessionMachine
        /// What happened before anybody could subscribe.
        var beginning: [SessionMachine.Action]?
    }

    private let state: Locked<State>
    private let history: SessionHistory
    private let environment: Environment
    private let log: Log
    private let changed = Broadcast<SessionChange>(backlog: 1_000)
    /// Becoming active must not wait for the disk.
    private let writer = DispatchQueue(label: "marquee.sessions", qos: .utility)

    init(_ sdkState: SDKState, timeout: Duration, environment: Environment, log: Log) throws(MarqueeError) {
        history = SessionHistory(state: sdkState)
        self.environment = environment
        self.log = log
        var machine = SessionMachine(timeout: timeout, previous: try history.unended())
        let actions = machine.handle(.launched(newID: Self.newID()), at: ClockReading(environment))
        state = Locked(State(machine: machine, beginning: actions))
    }

    /// The session that events belong to now.
    public var current: Session? { state.withLock { $0.machine.session } }

    /// Whether the app is in front of its user.
    public var appState: AppState { state.withLock { $0.machine.appState } }

    /// What happens to sessions from now on.
    ///
    /// A subscriber from before the start also gets the end of the last session and the start of this one. The
    /// stream ends when the SDK is closed.
    public func changes() -> AsyncStream<SessionChange> { changed.subscribe() }

    /// The sessions that are over and have a higher number, oldest first; the newest 1,000 are kept.
    /// - Parameter number: of the last session that the caller has handled; 0 for all.
    public func ended(after number: Int64 = 0) throws(MarqueeError) -> [EndedSession] {
        try history.ended(after: number)
    }
}

extension Sessions {
    /// Announces and stores what happened at the launch.
    func begin() {
        state.withLock { state in
            perform(state.beginning ?? [])
            state.beginning = nil
        }
    }

    /// Stores the session every ``storingPeriod``, until the task is cancelled.
    func run() async {
        while (try? await environment.sleep(Self.storingPeriod)) != nil { handle(.timePassed) }
    }

    /// - Returns: whether the app was in the foreground until now.
    func enteredBackground() -> Bool { handle(.enteredBackground) }

    /// - Returns: whether the app was in the background until now.
    func enteredForeground() -> Bool { handle(.enteredForeground(newID: Self.newID())) }

    /// Returns once everything before is on disk.
    func flush() async {
        await withCheckedContinuation { caller in writer.async { caller.resume() } }
    }

    func close() {
        writer.sync {}
        changed.finish()
    }

    @discardableResult
    private func handle(_ event: SessionMachine.Event) -> Bool {
        // Performed under the lock: everybody sees the same order.
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
