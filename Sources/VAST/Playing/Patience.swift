/// How long a viewer waits for media before the ad is given up.
struct Patience: Sendable, Hashable {
    private let limit: Duration
    private var since: Duration?

    init(limit: Duration) {
        self.limit = limit.bounded
    }

    /// Begins the wait, goes on with it, or ends it.
    /// - Returns: whether it has become too long. A clock that goes back begins the wait anew.
    mutating func wait(_ isWaiting: Bool, at now: Duration) -> Bool {
        guard isWaiting else {
            since = nil
            return false
        }
        let begin = min(since ?? now, now)
        since = begin
        return now - begin >= limit
    }

    /// The next wait begins anew.
    mutating func restart() { since = nil }
}
