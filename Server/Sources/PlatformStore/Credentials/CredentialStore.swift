public import MarqueeWire

/// What programs and apps show instead of a password.
///
/// A program's **token** is shown when it is made and stored as a hash. An app's **secret** is stored encrypted, because
/// the server computes signatures with it; see ``SigningSecret``.
public protocol CredentialStore: Sendable {
    /// All API tokens, the newest first, revoked and expired ones included.
    func tokens() async throws(StoreError) -> [APIToken]

    /// Makes an API token.
    /// - Parameters:
    ///   - name: for people, 1 to 80 bytes.
    ///   - app: the only app it is for; `nil` for all.
    ///   - scopes: at least one.
    ///   - lifetime: a minute to ten years; `nil` for a token without an end.
    /// - Throws: `invalid`; `notFound` for an app that does not exist.
    func createToken(name: String, app: String?, scopes: Set<APIScope>, lifetime: Duration?, by who: String)
        async throws(StoreError) -> IssuedToken

    /// Makes a token worthless at once.
    /// - Throws: `notFound` when there is none, or it was revoked before.
    func revokeToken(_ id: String, by who: String) async throws(StoreError)

    /// The token of a request, or `nil` for a wrong, expired or revoked one.
    ///
    /// Records the use, at most once a minute.
    func authenticate(token: String, now: Timestamp) async throws(StoreError) -> APIToken?

    /// All secrets of an app, the newest first, revoked and expired ones included.
    func secrets(app: String) async throws(StoreError) -> [AppSecret]

    /// Makes one more secret for an app. Those before it stay as they are.
    /// - Throws: `notFound` for an app that does not exist; `invalid` when ten secrets are valid.
    func createSecret(app: String, by who: String) async throws(StoreError) -> IssuedSecret

    /// Makes a new secret and lets all others of the app end after a time in which they are accepted too.
    /// - Parameter grace: 0 to 90 days; seven days is usual. A secret that ends earlier keeps its end.
    /// - Throws: `notFound` for an app that does not exist; `invalid`.
    func rotateSecrets(app: String, grace: Duration, by who: String) async throws(StoreError) -> IssuedSecret

    /// Makes a secret worthless at once, and deletes its text.
    /// - Throws: `notFound` when the app has none of that id, or it was revoked before.
    func revokeSecret(_ id: String, app: String, by who: String) async throws(StoreError)

    /// The secrets with which an app may sign at a time, the newest first; empty for an unknown app.
    /// - Throws: `damaged`, `notFound` or `permissions` when the server's key is not there or not private.
    func signingSecrets(app: String, now: Timestamp) async throws(StoreError) -> [SigningSecret]
}

/// How long credentials live unless their maker chooses otherwise.
public enum CredentialLifetime {
    /// Of an API token: 90 days.
    public static let token = Duration.seconds(90 * 86_400)
    /// Of the earlier secrets after a rotation: seven days.
    public static let grace = Duration.seconds(7 * 86_400)
    /// Of an invitation: seven days.
    public static let invitation = Duration.seconds(7 * 86_400)
}
