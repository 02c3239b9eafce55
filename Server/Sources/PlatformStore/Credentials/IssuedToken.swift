/// A new API token with its secret.
public struct IssuedToken: Sendable {
    /// What is listed from now on.
    public let token: APIToken
    /// What the program sends. Shown now and never again: only a hash is stored. A secret.
    public let text: String
}
