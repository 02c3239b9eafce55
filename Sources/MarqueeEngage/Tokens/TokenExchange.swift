import Foundation
import MarqueeCore
import MarqueeWire

/// One exchange of a refresh token for an access token, and how its answers are read.
struct TokenExchange {
    private static let largestAnswer = 65_536
    private static let largestToken = 8_192
    /// For a host that does not say how long its tokens last.
    private static let usualLifetime = Duration.seconds(3_600)

    let host: EngageHost
    let refreshTokens: RefreshTokens
    let environment: Environment

    /// Why there is no access token.
    private struct Failure: Error {
        let error: EngageError
        /// Whether the host says that this refresh token is of no use. Any other refusal is about the client, or comes from a
        /// proxy or a captive portal, and says nothing about the token.
        var isInvalidGrant = false
    }

    func run() async throws(EngageError) -> AccessToken {
        let failure: Failure
        do throws(Failure) {
            return try await exchange(refreshTokens.current)
        } catch {
            failure = error
        }
        guard failure.isInvalidGrant, refreshTokens.forgetReceived() else { throw failure.error }
        do throws(Failure) {
            return try await exchange(refreshTokens.current)
        } catch {
            throw error.error
        }
    }

    private func exchange(_ refreshToken: String) async throws(Failure) -> AccessToken {
        let asked = environment.uptime()
        let response = try await post(refreshToken)
        let answer = try? JSONDecoder().decode(TokenAnswer.self, from: response.body)
        guard (200..<300).contains(response.status), let answer, answer.error == nil else {
            throw Failure(
                error: failure(response, answer?.error), isInvalidGrant: answer?.error == Self.invalidGrant)
        }
        guard let text = answer.accessToken, Self.isToken(text) else {
            throw Failure(error: EngageError(.hostFailed, "the host's answer has no access token"))
        }
        if let next = answer.refreshToken, Self.isToken(next) { refreshTokens.replace(with: next) }
        let lifetime = answer.lifetime.map { Duration.seconds(max(0, min($0, 31_536_000))) } ?? Self.usualLifetime
        return AccessToken(text, lifetime: lifetime, asked: asked)
    }

    private func post(_ refreshToken: String) async throws(Failure) -> TransportResponse {
        let form = FormBody([
            "grant_type": "refresh_token", "refresh_token": refreshToken, "client_id": host.clientID,
            "client_secret": host.clientSecret.text,
        ])
        let request = TransportRequest(
            "POST", EngageRoute.token.url(on: host.url),
            headers: ["Content-Type": FormBody.contentType, "Accept": "application/json"], body: form.data,
            maximumBodySize: Self.largestAnswer)
        do throws(TransportError) {
            return try await environment.transport.send(request)
        } catch {
            throw Failure(error: EngageError(error, host: host.url))
        }
    }

    private func failure(_ response: TransportResponse, _ error: String?) -> EngageError {
        let wait = RetryAfter.duration(response, now: environment.now())
        if response.status == 429 || error.map(Self.limits.contains) == true {
            return EngageError(.rateLimited, "the host issues no more access tokens now", retryAfter: wait)
        }
        if let error, Self.refusals.contains(error) {
            return EngageError(.notAuthorised, "the host refuses the client: \(error)", retryAfter: wait)
        }
        if [400, 401, 403].contains(response.status) {
            return EngageError(.notAuthorised, "the host refuses the client with \(response.status)", retryAfter: wait)
        }
        return EngageError(.hostFailed, "the host answered \(response.status) for a token", retryAfter: wait)
    }

    /// What hosts say beside the status 429.
    private static let limits: Set = ["rate_limit_exceeded", "rate_limited", "slow_down", "too_many_requests"]
    private static let invalidGrant = "invalid_grant"
    /// RFC 6749, section 5.2.
    private static let refusals: Set = [
        "invalid_request", "invalid_client", invalidGrant, "unauthorized_client", "unsupported_grant_type",
        "invalid_scope",
    ]

    /// Visible ASCII, because the token stands in a header.
    private static func isToken(_ text: String) -> Bool {
        (1...largestToken).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

/// The answer of a token endpoint (RFC 6749, sections 5.1 and 5.2).
struct TokenAnswer: Decodable {
    let accessToken: String?
    let refreshToken: String?
    /// In seconds; some hosts write it as text.
    let lifetime: Double?
    let error: String?

    private enum Member: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case lifetime = "expires_in"
        case error
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        accessToken = try? members.decodeIfPresent(String.self, forKey: .accessToken)
        refreshToken = try? members.decodeIfPresent(String.self, forKey: .refreshToken)
        let isError = try members.contains(.error) && !members.decodeNil(forKey: .error)
        error = isError ? (try? members.decode(String.self, forKey: .error)) ?? "unknown" : nil
        if let number = try? members.decode(Double.self, forKey: .lifetime) {
            lifetime = number
        } else {
            lifetime = (try? members.decode(String.self, forKey: .lifetime)).flatMap { Double($0) }
        }
    }
}
