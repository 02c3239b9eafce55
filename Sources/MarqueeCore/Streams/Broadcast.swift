import Dispatch

/// Sends every element to every subscriber, in the same order.
public final class Broadcast<Element: Sendable>: Sendable {
    private typealias Subscriber = AsyncStream<Element>.Continuation

    private struct State {
        var next = 0
        var subscribers: [Int: Subscriber] = [:]
        var isFinished = false
        /// What is on its way, in order, and to whom; `nil` ends a subscription.
        var outgoing: [(element: Element?, subscribers: [Subscriber])] = []
        var isDelivering = false
    }

    private let state = Locked(State())
    private let backlog: Int

    /// Makes a broadcast without subscribers; an element sent without subscribers is lost.
    /// - Parameter backlog: the number of elements, at least 1, kept for a slow subscriber; the oldest are dropped first.
    public init(backlog: Int) {
        self.backlog = max(1, backlog)
    }

    deinit {
        let subscribers = state.withLock { $0.subscribers.values.map(\.self) }
        guard !subscribers.isEmpty else { return }
        DispatchQueue.global().async { for subscriber in subscribers { subscriber.finish() } }
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

    /// How many elements are on their way.
    var outgoing: Int { state.withLock { $0.outgoing.count } }

    /// Sends an element to all current subscribers.
    ///
    /// Never waits for a reader. The caller may hold locks: no reader is woken on its thread.
    public func send(_ element: Element) {
        let begins = state.withLock { state in
            // Bounded like what waits for a slow subscriber.
            if state.outgoing.count >= backlog, !state.subscribers.isEmpty { state.outgoing.removeFirst() }
            return Self.enqueue(element, to: &state)
        }
        if begins { deliver() }
    }

    /// Ends all current subscriptions, after what was sent before; later subscriptions end at once.
    public func finish() {
        let begins = state.withLock { state in
            state.isFinished = true
            defer { state.subscribers = [:] }
            return Self.enqueue(nil, to: &state)
        }
        if begins { deliver() }
    }

    /// - Returns: whether nobody is delivering yet.
    private static func enqueue(_ element: Element?, to state: inout State) -> Bool {
        guard !state.subscribers.isEmpty else { return false }
        state.outgoing.append((element, Array(state.subscribers.values)))
        defer { state.isDelivering = true }
        return !state.isDelivering
    }

    /// Delivers on a thread that holds no lock.
    ///
    /// Waking a reader takes its task's lock. Whoever cancels the task holds that lock while the task's handlers run, and
    /// these take other locks: the one of ``state``, and those of the app.
    private func deliver() {
        DispatchQueue.global().async {
            while let (element, subscribers) = self.next() {
                for subscriber in subscribers {
                    if let element { subscriber.yield(element) } else { subscriber.finish() }
                }
            }
        }
    }

    private func next() -> (element: Element?, subscribers: [Subscriber])? {
        state.withLock { state in
            guard !state.outgoing.isEmpty else {
                state.isDelivering = false
                return nil
            }
            return state.outgoing.removeFirst()
        }
    }
}
