import MarqueeWire
import Testing

@testable import PlatformStore

/// Whether an interrupted transaction runs again.
struct PostgresRetriesTests {
    private struct Highest: RandomNumberGenerator {
        mutating func next() -> UInt64 { .max }
    }

    private let failure = PostgresFailure("40001", "in the way")
    private let now = ContinuousClock.now

    private func make() -> PostgresRetries {
        PostgresRetries(attempts: 10, connections: 8, patience: .seconds(5), from: now)
    }

    @Test(arguments: [
        (PostgresTransaction.Interruption.conflict, 9), (.connectionBroke, 1), (.staleStatement, 1),
        (.idleConnectionBroke, 8),
    ])
    func `each interruption is allowed a number of times`(
        interruption: PostgresTransaction.Interruption, times: Int
    ) throws {
        var (retries, random) = (make(), SystemRandomNumberGenerator())
        for _ in 0..<times { _ = try retries.delay(after: interruption, failure, at: now, using: &random) }
        #expect(throws: StoreError.self) {
            try retries.delay(after: interruption, failure, at: now, using: &random)
        }
    }

    @Test func `the bound of the delay doubles up to a second`() throws {
        var (retries, random) = (make(), Highest())
        let delays = try (1...9).map { _ in
            try retries.delay(after: .conflict, failure, at: now, using: &random) / .milliseconds(1)
        }
        #expect(delays.map { ($0 / 10).rounded() * 10 } == [10, 20, 40, 80, 160, 320, 640, 1_000, 1_000])
    }

    @Test func `a server that cannot be reached is tried until patience ends`() throws {
        var (retries, random) = (make(), SystemRandomNumberGenerator())
        for second in 0..<5 {
            _ = try retries.delay(after: .unreachable, failure, at: now + .seconds(second), using: &random)
        }
        #expect(throws: StoreError.self) {
            try retries.delay(after: .unreachable, failure, at: now + .seconds(5), using: &random)
        }
    }

    @Test func `a server that goes away while a transaction runs is waited for from then on`() throws {
        var (retries, random) = (make(), SystemRandomNumberGenerator())
        _ = try retries.delay(after: .connectionBroke, failure, at: now + .seconds(20), using: &random)
        _ = try retries.delay(after: .unreachable, failure, at: now + .seconds(24), using: &random)
        #expect(throws: StoreError.self) {
            try retries.delay(after: .unreachable, failure, at: now + .seconds(25), using: &random)
        }
    }
}
