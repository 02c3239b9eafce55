import MarqueeWire

/// What the clock on the wall and the one that nobody can set read at one moment.
struct ClockReading: Sendable, Hashable {
    /// Less than this is drift, or the time between the two readings.
    private static let tolerance = Duration.seconds(60)

    let wall: Timestamp
    let uptime: Duration

    /// How far the wall clock was set since an earlier reading; `nil` when it was not.
    func step(since earlier: ClockReading) -> Duration? {
        let step = (wall - earlier.wall) - (uptime - earlier.uptime)
        return step > Self.tolerance || step < .zero - Self.tolerance ? step : nil
    }
}
