/// Measures whether half of a playing ad was seen for two seconds on end, as the MRC asks of video.
struct ViewabilityMeter: Sendable, Hashable {
    private static let share = 0.5
    private static let span = Duration.seconds(2)
    private var isSeen = false
    private var isPlaying = false
    private var since: Duration?
    /// Whether anybody ever said how much is seen; if not, nobody can tell.
    private(set) var isMeasured = false
    private(set) var isViewable = false

    /// What is no number counts as not seen.
    mutating func visibilityChanged(to fraction: Double, at now: Duration) -> Bool {
        let became = advance(to: now)
        isMeasured = isMeasured || fraction.isFinite
        isSeen = fraction >= Self.share
        restart(at: now)
        return became
    }

    mutating func playingChanged(to isPlaying: Bool, at now: Duration) -> Bool {
        let became = advance(to: now)
        self.isPlaying = isPlaying
        restart(at: now)
        return became
    }

    /// - Returns: whether the ad has just become viewable. A clock that goes back begins the two seconds anew.
    mutating func advance(to now: Duration) -> Bool {
        guard !isViewable, let begin = since else { return false }
        guard now >= begin else {
            since = now
            return false
        }
        isViewable = now - begin >= Self.span
        return isViewable
    }

    private mutating func restart(at now: Duration) {
        since = isSeen && isPlaying ? since ?? now : nil
    }
}
