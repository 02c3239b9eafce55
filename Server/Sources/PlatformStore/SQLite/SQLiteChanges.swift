import Synchronization

/// Notices commits to a file, whichever connection or process made them.
final class SQLiteChanges: Sendable {
    /// How long an answer of the file holds: asking takes several locks of it, and thousands of requests a second ask.
    static let lifetime = Duration.milliseconds(1)

    private struct State {
        let version: SQLiteStatement
        var latest: Int64?
        var until = SuspendingClock.now
    }

    private let state: Mutex<State>
    private let now: @Sendable () -> SuspendingClock.Instant

    init(
        path: String, now: @escaping @Sendable () -> SuspendingClock.Instant = { SuspendingClock.now }
    ) throws(StoreError) {
        self.now = now
        let connection = try SQLiteConnection(path: path)
        try connection.execute("PRAGMA busy_timeout = 0")
        state = Mutex(State(version: try connection.prepare("PRAGMA data_version")))
    }

    /// Another number after every commit of another connection, after ``lifetime`` at the latest, or at once after
    /// ``forget()``; this connection makes none. `nil` when the file is locked.
    var number: Int64? {
        state.withLock { state in
            let now = now()
            if let latest = state.latest, now < state.until { return latest }
            defer { state.version.reset() }
            state.latest = (try? state.version.step()) == true ? state.version.integer(0) : nil
            state.until = now + Self.lifetime
            return state.latest
        }
    }

    /// Has the file asked again, after a write that one knows of.
    func forget() { state.withLock { $0.latest = nil } }
}
