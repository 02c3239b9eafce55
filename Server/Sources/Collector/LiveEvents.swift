import Foundation
import MarqueeWire
import Synchronization

/// The latest folded events of each app, and a stream of those that follow, for people who watch an integration.
///
/// An app's streams are shown together.
public final class LiveEvents: Sendable {
    /// The most events kept of an app, and the most that wait for a slow watcher before its oldest are dropped.
    public static let capacity = 200
    /// The most apps; beyond it the app whose latest event is the oldest is forgotten.
    static let mostApps = 100

    private struct Watcher {
        let app: String
        let continuation: AsyncStream<EventRecord>.Continuation
    }

    private struct State {
        var recent: [String: [EventRecord]] = [:]
        var watchers: [UUID: Watcher] = [:]

        mutating func keep(_ events: [EventRecord], of app: String) {
            recent[app] = Array((recent[app, default: []] + events).suffix(LiveEvents.capacity))
            guard recent.count > LiveEvents.mostApps else { return }
            let last = recent.compactMapValues(\.last?.received)
            guard let quietest = last.min(by: { $0.value < $1.value })?.key else { return }
            recent[quietest] = nil
        }
    }

    private let state = Mutex(State())

    init() {}

    /// Oldest first.
    public func recent(of app: String) -> [EventRecord] { state.withLock { $0.recent[app, default: []] } }

    /// Every event of the app from now on.
    ///
    /// The stream ends when its reader stops.
    public func events(of app: String) -> AsyncStream<EventRecord> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: EventRecord.self, bufferingPolicy: .bufferingNewest(Self.capacity))
        let id = UUID()
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.watchers[id] = nil } }
        state.withLock { $0.watchers[id] = Watcher(app: app, continuation: continuation) }
        return stream
    }

    /// Forgets the events that carry an id of a person.
    /// - Parameter names: of the events that are removed; `nil` for all of the person's.
    func remove(_ person: PersonIDs, of app: String, named names: Set<String>? = nil) {
        state.withLock { state in
            state.recent[app]?.removeAll { event in
                names?.contains(event.name) ?? true && EventIDs(event).isAny(of: person)
            }
        }
    }

    func publish(_ events: [EventRecord]) {
        for (app, events) in Dictionary(grouping: events, by: \.scope.app) { publish(events, of: app) }
    }

    private func publish(_ events: [EventRecord], of app: String) {
        let watchers = state.withLock { state in
            state.keep(events, of: app)
            return state.watchers.values.filter { $0.app == app }
        }
        for watcher in watchers { for event in events { watcher.continuation.yield(event) } }
    }
}
