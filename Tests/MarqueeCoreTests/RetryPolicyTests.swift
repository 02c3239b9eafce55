import MarqueeWire
import Testing

@testable import MarqueeCore

/// The delays after failed requests.
@Suite struct RetryPolicyTests {
    /// A generator that always returns the highest or the lowest value.
    private struct Extreme: RandomNumberGenerator {
        let bits: UInt64

        mutating func next() -> UInt64 { bits }
    }

    private let policy = RetryPolicy(base: .seconds(2), cap: .seconds(600))

    @Test(arguments: [(1, 2), (2, 4), (3, 8), (9, 512), (10, 600), (11, 600), (1_000, 600)])
    func `delays are random, and their maximum doubles up to the cap`(failures: Int, ceiling: Int) {
        var highest = Extreme(bits: .max)
        var lowest = Extreme(bits: 1)
        #expect(policy.delay(afterFailures: failures, using: &highest) == .seconds(ceiling))
        #expect(policy.delay(afterFailures: failures, using: &lowest) == .zero)
    }

    @Test(arguments: [(100, 100), (1_000_000, 86_400), (0, 2)])
    func `a delay that the receiver asks for is used, up to one day`(asked: Int, wait: Int) {
        var random = Extreme(bits: .max)
        #expect(policy.delay(afterFailures: 1, askedFor: .seconds(asked), using: &random) == .seconds(wait))
    }

    @Test(arguments: [(3, 2, false), (3, 3, true), (3, 4, true), (nil, 1_000_000, false)] as [(Int?, Int, Bool)])
    func `the policy limits the number of attempts`(most: Int?, attempts: Int, isExhausted: Bool) {
        #expect(RetryPolicy(mostAttempts: most).isExhausted(attempts) == isExhausted)
    }
}
