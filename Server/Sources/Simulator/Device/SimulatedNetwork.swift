import Foundation
import MarqueeCore
import MarqueeWire
import Synchronization

/// The network as one app's process sees it: every request of its SDK passes or fails here.
final class SimulatedNetwork: Transport {
    enum Mode: String, Codable, CaseIterable {
        case online
        case offline
        /// 4 kB a second, after a second of silence.
        case slow
        /// Connections succeed, but all data is lost.
        case lossy
        /// Every server answers that it is not available.
        case failing

        /// Whether a server's answer, or a push, gets through.
        var reaches: Bool { self != .offline && self != .lossy }
    }

    /// One request as the lab shows it.
    struct Exchange: Sendable {
        let method: String
        let url: URL
        /// The status, or the transport error's code.
        let outcome: String
        let isSuccess: Bool
        let bytes: Int
        let body: Data
        /// For a request of XMLAPI.
        let call: XMLAPICall?
    }

    private static let slowBytesPerSecond = 4096

    private let wire: any Transport
    private let sleep: @Sendable (Duration) async throws -> Void
    private let observe: @Sendable (Exchange) -> Void
    private let choice: NetworkSwitch
    private let freezes: Freezes
    private let games: GameSettings
    private let isDead = Mutex(false)

    /// Stands between a process and `wire`, in the mode that `choice` has at each request: `sleep` lets the simulated
    /// time pass, and `observe` receives each finished request. While sign-in is frozen, hosts refuse all tokens; with a
    /// mistake in `games`, requests for placements have it.
    init(
        _ wire: any Transport, choice: NetworkSwitch = NetworkSwitch(), freezes: Freezes = Freezes(),
        games: GameSettings = GameSettings(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        observe: @escaping @Sendable (Exchange) -> Void
    ) {
        self.wire = wire
        self.choice = choice
        self.freezes = freezes
        self.games = games
        self.sleep = sleep
        self.observe = observe
    }

    var mode: Mode {
        get { choice.mode }
        set { choice.mode = newValue }
    }

    /// Ends the network with the app's process: nothing is sent from now on.
    func cut() {
        isDead.withLock { $0 = true }
    }

    func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        guard !isDead.withLock({ $0 }) else { throw TransportError(.cancelled, "the app was ended") }
        do {
            let response = try await signedIn(games.fault.applied(to: request), progress)
            report(request, String(response.status), (200..<400).contains(response.status), response.body)
            return response
        } catch {
            report(request, error.code.rawValue, false, Data())
            throw error
        }
    }

    private func signedIn(
        _ request: TransportRequest, _ progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        let mode = choice.mode
        let needsToken =
            request.headers["Authorization"] != nil || request.url.path().hasSuffix("/\(EngageRoute.token.rawValue)")
        guard mode.reaches, mode != .failing, needsToken, freezes.signIn == .frozen else {
            return try await pass(request, mode, progress)
        }
        return TransportResponse(status: 401, body: Data(#"{"error":"invalid_client"}"#.utf8))
    }

    private func pass(
        _ request: TransportRequest, _ mode: Mode, _ progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        switch mode {
        case .online: return try await wire.send(request, progress: progress)
        case .offline: throw TransportError(.unreachable, "the simulated network is off")
        case .failing: return TransportResponse(status: 503)
        case .lossy:
            try await pause(request.deadline)
            throw TransportError(.deadlineExceeded, "nothing came through the simulated network")
        case .slow:
            try await pause(.seconds(1))
            guard !isDead.withLock({ $0 }) else { throw TransportError(.cancelled, "the app was ended") }
            let response = try await wire.send(request)
            let (needed, step) = (response.body.count, Self.slowBytesPerSecond / 4)
            guard .milliseconds(needed * 1000 / Self.slowBytesPerSecond) < request.deadline else {
                try await pause(request.deadline)
                throw TransportError(.deadlineExceeded, "\(needed) bytes take too long on the simulated network")
            }
            for received in stride(from: step, to: needed, by: step) {
                try await pause(.milliseconds(250))
                progress?(received)
            }
            progress?(needed)
            return response
        }
    }

    private func pause(_ duration: Duration) async throws(TransportError) {
        do { try await sleep(duration) } catch { throw TransportError(.cancelled, "cancelled while waiting") }
    }

    private func report(_ request: TransportRequest, _ outcome: String, _ isSuccess: Bool, _ body: Data) {
        observe(
            Exchange(
                method: request.method, url: request.url, outcome: outcome, isSuccess: isSuccess, bytes: body.count,
                body: body, call: XMLAPICall(request, answer: body)))
    }
}
