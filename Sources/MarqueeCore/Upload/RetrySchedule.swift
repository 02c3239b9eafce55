import MarqueeWire

/// When sending may be tried again: exponential with full jitter, kept on disk, and immune to clocks that jump.
struct RetrySchedule: Sendable, Hashable {
    /// The first delay is drawn from up to this.
    static let base = Duration.seconds(2)
    /// No drawn delay is longer.
    static let cap = Duration.seconds(600)
    /// A server may ask for this much at most.
    static let longestAskedFor = Duration.seconds(86_400)

    static let none = RetrySchedule(attempts: 0, setAt: Timestamp(milliseconds: 0), wait: .zero)

    /// Failures in a row.
    var attempts: Int
    var setAt: Timestamp
    var wait: Duration

    /// The schedule after one more failure; `askedFor` is the server's `Retry-After`.
    func failed(
        at now: Timestamp, askedFor: Duration?, using random: inout some RandomNumberGenerator
    ) -> RetrySchedule {
        let ceiling = min(Self.cap, Self.base * (1 << min(attempts, 20)))
        let drawn = Duration.milliseconds(Int64.random(in: 0...ceiling.milliseconds, using: &random))
        let asked = min(askedFor ?? .zero, Self.longestAskedFor)
        return RetrySchedule(attempts: attempts + 1, setAt: now, wait: max(drawn, asked))
    }

    /// How long to wait still.
    ///
    /// A clock set back never makes it longer than it was at first.
    func remaining(at now: Timestamp) -> Duration {
        guard now >= setAt else { return wait }
        return max(.zero, wait - (now - setAt))
    }
}
