import MarqueeWire

/// The state machine of a session: it receives events and returns actions.
struct SessionMachine: Sendable {
    enum Event: Sendable, Hashable {
        /// The SDK started. A session starts with it only if the app is visible to its user.
        case launched(newID: String)
        case enteredBackground
        case enteredForeground(newID: String)
        /// Some time passed; the session should be stored.
        case timePassed
    }

    enum Action: Sendable, Hashable {
        case store(Session)
        case storeEnd(Session)
        case announce(SessionChange)
    }

    /// An absence of this length or longer ends the session.
    let timeout: Duration
    /// The session that has not ended; before the launch, the session of an earlier process.
    private(set) var session: Session?
    private(set) var appState: AppState
    /// The moment up to which time is counted: as active time in the foreground, otherwise as absence.
    private var accounted: ClockReading?

    init(timeout: Duration, previous: Session? = nil, appState: AppState = .foreground) {
        self.timeout = timeout
        self.appState = appState
        session = previous
    }

    mutating func handle(_ event: Event, at now: ClockReading) -> [Action] {
        switch event {
        case .launched(let id):
            guard accounted == nil else { return [] }
            return end() + (appState == .foreground ? start(id, now) : [])
        case .enteredBackground:
            guard let session = activeSession(at: now) else { return [] }
            appState = .background
            return [.store(session), .announce(.inactive(session))]
        case .enteredForeground(let id):
            guard appState == .background else { return [] }
            appState = .foreground
            guard let session, let left = accounted, now.uptime - left.uptime < timeout else {
                return end() + start(id, now)
            }
            accounted = now
            return [.announce(.active(session))]
        case .timePassed:
            return activeSession(at: now).map { [.store($0)] } ?? []
        }
    }

    private mutating func start(_ id: String, _ now: ClockReading) -> [Action] {
        let session = Session(id: id, start: now.wall)
        self.session = session
        accounted = now
        return [.store(session), .announce(.started(session))]
    }

    private mutating func end() -> [Action] {
        guard let session else { return [] }
        self.session = nil
        return [.storeEnd(session), .announce(.ended(session))]
    }

    /// The session with its active time up to now; `nil` while the app is not visible to its user.
    private mutating func activeSession(at now: ClockReading) -> Session? {
        guard appState == .foreground, let since = accounted, var session else { return nil }
        session.activeTime += max(.zero, now.uptime - since.uptime)
        session.lastActive = now.wall
        self.session = session
        accounted = now
        return session
    }
}
