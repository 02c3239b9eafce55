import Synchronization

/// A clock that stands still by default. A task that sleeps on it sleeps until it is cancelled.
final class VirtualClock: Clock {
    struct Instant: InstantProtocol {
        var time: Swift.Duration = .zero

        func advanced(by duration: Swift.Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.time - time }
        static func < (left: Instant, right: Instant) -> Bool { left.time < right.time }
    }

    private let state = Mutex(Instant())
    private let leaps: Bool

    /// - Parameter leaps: whether a sleep moves the clock to its end. If not, only cancelling ends a sleep.
    init(leaps: Bool = false) { self.leaps = leaps }

    var now: Instant { state.withLock { $0 } }
    var minimumResolution: Swift.Duration { .zero }

    func advance(by time: Swift.Duration) {
        state.withLock { $0 = $0.advanced(by: time) }
    }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        try Task.checkCancellation()
        if leaps { return state.withLock { $0 = max($0, deadline) } }
        let (stream, _) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        throw CancellationError()
    }
}
