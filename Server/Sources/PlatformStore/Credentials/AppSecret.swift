public import MarqueeWire

/// A secret that an app signs its requests with, without the secret.
public struct AppSecret: Sendable, Hashable, Codable {
    /// What the secret is revoked by, and how the audit log names it; not secret.
    public let id: String
    /// The app that holds it.
    public let app: String
    /// The account that made it.
    public let madeBy: String
    /// When it was made.
    public let created: Timestamp
    /// When it stops being accepted; `nil` for the current one, which has no end yet.
    public let expires: Timestamp?
    /// When it was revoked; `nil` while it was not.
    public let revoked: Timestamp?

    /// Whether requests that are signed with it are accepted at a time.
    public func isValid(at now: Timestamp) -> Bool { revoked == nil && expires.map { $0 > now } ?? true }
}
