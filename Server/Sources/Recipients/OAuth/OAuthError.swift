import HTTPTypes
import Web

/// Why the token endpoint refused, with the codes of RFC 6749, section 5.2, and one for the limit.
struct OAuthError: ProblemDescribing {
    /// The word in the member `error`.
    enum Code: String, Sendable, CaseIterable {
        case invalidRequest = "invalid_request"
        case invalidClient = "invalid_client"
        case invalidGrant = "invalid_grant"
        case unsupportedGrantType = "unsupported_grant_type"
        /// The account has got all access tokens of this hour.
        case rateLimitExceeded = "rate_limit_exceeded"
    }

    let code: Code
    let message: String
    var retryAfter: Duration?

    var problem: Problem? {
        switch code {
        case .invalidClient:
            Problem(.unauthorized, code.rawValue, message, headers: [.wwwAuthenticate: "Basic realm=\"oauth\""])
        case .rateLimitExceeded:
            Problem(.tooManyRequests, code.rawValue, message).retrying(after: retryAfter ?? .seconds(60))
        case .invalidRequest, .invalidGrant, .unsupportedGrantType:
            Problem(.badRequest, code.rawValue, message)
        }
    }
}
