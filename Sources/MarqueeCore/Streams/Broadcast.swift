/// Hands every element to every subscriber, in the order of sending.
public final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
        var isFinished = false
    }

    private let state = Locked(State())
    private let backlog: Int

    /// Begins without subscribers; an element that nobody subscribes to is gone.
    /// - Parameter backlog: how many elements a subscriber that does not read keeps; the oldest go first.
    public init(backlog: Int) {
        self.backlog = backlog
    }

    deinit {
        finish()
    }

    /// Elements from now on.
    ///
    /// The subscription ends when its reader stops iterating, when its task is cancelled, and with ``finish()``.
    /// - Parameter first: an element for this subscriber alone, before all others.
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

    /// Whether anybody would receive an element that is sent now.
    public var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty } }

    /// Sends to everyone subscribed at this moment.
    ///
    /// Never waits for a reader.
    public func send(_ element: Element) {
        // Yielding under the lock keeps one order for all subscribers; a continuation runs no foreign code when it is
        // yielded to.
        state.withLock { state in
            for subscriber in state.subscribers.values { subscriber.yield(element) }
        }
    }

    /// Ends every subscription, present and future.
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
