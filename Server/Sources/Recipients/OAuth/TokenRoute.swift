import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// `POST /oauth/token`: a client exchanges its refresh token for an access token (RFC 6749, section 6).
struct TokenRoute: Sendable {
    private static let bodyLimit = 8 << 10

    let clients: any EngageClientStore

    private struct Answer: Encodable {
        let accessToken: String
        let tokenType: String
        let expiresIn: Int64

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case tokenType = "token_type"
            case expiresIn = "expires_in"
        }
    }

    func add<Context: RequestContext>(to router: Router<Context>) {
        router.post(RouterPath(EngageRoute.token.rawValue)) { request, _ in try await answer(request) }
    }

    private func answer(_ request: Request) async throws -> Response {
        let bytes = try await BodyReader(limit: Self.bodyLimit).read(request)
        guard let form = FormBody(bytes) else {
            throw OAuthError(code: .invalidRequest, message: "the body is no form, or has a field twice")
        }
        guard let grant = form["grant_type"] else {
            throw OAuthError(code: .invalidRequest, message: "grant_type is missing")
        }
        guard grant == "refresh_token" else {
            throw OAuthError(code: .unsupportedGrantType, message: "the only grant_type is refresh_token")
        }
        guard let refreshToken = form["refresh_token"] else {
            throw OAuthError(code: .invalidRequest, message: "refresh_token is missing")
        }
        let (id, secret) = try credentials(of: request, form)
        switch try await clients.issueToken(client: id, secret: secret, refreshToken: refreshToken) {
        case .issued(let token, let lifetime):
            return try .json(
                Answer(accessToken: token, tokenType: "bearer", expiresIn: lifetime.components.seconds))
        case .wrongClient:
            throw OAuthError(
                code: .invalidClient, message: "client id or client secret is wrong, or the client was revoked")
        case .wrongRefreshToken:
            throw OAuthError(code: .invalidGrant, message: "the refresh token is not one of the client")
        case .limited(let wait):
            throw OAuthError(
                code: .rateLimitExceeded, message: "the account has got all access tokens of this hour",
                retryAfter: wait)
        }
    }

    /// From the form, or from `Authorization: Basic` (RFC 6749, section 2.3.1); not from both.
    private func credentials(of request: Request, _ form: FormBody) throws -> (id: String, secret: String) {
        let parts = request.headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
        if parts.count == 2, parts[0].lowercased() == "basic" {
            guard form["client_secret"] == nil, let data = Data(base64Encoded: String(parts[1])),
                let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":"),
                let id = text[..<colon].removingPercentEncoding,
                let secret = text[text.index(after: colon)...].removingPercentEncoding
            else { throw OAuthError(code: .invalidRequest, message: "the client shows itself in two ways, or in none") }
            return (id, secret)
        }
        guard let id = form["client_id"], let secret = form["client_secret"] else {
            throw OAuthError(code: .invalidClient, message: "client_id or client_secret is missing")
        }
        return (id, secret)
    }
}
