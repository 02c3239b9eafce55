public import MarqueeCore

/// A transport that gives scripted answers and records the requests.
public final class FakeTransport: Transport {
    /// Answers a request instead of the network.
    public typealias Answer =
        @Sendable (TransportRequest) async throws(TransportError) -> TransportResponse

    private struct State {
        var scripted: [Result<TransportResponse, TransportError>] = []
        var requests: [TransportRequest] = []
    }

    private let state = Locked(State())
    private let answer: Answer

    /// Makes a transport; without `answer` the network is unreachable.
    /// - Parameter answer: answers requests for which there is no scripted answer.
    public init(
        _ answer: @escaping Answer = { _ throws(TransportError) in throw TransportError(.unreachable, "no network") }
    ) {
        self.answer = answer
    }

    /// Adds scripted answers, which are given first and in this order.
    public func script(_ answers: Result<TransportResponse, TransportError>...) {
        state.withLock { $0.scripted += answers }
    }

    /// All requests so far.
    public var requests: [TransportRequest] { state.withLock { $0.requests } }

    /// Records the request and returns the next scripted answer, otherwise the result of `answer`.
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
