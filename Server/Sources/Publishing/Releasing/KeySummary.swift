public import MarqueeWire

/// An app's current root and the keys it names.
public struct KeySummary: Sendable, Hashable, Codable {
    public let app: String
    public let rootVersion: Int
    public let expires: Timestamp
    /// The keys that may sign, by role.
    public let roles: [String: [KeyID]]
}
