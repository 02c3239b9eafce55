/// What a client gets for its refresh token.
public enum AccessTokenAnswer: Sendable {
    /// An access token, a secret, and how long it works.
    case issued(token: String, lifetime: Duration)
    /// Client id or client secret is wrong, or the client was revoked. It does not say which.
    case wrongClient
    /// The client is who it says, and the refresh token is not its own.
    case wrongRefreshToken
    /// The account has got all tokens of this hour. The next one is free after the duration.
    case limited(retryAfter: Duration)
}
