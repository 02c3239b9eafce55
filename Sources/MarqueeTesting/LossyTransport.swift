public import MarqueeCore
public import MarqueeWire

/// Simulates a network with faults between the SDK and another transport. It records every exchange.
public final class LossyTransport: Transport {
    /// The condition of the network.
    public enum Mode: Sendable, Hashable {
        /// All requests go to the other transport.
        case online
        /// All requests fail as unreachable.
        case offline
        /// Limits the speed to this number of bytes per second in each direction; at least 1.
        case slow(bytesPerSecond: Int)
        /// Loses this percentage of requests: half of them before they arrive, half of them with the answer.
        case lossy(percent: Int)
    }

    /// One request and its result.
    public struct Exchange: Sendable, Hashable {
        /// When the exchange ended, by the clock passed to the initialiser.
        public let time: Timestamp
        /// The request that the SDK sent.
        public let request: TransportRequest
        /// `nil` if there was no response.
        public let response: TransportResponse?
        /// Why there was no response; `nil` if there was one.
        public let error: TransportError?

        /// The number of body bytes sent; 0 if the network was unreachable.
        public var sent: Int { error?.code == .unreachable ? 0 : request.body?.count ?? 0 }
        /// The number of body bytes received.
        public var received: Int { response?.body.count ?? 0 }
    }

    private struct State {
        var mode: Mode
        var exchanges: [Exchange] = []
    }

    /// The maximum number of recorded exchanges; the oldest are dropped first.
    public static let remembered = 1_000

    private let transport: any Transport
    private let state: Locked<State>
    private let observers = Broadcast<Exchange>(backlog: 1_000)
    private let now: @Sendable () -> Timestamp
    private let random: @Sendable () -> UInt64
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Makes a network that passes requests to another transport.
    /// - Parameters:
    ///   - transport: the other transport.
    ///   - mode: the condition of the network at first.
    ///   - now: the clock for the record; by default every exchange has the date 1970.
    ///   - random: decides which requests are lost.
    ///   - sleep: delays the requests of a slow network.
    public init(
        _ transport: any Transport, mode: Mode = .online,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(milliseconds: 0) },
        random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.transport = transport
        self.now = now
        self.random = random
        self.sleep = sleep
        state = Locked(State(mode: mode))
    }

    /// The condition of the network for later requests.
    public var mode: Mode {
        get { state.withLock { $0.mode } }
        set { state.withLock { $0.mode = newValue } }
    }

    /// The last ``remembered`` exchanges, oldest first.
    public var exchanges: [Exchange] { state.withLock { $0.exchanges } }

    /// Every exchange from now on, after it has ended.
    public func observe() -> AsyncStream<Exchange> { observers.subscribe() }

    /// Passes the request to the other transport, if the ``mode`` allows it.
    public func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        do throws(TransportError) {
            let response = try await send(request, in: mode, progress: progress)
            remember(Exchange(time: now(), request: request, response: response, error: nil))
            return response
        } catch {
            remember(Exchange(time: now(), request: request, response: nil, error: error))
            throw error
        }
    }

    private func send(
        _ request: TransportRequest, in mode: Mode, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        switch mode {
        case .online: return try await transport.send(request, progress: progress)
        case .offline: throw TransportError(.unreachable, "the network is off")
        case .slow(let rate): return try await send(request, at: max(1, rate), progress: progress)
        case .lossy(let percent):
            let dice = random() % 200
            if dice < percent { throw TransportError(.interrupted, "the request was lost") }
            let response = try await transport.send(request, progress: progress)
            if dice < 2 * percent { throw TransportError(.interrupted, "the response was lost") }
            return response
        }
    }

    private func send(
        _ request: TransportRequest, at rate: Int, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        let upload = Self.time(request.body?.count ?? 0, rate)
        try await pass(min(upload, request.deadline))
        guard upload <= request.deadline else { throw TransportError(.deadlineExceeded, "too slow to send") }
        let response = try await transport.send(request)
        var left = request.deadline - upload
        var received = 0
        while received < response.body.count {
            let piece = min(max(1, rate / 10), response.body.count - received)
            let time = Self.time(piece, rate)
            guard time <= left else {
                try await pass(left)
                throw TransportError(.deadlineExceeded, "too slow to receive")
            }
            try await pass(time)
            left -= time
            received += piece
            progress?(received)
        }
        return response
    }

    private static func time(_ bytes: Int, _ rate: Int) -> Duration { .seconds(Double(bytes) / Double(rate)) }

    private func pass(_ time: Duration) async throws(TransportError) {
        guard time > .zero else { return }
        do {
            try await sleep(time)
        } catch {
            throw TransportError(.cancelled, "cancelled")
        }
    }

    private func remember(_ exchange: Exchange) {
        // Sent under the lock, so that observers get the exchanges in the order of the record.
        state.withLock { state in
            state.exchanges.append(exchange)
            if state.exchanges.count > Self.remembered { state.exchanges.removeFirst() }
            observers.send(exchange)
        }
    }
}
