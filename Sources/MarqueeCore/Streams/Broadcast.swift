/// Sends every element to every subscriber, in the same order.
public final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
        var isFinished = false
    }

    private let state = Locked(State())
    private let backlog: Int

    /// Makes a broadcast without subscribers; an element sent without subscribers is lost.
    /// - Parameter backlog: the number of elements kept for a slow subscriber; the oldest are dropped first.
    public init(backlog: Int) {
        self.backlog = backlog
    }

    deinit {
        finish()
    }

    /// A stream of the elements from now on.
    ///
    /// The subscription ends when its reader stops iterating, when the reader's task is cancelled, and with
    /// ``finish()``.
    /// - Parameter first: an element only for this subscriber, before all others.
    public func subscribe(startingWith first: Element? = nil) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingNewest(backlog))
        if let first { continuation.yield(first) }
        let number: Int? = state.withLock { state in
            guard !state.isFinished else { return nil }
            state.next += 1
            state.subscribers[state.next] = continuation
            return state.next
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.subscribers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Whether there is at least one subscriber.
    public var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty } }

    /// Sends an element to all current subscribers.
    ///
    /// Never waits for a reader.
    public func send(_ element: Element) {
        // Yielding under the lock keeps one order for all subscribers. This is safe, because `yield` runs no code of
        // the subscriber.
        state.withLock { state in
            for subscriber in state.subscribers.values { subscriber.yield(element) }
        }
    }

    /// Ends all current subscriptions; later subscriptions end at once.
    public func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            defer { state.subscribers = [:] }
            return Array(state.subscribers.values)
        }
        // Outside the lock, because finishing a stream calls its termination handler.
        for subscriber in subscribers { subscriber.finish() }
    }
}
