import Synchronization

/// The notifications on a phone, and whether its user allows them.
final class NotificationTray: Sendable {
    enum Permission: String, Codable, CaseIterable {
        case allowed
        case denied
    }

    /// The most that are kept; the oldest goes for a new one.
    static let maximum = 20

    /// A notification that the user can open.
    struct Entry: Sendable {
        let number: Int
        let app: LabApp
        let payload: PushPayload
    }

    private struct State {
        var permission = Permission.allowed
        var entries: [Entry] = []
        var last = 0
    }

    private let state = Mutex(State())

    var permission: Permission {
        get { state.withLock { $0.permission } }
        set { state.withLock { $0.permission = newValue } }
    }

    /// Newest first.
    var entries: [Entry] { state.withLock { $0.entries.reversed() } }

    func add(_ payload: PushPayload, of app: LabApp) {
        state.withLock { state in
            state.last += 1
            state.entries.append(Entry(number: state.last, app: app, payload: payload))
            if state.entries.count > Self.maximum { state.entries.removeFirst() }
        }
    }

    /// Takes a notification away because it is opened.
    func take(_ number: Int) -> Entry? {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.number == number }) else { return nil }
            return state.entries.remove(at: index)
        }
    }
}
