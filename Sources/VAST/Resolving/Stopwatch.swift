/// A clock that reads as the time since it was started, so that values hold its readings without knowing its kind.
///
/// A plan's expiry is a reading of the resolver's stopwatch: keep one, and ask the plan with its ``reading``.
public struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Starts at zero on a clock.
    public init(_ clock: some Clock<Duration> = ContinuousClock()) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(until: clock.now.advanced(by: $0.bounded), tolerance: nil) }
    }

    /// The time since the start.
    public var reading: Duration { read() }

    func sleep(for time: Duration) async throws {
        try await wait(time)
    }
}
