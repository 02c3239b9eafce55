import Synchronization

/// Limits each sender to a steady rate, with room for a burst.
///
/// A sender costs one number in memory: the moment at which its burst is full again (the generic cell rate algorithm,
/// ITU-T I.371). A sender whose moment has passed equals an unknown one, and is forgotten when room is needed.
package final class RateLimit: Sendable {
    /// The least that a request counts for, in bytes, because small requests cost time too.
    private static let minimum = 1024

    private let nanosecondsPerByte: Double
    /// The nanoseconds in which a full burst is earned.
    private let burst: Int64
    private let capacity: Int
    private let elapsed: @Sendable () -> Duration
    private let moments = Mutex<[Int: Int64]>([:])

    /// - Parameters:
    ///   - rate: bytes per second.
    ///   - burst: bytes that a silent sender may send at once.
    ///   - capacity: the most senders in memory.
    ///   - elapsed: a clock that never goes back; tests replace it.
    package init(
        rate: Int, burst: Int, capacity: Int = 65_536, elapsed: @escaping @Sendable () -> Duration = RateLimit.uptime
    ) {
        nanosecondsPerByte = 1e9 / Double(max(1, rate))
        // Bounded at three years, so that sums do not overflow.
        self.burst = Int64(min(Double(max(1, burst)) * nanosecondsPerByte, 1e17))
        self.capacity = capacity
        self.elapsed = elapsed
    }

    /// How long the sender has to wait before it sends anything; `nil` if it may send now.
    package func wait(for sender: Int) -> Duration? {
        let now = nanoseconds
        return moments.withLock { wait($0[sender] ?? 0, now) }
    }

    /// Counts bytes of a sender.
    /// - Returns: how long the sender has to wait before it sends them; `nil` when they are counted.
    package func charge(_ bytes: Int, to sender: Int) -> Duration? {
        let now = nanoseconds
        let cost = Int64(Double(max(bytes, Self.minimum)) * nanosecondsPerByte)
        return moments.withLock { moments in
            let moment = moments[sender] ?? 0
            if let wait = wait(moment, now) { return wait }
            if moments.count >= capacity { makeRoom(&moments, now) }
            moments[sender] = max(moment, now) + cost
            return nil
        }
    }

    /// The time since an arbitrary moment of this process.
    package static let uptime: @Sendable () -> Duration = {
        let start = ContinuousClock.now
        return { ContinuousClock.now - start }
    }()

    var count: Int { moments.withLock(\.count) }

    private var nanoseconds: Int64 {
        let (seconds, attoseconds) = elapsed().components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    private func wait(_ moment: Int64, _ now: Int64) -> Duration? {
        let debt = moment - now - burst
        return debt > 0 ? .nanoseconds(debt) : nil
    }

    /// Forgets senders with a full burst; if that frees less than half, all that need not wait; if that is too few, all.
    private func makeRoom(_ moments: inout [Int: Int64], _ now: Int64) {
        moments = moments.filter { $0.value > now }
        if moments.count > capacity / 2 { moments = moments.filter { wait($0.value, now) != nil } }
        if moments.count > capacity / 2 { moments = [:] }
    }
}
