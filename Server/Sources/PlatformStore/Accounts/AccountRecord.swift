public import MarqueeWire

/// A person who signs in to the portal.
public struct AccountRecord: Sendable, Hashable, Codable {
    /// 1 to 64 bytes without spaces at either end; compared exactly.
    public let name: String
    /// What the person may do; a wing that is missing is closed to them.
    public let roles: WingRoles
    /// When it was made.
    public let created: Timestamp
    /// Whether signing in asks for a code after the password.
    public let hasSecondFactor: Bool

    /// Describes an account, without anything secret.
    public init(name: String, roles: WingRoles, created: Timestamp, hasSecondFactor: Bool = false) {
        self.name = name
        self.roles = roles
        self.created = created
        self.hasSecondFactor = hasSecondFactor
    }

    /// Whether the person has at least this role in a wing.
    public func has(_ role: Role, in wing: Wing) -> Bool { roles[wing].map { $0 >= role } ?? false }
}
