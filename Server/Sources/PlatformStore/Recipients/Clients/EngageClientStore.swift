/// OAuth clients of apps, their access tokens, and the account of each app.
///
/// Everything is in the database: a token that one server issued works at all servers over it, the limit of tokens
/// counts those of all servers, and a revoked client is refused everywhere at once.
public protocol EngageClientStore: Sendable {
    /// The account of an app; an app that nobody changed has the standard settings.
    /// - Throws: `notFound` for an app that does not exist.
    func account(app: String) async throws(StoreError) -> EngageAccount

    /// Changes whether events are accepted and how many tokens are issued; it holds for the next request.
    /// - Throws: `notFound` for an app that does not exist; `invalid` for a limit outside 1 to 1,000,000.
    func setAccount(_ account: EngageAccount, by who: String) async throws(StoreError)

    /// The clients of an app, the newest first, revoked ones included.
    func clients(app: String) async throws(StoreError) -> [EngageClient]

    /// Makes a client with a secret and a refresh token.
    /// - Parameter name: for people, 1 to 80 bytes.
    /// - Throws: `invalid`; `notFound` for an app that does not exist.
    func createClient(name: String, app: String, by who: String) async throws(StoreError) -> IssuedEngageClient

    /// Makes a client and all of its access tokens worthless at once.
    /// - Throws: `notFound` when the app has none of that id, or it was revoked before.
    func revokeClient(_ id: String, app: String, by who: String) async throws(StoreError)

    /// Exchanges a refresh token for an access token, within the account's limit.
    func issueToken(client: String, secret: String, refreshToken: String) async throws(StoreError) -> AccessTokenAnswer

    /// Who has an access token; `nil` for a wrong or expired one, and for one of a revoked client.
    func caller(accessToken: String) async throws(StoreError) -> EngageCaller?
}

/// How long access tokens live.
public enum EngageTokenLifetime {
    /// Four hours, as on the hosts that this server replaces.
    public static let access = Duration.seconds(4 * 3600)
}
