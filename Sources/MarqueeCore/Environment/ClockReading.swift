import MarqueeWire

/// The wall clock and the uptime at one moment. The user can set the wall clock, but not the uptime.
struct ClockReading: Sendable, Hashable {
    /// A smaller difference is drift, or the time between reading the two clocks.
    private static let tolerance = Duration.seconds(60)

    let wall: Timestamp
    let uptime: Duration

    init(wall: Timestamp, uptime: Duration) {
        self.wall = wall
        self.uptime = uptime
    }

    /// Reads both clocks now.
    init(_ environment: Environment) {
        self.init(wall: environment.now(), uptime: environment.uptime())
    }

    /// How far the wall clock was set since an earlier reading; `nil` if it was not set.
    func step(since earlier: ClockReading) -> Duration? {
        let step = (wall - earlier.wall) - (uptime - earlier.uptime)
        return step > Self.tolerance || step < .zero - Self.tolerance ? step : nil
    }
}
