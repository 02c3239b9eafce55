/// Decides whether a transaction that was interrupted runs again, and after which delay.
struct PostgresRetries {
    /// How often a transaction runs when others are in its way.
    let attempts: Int
    /// How many connections may have broken while nobody used them.
    let connections: Int
    /// How long a server that cannot be reached is tried, from the call on and from the break of a connection.
    let patience: Duration
    private(set) var deadline: ContinuousClock.Instant
    private var conflicts = 0
    private var idleBreaks = 0
    private var unreachable = 0
    private var hasBroken = false
    private var hadStaleStatement = false

    init(attempts: Int, connections: Int, patience: Duration, from now: ContinuousClock.Instant) {
        self.attempts = attempts
        self.connections = connections
        self.patience = patience
        deadline = now + patience
    }

    /// The delay before the next run.
    /// - Throws: `unavailable` when the transaction must not run again.
    mutating func delay(
        after interruption: PostgresTransaction.Interruption, _ failure: PostgresFailure,
        at now: ContinuousClock.Instant, using random: inout some RandomNumberGenerator
    ) throws(StoreError) -> Duration {
        switch interruption {
        case .idleConnectionBroke:
            idleBreaks += 1
            guard idleBreaks <= connections else { throw StoreError(failure) }
            return .zero
        case .connectionBroke:
            guard !hasBroken else { throw StoreError(failure) }
            hasBroken = true
            deadline = now + patience
            return .zero
        case .staleStatement:
            guard !hadStaleStatement else { throw StoreError(failure) }
            hadStaleStatement = true
            return .zero
        case .conflict:
            conflicts += 1
            guard conflicts < attempts else {
                throw StoreError(
                    .unavailable,
                    "busy: other transactions were in the way in each of \(attempts) attempts: \(failure)",
                    cause: failure)
            }
            return Self.jitter(conflicts, from: .milliseconds(10), upTo: .seconds(1), &random)
        case .unreachable:
            guard now < deadline else {
                throw StoreError(.unavailable, "the database is unreachable: \(failure)", cause: failure)
            }
            unreachable += 1
            return Self.jitter(unreachable, from: .milliseconds(50), upTo: .seconds(1), &random)
        }
    }

    /// Any delay up to a bound that doubles each time.
    private static func jitter(
        _ attempt: Int, from first: Duration, upTo most: Duration, _ random: inout some RandomNumberGenerator
    ) -> Duration {
        min(first * (1 << min(attempt - 1, 20)), most) * Double.random(in: 0...1, using: &random)
    }
}
