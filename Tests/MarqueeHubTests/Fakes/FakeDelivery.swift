import MarqueeCore
import MarqueeWire

@testable import MarqueeHub

/// Delivery whose refreshes end when and as a test says.
final class FakeDelivery: ContentDelivery {
    struct State: Sendable {
        var stored: FakeRelease?
        var fresh: Fresh?
        var refreshes = 0
        var isHeld = false
        var outcome = RefreshOutcome.unchanged(bytes: 0)
        /// Stored when a refresh ends well.
        var arriving: FakeRelease?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let state: Locked<State>

    init(_ state: State) {
        self.state = Locked(state)
    }

    var isReady: Bool { state.withLock { $0.stored != nil } }
    var isDownloading: Bool { state.withLock { !$0.waiting.isEmpty } }
    var fresh: Fresh? { state.withLock { $0.fresh } }
    var staleSince: Timestamp? { nil }
    func openRelease() -> (any ReleaseContent)? { state.withLock { $0.stored } }

    func refresh() async -> RefreshOutcome {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                state.refreshes += 1
                if state.isHeld { state.waiting.append(continuation) }
                return !state.isHeld
            }
            if goesOn { continuation.resume() }
        }
        return state.withLock { state in
            if state.outcome.error == nil, let arriving = state.arriving { state.stored = arriving }
            return state.outcome
        }
    }

    func prove() async {}

    func close() async { release() }

    /// Lets refreshes that wait, and later ones, end.
    func release() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isHeld = false
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
