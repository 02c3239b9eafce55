/// Measures whether half of a playing ad was visible for two seconds without a break, as the MRC requires for video.
struct ViewabilityMeter: Sendable, Hashable {
    private static let share = 0.5
    private static let span = Duration.seconds(2)
    private var isSeen = false
    private var isPlaying = false
    private var since: Duration?
    /// Whether the app ever reported a visibility. Without a report the viewability is unknown.
    private(set) var isMeasured = false
    private(set) var isViewable = false

    /// A fraction that is not a number counts as not visible.
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

    /// Returns whether the ad has just become viewable. If the clock goes back, the two seconds start again.
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
