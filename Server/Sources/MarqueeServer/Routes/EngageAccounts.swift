import MarqueeWire

/// Whom an access token of the Engage dialects belongs to.
protocol EngageAccounts: Sendable {
    /// `nil` for a token that is unknown, expired or withdrawn.
    func account(of token: String) async throws -> SubmissionAccount?
}

/// The account of an access token: one app.
struct SubmissionAccount: Sendable, Hashable {
    /// The id of the app that the client was made for.
    let app: String
    /// The id of the client that the token was made for.
    let client: String
    /// Whether the app may submit universal events; people switch it in the portal.
    let isProvisioned: Bool
}
