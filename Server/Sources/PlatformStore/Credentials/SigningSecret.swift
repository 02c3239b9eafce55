/// An app secret as the server checks signatures with it.
public struct SigningSecret: Sendable {
    /// The ``AppSecret/id``.
    public let id: String
    /// The text that the app holds; a secret.
    public let text: String
}
