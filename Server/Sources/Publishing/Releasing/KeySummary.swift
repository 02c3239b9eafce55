public import MarqueeWire

/// An app's current root and the keys it names.
public struct KeySummary: Sendable, Hashable, Codable {
    /// The app that the keys sign for.
    public let app: String
    /// The root's version, from 1; each rotation adds one.
    public let rootVersion: Int
    /// When the root has to be signed anew at the latest.
    public let expires: Timestamp
    /// The keys that may sign, by role.
    public let roles: [String: [KeyID]]
}
