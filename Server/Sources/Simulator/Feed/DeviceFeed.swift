import Foundation
import Synchronization

/// What happens on a phone, for any number of pages that watch: the last entries, then live ones, and a signal whenever
/// the phone's state changed.
final class DeviceFeed: Sendable {
    enum Update: Sendable {
        case stateChanged
        case entry(FeedEntry)
    }

    /// Entries kept for pages that come later.
    static let kept = 200
    /// Updates that may wait for one slow page; older ones are dropped for it.
    private static let waiting = 500

    private struct State {
        var entries: [FeedEntry] = []
        var next = 1
        var watchers: [Int: AsyncStream<Update>.Continuation] = [:]
        var nextWatcher = 0
        var isEnded = false
    }

    private let state = Mutex(State())

    func add(_ kind: FeedEntry.Kind, _ title: String, _ detail: String = "", isGood: Bool = true) {
        state.withLock { state in
            let entry = FeedEntry(
                number: state.next, time: Date(), kind: kind, title: title, detail: String(detail.prefix(2000)),
                isGood: isGood)
            state.next += 1
            state.entries.append(entry)
            if state.entries.count > Self.kept { state.entries.removeFirst() }
            for watcher in state.watchers.values { watcher.yield(.entry(entry)) }
        }
    }

    func stateChanged() {
        state.withLock { state in
            for watcher in state.watchers.values { watcher.yield(.stateChanged) }
        }
    }

    func watch() -> (recent: [FeedEntry], updates: AsyncStream<Update>) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Update.self, bufferingPolicy: .bufferingNewest(Self.waiting))
        let recent = state.withLock { state in
            guard !state.isEnded else {
                continuation.finish()
                return state.entries
            }
            let number = state.nextWatcher
            state.nextWatcher += 1
            state.watchers[number] = continuation
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.watchers.removeValue(forKey: number) }
            }
            return state.entries
        }
        return (recent, stream)
    }

    func end() {
        let watchers = state.withLock { state in
            state.isEnded = true
            defer { state.watchers = [:] }
            return Array(state.watchers.values)
        }
        for watcher in watchers { watcher.finish() }
    }
}
