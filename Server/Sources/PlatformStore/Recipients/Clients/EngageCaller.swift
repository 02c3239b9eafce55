/// Who sent a request with an access token that works.
public struct EngageCaller: Sendable, Hashable {
    /// The client that got the token.
    public let client: EngageClient
    /// The account of the client's app.
    public let account: EngageAccount
}
