import Foundation
import MarqueeCore
import MarqueeWire

/// Exchanges the host's refresh token for access tokens (OAuth 2, RFC 6749, section 6), one exchange at a time.
///
/// A token is used until shortly before its end by the device's uptime, which the user cannot set. A refusal is
/// remembered: until its time has passed, no caller asks the host again.
final class AccessTokens: AccessTokenSource {
    /// How long the host is not asked again after a refusal without `Retry-After`.
    static let pause = Duration.seconds(60)
    /// How long the end of the SDK waits for the host, whose answer may have a new refresh token.
    static let patience = Duration.seconds(5)

    private struct Refusal {
        let error: EngageError
        let ends: Duration
    }

    private struct State {
        var current: AccessToken?
        var refusal: Refusal?
        var exchange: Task<Result<String, EngageError>, Never>?
        var isClosed = false
    }

    private let exchanger: TokenExchange
    private let environment: Environment
    private let state = Locked(State())

    init(_ host: EngageHost, kept: EngageState, environment: Environment, log: Log) {
        exchanger = TokenExchange(
            host: host, refreshTokens: RefreshTokens(host, kept: kept, log: log), environment: environment)
        self.environment = environment
    }

    func token() async throws(EngageError) -> String {
        let now = environment.uptime()
        let exchange = try state.withLock { state throws(EngageError) -> Task<Result<String, EngageError>, Never>? in
            if state.isClosed { throw EngageError(.invalidState, "the SDK is closed") }
            if let token = state.current, now < token.ends { return nil }
            if let refusal = state.refusal, now < refusal.ends {
                throw refusal.error.waiting(refusal.ends - now)
            }
            if let exchange = state.exchange { return exchange }
            let exchange = Task { await self.exchange() }
            state.exchange = exchange
            return exchange
        }
        if let exchange { return try await exchange.value.get() }
        // The token may have been discarded since.
        if let token = state.withLock({ $0.current?.text }) { return token }
        return try await token()
    }

    func discard(_ token: String) {
        state.withLock { state in
            if state.current?.text == token { state.current = nil }
        }
    }

    /// Asks the host nothing more. Returns when a running exchange has ended, whose new refresh token is then on disk. An
    /// exchange that takes longer than ``patience`` is cancelled.
    func close() async {
        let exchange = state.withLock { state in
            state.isClosed = true
            return state.exchange
        }
        guard let exchange else { return }
        let bound = Task { [environment] in
            try await environment.sleep(Self.patience)
            exchange.cancel()
        }
        _ = await exchange.value
        bound.cancel()
        _ = await bound.result
    }

    /// Runs once at a time. A caller that is cancelled does not end the exchange that others wait for.
    private func exchange() async -> Result<String, EngageError> {
        do throws(EngageError) {
            let token = try await exchanger.run()
            state.withLock { $0 = State(current: token, isClosed: $0.isClosed) }
            return .success(token.text)
        } catch {
            let now = environment.uptime()
            state.withLock { state in
                state = State(isClosed: state.isClosed)
                if error.isRefusalOfToken {
                    state.refusal = Refusal(error: error, ends: now + (error.retryAfter ?? Self.pause))
                }
            }
            return .failure(error)
        }
    }
}

extension EngageError {
    /// Whether asking again at once would get the same answer.
    fileprivate var isRefusalOfToken: Bool {
        code == .notAuthorised || code == .rateLimited || retryAfter != nil
    }

    fileprivate func waiting(_ duration: Duration) -> EngageError {
        EngageError(code, message, cause: cause, fault: fault, retryAfter: duration)
    }
}
