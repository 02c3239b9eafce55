import Foundation
import Synchronization

/// The events folded last, and those to come, for people who watch an integration.
public final class LiveEvents: Sendable {
    /// The most events kept, and the most that wait for a slow watcher before its oldest are dropped.
    public static let capacity = 200

    private struct State {
        var recent: [LiveEvent] = []
        var watchers: [UUID: AsyncStream<LiveEvent>.Continuation] = [:]
    }

    private let state = Mutex(State())

    init() {}

    /// Oldest first.
    public var recent: [LiveEvent] { state.withLock(\.recent) }

    /// Every event from now on.
    ///
    /// Ends when the watcher stops listening.
    public func events() -> AsyncStream<LiveEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: LiveEvent.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let id = UUID()
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.watchers[id] = nil } }
        state.withLock { $0.watchers[id] = continuation }
        return stream
    }

    func publish(_ events: [LiveEvent]) {
        let watchers = state.withLock { state in
            state.recent = Array((state.recent + events).suffix(Self.capacity))
            return Array(state.watchers.values)
        }
        for watcher in watchers { for event in events { watcher.yield(event) } }
    }
}
