/// A new client with its secrets.
public struct IssuedEngageClient: Sendable {
    /// What is listed from now on.
    public let client: EngageClient
    /// The client secret. Shown now and never again: only a hash is stored.
    public let secret: String
    /// What the client exchanges for access tokens. Shown now and never again. A secret.
    public let refreshToken: String
}
