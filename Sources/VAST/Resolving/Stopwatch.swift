/// A clock that returns the time since it was started, so that values can hold its readings without knowing the kind of
/// clock.
///
/// The expiry of a plan is a reading of the resolver's stopwatch: keep the stopwatch, and check the plan with its
/// ``reading``.
public struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Starts at zero.
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
