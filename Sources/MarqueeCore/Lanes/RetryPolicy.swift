import MarqueeWire

/// When sending is tried again after a failure: exponential backoff with full jitter.
package struct RetryPolicy: Sendable, Hashable {
    /// A receiver may ask for this much at most.
    static let longestAskedFor = Duration.seconds(86_400)

    /// The first delay is drawn from up to this.
    package var base: Duration
    /// No drawn delay is longer.
    package var cap: Duration
    /// How many requests carry an item before it fails; `nil` for as many as it takes.
    package var mostAttempts: Int?

    package init(base: Duration = .seconds(2), cap: Duration = .seconds(600), mostAttempts: Int? = nil) {
        self.base = base
        self.cap = cap
        self.mostAttempts = mostAttempts
    }

    /// How long to wait after this many failures in a row, the last one included.
    /// - Parameter askedFor: the receiver's `Retry-After`.
    func delay(
        afterFailures failures: Int, askedFor: Duration? = nil, using random: inout some RandomNumberGenerator
    ) -> Duration {
        let ceiling = min(cap, base * (1 << min(max(failures - 1, 0), 20)))
        let drawn = Duration.milliseconds(Int64.random(in: 0...ceiling.milliseconds, using: &random))
        return max(drawn, min(askedFor ?? .zero, Self.longestAskedFor))
    }

    /// Whether an item that so many requests carried in vain has failed for good.
    func isExhausted(_ attempts: Int) -> Bool { mostAttempts.map { attempts >= $0 } ?? false }
}
