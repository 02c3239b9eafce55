import Synchronization

/// What an app did with Engage in this run, as far as its tab shows it: requests, the last link or push, the last work on
/// the recipient.
final class EngageLog: Sendable {
    /// The most requests that are kept.
    private static let kept = 100

    private struct State {
        var calls: [XMLAPICall] = []
        /// How many requests there were before the kept ones.
        var dropped = 0
        var input: HandledInput?
        var identity: IdentityOutcome?
    }

    private let state = Mutex(State())

    /// The last link or push.
    var input: HandledInput? { state.withLock { $0.input } }

    /// The last work on the recipient.
    var identity: IdentityOutcome? {
        get { state.withLock { $0.identity } }
        set { state.withLock { $0.identity = newValue } }
    }

    func handled(_ input: HandledInput) {
        state.withLock { $0.input = input }
    }

    func add(_ call: XMLAPICall) {
        state.withLock { state in
            state.calls.append(call)
            guard state.calls.count > Self.kept else { return }
            state.calls.removeFirst()
            state.dropped += 1
        }
    }

    /// How many requests there were so far.
    var count: Int { state.withLock { $0.dropped + $0.calls.count } }

    /// The requests after so many.
    func calls(after count: Int) -> [XMLAPICall] {
        state.withLock { Array($0.calls.dropFirst(max(0, count - $0.dropped))) }
    }
}

/// A link or push that an app handled.
struct HandledInput: Codable, Sendable, Hashable {
    let what: String
    /// The app's state when it came.
    let condition: AppCondition
    /// The id that the SDK returned; none when it tracked nothing.
    let event: String?
}
