import Logging
import Synchronization
import Testing

@testable import Collector

/// How much one sender may send.
@Suite struct RateLimitTests {
    private final class Clock: Sendable {
        private let time = Mutex(Duration.seconds(1000))

        var now: Duration { time.withLock { $0 } }

        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }

    private let clock = Clock()

    private func limit(rate: Int = 10_000, burst: Int = 50_000, capacity: Int = 100) -> RateLimit {
        let clock = clock
        return RateLimit(rate: rate, burst: burst, capacity: capacity) { clock.now }
    }

    @Test func `a sender has a burst, then the rate, and learns how long to wait`() {
        let limit = limit()
        for _ in 0..<6 { #expect(limit.charge(10_000, to: 1) == nil) }
        #expect(limit.wait(for: 1) == .seconds(1))
        #expect(limit.charge(10_000, to: 1) == .seconds(1))
        #expect(limit.wait(for: 2) == nil)
        clock.advance(by: .seconds(1))
        #expect(limit.charge(10_000, to: 1) == nil)
        #expect(limit.charge(10_000, to: 1) != nil)
        clock.advance(by: .seconds(100))
        for _ in 0..<6 { #expect(limit.charge(10_000, to: 1) == nil) }
        #expect(limit.charge(10_000, to: 1) != nil, "silence earns one burst and no more")
    }

    @Test func `a refused attempt costs nothing`() {
        let limit = limit()
        while limit.charge(10_000, to: 1) == nil {}
        for _ in 0..<1000 { _ = limit.charge(10_000, to: 1) }
        #expect(limit.wait(for: 1) == .seconds(1))
    }

    @Test func `a small request costs as much as 1 KiB`() {
        let limit = limit(rate: 1024, burst: 1024)
        #expect(limit.charge(0, to: 1) == nil && limit.charge(1, to: 1) == nil && limit.charge(1, to: 1) != nil)
    }

    @Test func `senders without number take a bounded memory, and those who wait go on waiting`() {
        let limit = limit(capacity: 100)
        while limit.charge(10_000, to: -1) == nil {}
        for sender in 0..<10_000 {
            _ = limit.charge(1, to: sender)
            #expect(limit.count <= 100)
        }
        #expect(limit.wait(for: -1) != nil)
    }

    @Test func `a sender who has to wait is refused before its batch is read, and others are not`() async throws {
        let store = try TemporaryCollector()
        let limits = IntakeLimits(addresses: limit(rate: 1, burst: 1), installs: nil)
        let collector = try Collector.open(
            at: store.folder, logger: Logger(label: "test"), limits: limits, now: { TemporaryCollector.now })
        try collector.intake.admit(7)
        _ = try await collector.intake.accept(try Sample.body([Sample.event()]), scope: store.scope, from: 7)
        let error = #expect(throws: IntakeError.self) { try collector.intake.admit(7) }
        #expect(error?.code == .throttled && error?.retryAfter == .seconds(1023))
        try collector.intake.admit(8)
    }

    @Test(arguments: [(1, Int.max), (Int.max, 1), (1, 1), (0, 0)])
    func `no rate is too large or too small to count with`(_ rate: Int, _ burst: Int) {
        let limit = limit(rate: rate, burst: burst)
        for _ in 0..<3 { _ = limit.charge(16 * 1024 * 1024, to: 1) }
    }
}
