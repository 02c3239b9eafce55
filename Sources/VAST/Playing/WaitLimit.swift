/// How long a viewer waits for media before the ad fails.
struct WaitLimit: Sendable, Hashable {
    private let limit: Duration
    private var since: Duration?

    init(limit: Duration) {
        self.limit = limit.bounded
    }

    /// Starts, continues or ends the wait.
    /// - Returns: whether the wait has become too long. If the clock goes back, the wait starts again.
    mutating func wait(_ isWaiting: Bool, at now: Duration) -> Bool {
        guard isWaiting else {
            since = nil
            return false
        }
        let begin = min(since ?? now, now)
        since = begin
        return now - begin >= limit
    }

    /// Starts the next wait from zero.
    mutating func restart() { since = nil }
}
