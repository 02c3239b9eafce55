public import MarqueeCore

/// A transport that answers from a script, and remembers what it was asked.
public final class FakeTransport: Transport {
    /// What stands for the network.
    public typealias Answer =
        @Sendable (TransportRequest) async throws(TransportError) -> TransportResponse

    private struct State {
        var scripted: [Result<TransportResponse, TransportError>] = []
        var requests: [TransportRequest] = []
    }

    private let state = Locked(State())
    private let answer: Answer

    /// A network that answers; without `answer` one that cannot be reached.
    /// - Parameter answer: answers what the script does not.
    public init(
        _ answer: @escaping Answer = { _ throws(TransportError) in throw TransportError(.unreachable, "no network") }
    ) {
        self.answer = answer
    }

    /// Adds answers that are given first, in this order.
    public func script(_ answers: Result<TransportResponse, TransportError>...) {
        state.withLock { $0.scripted += answers }
    }

    /// Every request so far.
    public var requests: [TransportRequest] { state.withLock { $0.requests } }

    /// Records the request and answers as it was told at the start.
    public func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        let scripted = state.withLock { state in
            state.requests.append(request)
            return state.scripted.isEmpty ? nil : state.scripted.removeFirst()
        }
        let response = if let scripted { try scripted.get() } else { try await answer(request) }
        guard response.body.count <= request.maximumBodySize else {
            throw TransportError(.bodyTooLarge, "more than \(request.maximumBodySize) bytes")
        }
        progress?(response.body.count)
        return response
    }
}
