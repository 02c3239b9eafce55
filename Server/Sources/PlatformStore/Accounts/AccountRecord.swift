public import MarqueeWire

/// A person who signs in to the portal.
public struct AccountRecord: Sendable, Hashable, Codable {
    /// What an account may do.
    public enum Role: String, Sendable, Codable, CaseIterable {
        /// Everything, accounts included.
        case administrator
        /// Content and publishing.
        case editor
        /// Looks, changes nothing.
        case viewer
    }

    /// 1 to 64 bytes without spaces at either end; compared exactly.
    public let name: String
    /// What it may do.
    public let role: Role
    /// When it was made.
    public let created: Timestamp

    /// Describes an account, without anything secret.
    public init(name: String, role: Role, created: Timestamp) {
        self.name = name
        self.role = role
        self.created = created
    }
}
