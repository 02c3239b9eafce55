import MarqueeCore
import MarqueeTesting

/// A network that leaves every request waiting, also one that was cancelled, until it is let go.
final class HeldTransport: Transport {
    private struct State {
        var isAsked = false
        var isHeld = true
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    var isAsked: Bool { state.withLock { $0.isAsked } }

    func letGo() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for request in waiting { request.resume() }
    }

    func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                state.isAsked = true
                if state.isHeld { state.waiting.append(continuation) }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
        throw TransportError(.unreachable, "the network was held")
    }
}
