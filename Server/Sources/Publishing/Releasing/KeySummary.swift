public import MarqueeWire

/// An app's current root and the keys it names.
public struct KeySummary: Sendable, Hashable, Codable {
    /// The app that the keys sign for.
    public let app: String
    /// The root's version, from 1; each rotation adds one.
    public let rootVersion: Int
    /// When the root expires; it has to be signed again before.
    public let expires: Timestamp
    /// The keys that may sign, by role.
    public let roles: [String: [KeyID]]
}
