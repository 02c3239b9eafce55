import MarqueeWire
import Synchronization

/// Callers that were found, as long as nothing was written to the database since; see ``SQLDatabase/changeNumber``.
final class KnownCallers: Sendable {
    /// A caller, and when its access token ends.
    struct Found: Sendable {
        let caller: EngageCaller
        let expires: Timestamp
    }

    private struct State {
        /// By ``SQLDatabase/changeNumber``.
        var change: Int64 = 0
        var found: [String: Found] = [:]
    }

    /// The most access tokens that are remembered.
    private static let most = 10_000

    private let state = Mutex(State())

    /// - Parameters:
    ///   - hash: of the access token.
    ///   - change: the database's change number now.
    func caller(_ hash: String, change: Int64, now: Timestamp) -> EngageCaller? {
        let found = state.withLock { $0.change == change ? $0.found[hash] : nil }
        guard let found, found.expires > now else { return nil }
        return found.caller
    }

    /// - Parameter change: the database's change number before the caller was looked up.
    func keep(_ found: Found, _ hash: String, change: Int64) {
        state.withLock { state in
            if state.change != change || state.found.count >= Self.most { state = State(change: change) }
            state.found[hash] = found
        }
    }
}
