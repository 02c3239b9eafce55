import Foundation
import MarqueeCore
import Synchronization

/// The events on a phone, for any number of watching pages.
///
/// A watcher receives only a signal that there is news, and reads the news with its own position in the feed. A slow
/// watcher delays nothing, costs one pending signal, and always reaches the newest state.
final class DeviceFeed: Sendable {
    /// How far a watcher has read.
    struct Place: Sendable, Hashable {
        fileprivate var entry = 0
    }

    /// How many entries are kept for pages that connect later or fall behind.
    static let kept = 200

    private struct State {
        var entries: [FeedEntry] = []
        var next = 1
    }

    private let state = Mutex(State())
    private let news = Broadcast<Void>(backlog: 1)

    /// Adds an entry.
    ///
    /// The reported event may have changed the phone's state as well.
    /// - Parameter app: the name of the app that it happened in.
    func add(
        _ kind: FeedEntry.Kind, _ title: String, _ detail: String = "", app: String? = nil, isGood: Bool = true
    ) {
        state.withLock { state in
            let entry = FeedEntry(
                number: state.next, time: Date(), kind: kind, app: app, title: title,
                detail: String(detail.prefix(2000)), isGood: isGood)
            state.next += 1
            state.entries.append(entry)
            if state.entries.count > Self.kept { state.entries.removeFirst() }
        }
        news.send(())
    }

    /// Call it after the change, so that the watchers read the new state.
    func stateChanged() { news.send(()) }

    var isWatched: Bool { news.hasSubscribers }

    /// A signal at once, and one whenever there is news; several unread signals count as one.
    ///
    /// The stream ends with the device.
    func watch() -> AsyncStream<Void> { news.subscribe(startingWith: ()) }

    /// The kept entries after a position; the position moves after them.
    func entries(after place: inout Place) -> [FeedEntry] {
        let entries = state.withLock { state in state.entries.filter { $0.number > place.entry } }
        place.entry = entries.last?.number ?? place.entry
        return entries
    }

    func end() { news.finish() }
}
