import MarqueeCore

/// Keeps the newest location and its place, and says whether an event should wait for them.
///
/// While locations are switched off, not permitted or refused by the user's consent, nothing waits and nothing is asked.
final class LocationKeeper: Sendable {
    private let settings: LocationSettings
    private let source: any LocationSource
    private let environment: Environment
    /// The user's consent to use locations.
    private let isGranted: @Sendable () -> Bool
    /// Gets each new place.
    private let publish: @Sendable (Placemark) -> Void
    private let state: Locked<State>
    /// Orders the calls that start and stop the source. The source may deliver while it starts, so this is not the lock of
    /// the state.
    private let isClosed = Locked(false)

    private struct State {
        var location: LocationState
        var isFollowing = false
        /// Counts the times that following began, so that a place that was asked for before is not used.
        var run = 0
    }

    init(
        _ source: any LocationSource, settings: LocationSettings, environment: Environment,
        isGranted: @escaping @Sendable () -> Bool, publish: @escaping @Sendable (Placemark) -> Void
    ) {
        self.source = source
        self.settings = settings
        self.environment = environment
        self.isGranted = isGranted
        self.publish = publish
        state = Locked(State(location: LocationState(settings)))
    }

    /// Whether events get a location. The source is not asked while it is not followed.
    var isOn: Bool { state.withLock { $0.isFollowing } && isGranted() && source.isAuthorised }

    /// Begins to follow the location, if it is switched on and the user consents. Does nothing while it is followed, and
    /// after ``close()``.
    func start() {
        isClosed.withLock { isClosed in
            guard !isClosed, settings.isEnabled, isGranted() else { return }
            let uptime = environment.uptime()
            let begins = state.withLock { state in
                guard !state.isFollowing else { return false }
                state.isFollowing = true
                state.run += 1
                state.location.started(uptime)
                return true
            }
            guard begins else { return }
            source.start(settings.precision, distance: settings.distanceFilter) { [weak self] fix in
                self?.received(fix)
            }
        }
    }

    /// Ends following and forgets the location.
    func stop() { isClosed.withLock { _ in end() } }

    /// Ends following for good.
    func close() {
        isClosed.withLock { isClosed in
            isClosed = true
            end()
        }
    }

    private func end() {
        let wasFollowing = state.withLock { state in
            defer { state.isFollowing = false }
            state.location.forget()
            return state.isFollowing
        }
        if wasFollowing { source.stop() }
    }

    /// The coordinates for an event now.
    func coordinates() -> LocationState.Answer<LocationFix> {
        guard isOn else { return .absent }
        let uptime = environment.uptime()
        let (answer, actions) = state.withLock { $0.location.coordinates(uptime) }
        perform(actions)
        return answer
    }

    /// The place for an event now.
    func place() -> LocationState.Answer<Placemark> {
        guard isOn else { return .absent }
        let uptime = environment.uptime()
        let (answer, actions) = state.withLock { $0.location.place(uptime) }
        perform(actions)
        return answer
    }

    private func received(_ fix: LocationFix) {
        guard isOn else { return }
        let (now, uptime) = (environment.now(), environment.uptime())
        perform(state.withLock { $0.location.fixReceived(fix, now: now, uptime: uptime) })
    }

    private func perform(_ actions: [LocationState.Action]) {
        for action in actions {
            switch action {
            case .requestFix: source.requestFix()
            case .publish(let placemark): publish(placemark)
            case .findPlace(let fix):
                let run = state.withLock { $0.run }
                Task { await findPlace(of: fix, run) }
            }
        }
    }

    private func findPlace(of fix: LocationFix, _ run: Int) async {
        let placemark = await source.placemark(at: fix)
        guard isOn else { return }
        let uptime = environment.uptime()
        let actions = state.withLock { state in
            state.run == run ? state.location.placeReceived(placemark, for: fix, uptime: uptime) : []
        }
        perform(actions)
    }
}
