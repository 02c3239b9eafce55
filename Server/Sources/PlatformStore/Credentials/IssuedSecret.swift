/// A new app secret with its text.
public struct IssuedSecret: Sendable {
    /// What is listed from now on.
    public let secret: AppSecret
    /// What the app signs with. Shown now and never again. A secret.
    public let text: String
}
