import HTTPTypes
package import Hummingbird
package import PlatformStore
import Web

/// Finds out who sends a request to the Engage interfaces.
package struct EngageAccess: Sendable {
    private let clients: any EngageClientStore

    package init(_ clients: any EngageClientStore) {
        self.clients = clients
    }

    /// Who has the request's access token.
    /// - Throws: a problem with status 401 and `WWW-Authenticate` for a token that is missing, wrong, expired or revoked.
    package func caller(of request: Request) async throws -> EngageCaller {
        guard let token = request.headers.bearerToken else { throw TokenRefusal(isMissing: true) }
        guard let caller = try await clients.caller(accessToken: token) else {
            throw TokenRefusal(isMissing: false)
        }
        return caller
    }
}

/// A request without an access token that works.
struct TokenRefusal: ProblemDescribing {
    let isMissing: Bool

    /// RFC 6750, section 3.
    var problem: Problem? {
        Problem(
            .unauthorized, "invalid_token",
            isMissing
                ? "Send an access token: Authorization: Bearer …" : "The access token is wrong, or works no longer.",
            headers: [.wwwAuthenticate: isMissing ? "Bearer" : #"Bearer error="invalid_token""#])
    }
}
