import MarqueeWire

/// The delays after failed requests: exponential backoff with full jitter.
package struct RetryPolicy: Sendable, Hashable {
    /// The longest delay that a receiver may ask for.
    static let longestAskedFor = Duration.seconds(86_400)

    /// The upper limit of the first random delay.
    package var base: Duration
    /// The upper limit of every random delay.
    package var cap: Duration
    /// The number of requests that may carry an item before it fails; `nil` for no limit.
    package var mostAttempts: Int?

    package init(base: Duration = .seconds(2), cap: Duration = .seconds(600), mostAttempts: Int? = nil) {
        self.base = base
        self.cap = cap
        self.mostAttempts = mostAttempts
    }

    /// How long to wait after this number of failures in a row, including the last one.
    /// - Parameter askedFor: the receiver's `Retry-After`.
    func delay(
        afterFailures failures: Int, askedFor: Duration? = nil, using random: inout some RandomNumberGenerator
    ) -> Duration {
        let ceiling = min(cap, base * (1 << min(max(failures - 1, 0), 20)))
        let drawn = Duration.milliseconds(Int64.random(in: 0...ceiling.milliseconds, using: &random))
        return max(drawn, min(askedFor ?? .zero, Self.longestAskedFor))
    }

    /// Whether an item has failed finally after this number of requests without success.
    func isExhausted(_ attempts: Int) -> Bool { mostAttempts.map { attempts >= $0 } ?? false }
}
