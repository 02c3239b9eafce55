public import MarqueeWire

/// What a program shows instead of a password, without the secret.
public struct APIToken: Sendable, Hashable, Codable {
    /// What the token is revoked by, and how the audit log names it; not secret.
    public let id: String
    /// For people, 1 to 80 bytes.
    public let name: String
    /// The only app it is for; `nil` for all apps and for what belongs to none.
    public let app: String?
    /// What it may do.
    public let scopes: Set<APIScope>
    /// The account that made it.
    public let madeBy: String
    /// When it was made.
    public let created: Timestamp
    /// When it stops working; `nil` for never.
    public let expires: Timestamp?
    /// The latest use, exact to a minute; `nil` before the first.
    public let lastUsed: Timestamp?
    /// When it was revoked; `nil` while it was not.
    public let revoked: Timestamp?

    /// The name that the token's changes are recorded under in the audit log.
    public var who: String { "token \(name) (\(id))" }

    /// Whether the token works at a time.
    public func isValid(at now: Timestamp) -> Bool { revoked == nil && expires.map { $0 > now } ?? true }

    /// Whether the token may do something.
    /// - Parameters:
    ///   - scope: what.
    ///   - app: to which app; `nil` for what belongs to no app, such as making one, which needs a token for all apps.
    public func allows(_ scope: APIScope, app: String?) -> Bool {
        scopes.contains(scope) && (self.app == nil || self.app == app)
    }
}
