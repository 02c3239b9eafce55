/// Hands every ``Notice`` to every subscriber, in the order of posting.
public final class Notices: Sendable {
    private struct State {
        var next = 0
        var subscribers: [Int: AsyncStream<Notice>.Continuation] = [:]
    }

    private let state = Locked(State())
    /// A subscriber that does not read keeps this many notices; the oldest go first.
    private static let backlog = 1_000

    /// Begins without subscribers; a notice that nobody subscribes to is gone.
    public init() {}

    /// Notices from now on.
    ///
    /// The subscription ends when its reader stops iterating or its task is cancelled.
    public func subscribe() -> AsyncStream<Notice> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Notice.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        let number = state.withLock { state in
            state.next += 1
            state.subscribers[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.subscribers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Posts to everyone subscribed at this moment.
    ///
    /// Never waits for a reader.
    public func post(_ notice: Notice) {
        // Yielding under the lock keeps one order for all subscribers; a continuation runs no foreign code when it is
        // yielded to.
        state.withLock { state in
            for subscriber in state.subscribers.values { subscriber.yield(notice) }
        }
    }
}
