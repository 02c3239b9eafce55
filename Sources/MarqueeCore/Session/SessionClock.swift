import Foundation

/// Which session it is: a new one at start, and after the app was in the background for longer than the timeout.
final class SessionClock: Sendable {
    private struct State {
        var id: String
        var appState = AppState.foreground
        var leftAt: Duration?
    }

    private let state: Locked<State>
    private let uptime: @Sendable () -> Duration
    private let timeout: Duration
    private let makeID: @Sendable () -> String

    init(timeout: Duration, uptime: @escaping @Sendable () -> Duration, makeID: @escaping @Sendable () -> String) {
        self.timeout = timeout
        self.uptime = uptime
        self.makeID = makeID
        state = Locked(State(id: makeID()))
    }

    var id: String { state.withLock { $0.id } }

    var appState: AppState { state.withLock { $0.appState } }

    /// Whether the app was in the foreground until now.
    func enteredBackground() -> Bool {
        state.withLock { state in
            guard state.appState == .foreground else { return false }
            state.appState = .background
            state.leftAt = uptime()
            return true
        }
    }

    /// Whether the app was in the background until now.
    func enteredForeground() -> Bool {
        state.withLock { state in
            guard state.appState == .background else { return false }
            state.appState = .foreground
            if let leftAt = state.leftAt, uptime() - leftAt >= timeout { state.id = makeID() }
            state.leftAt = nil
            return true
        }
    }
}
