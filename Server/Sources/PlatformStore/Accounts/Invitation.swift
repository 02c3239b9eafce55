public import MarqueeWire

/// A link by which one person makes an account, without the secret in it.
public struct Invitation: Sendable, Hashable, Codable {
    /// What an invitation is good for.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// Opens the page on which an account is made.
        case open
        case used
        case expired
        case revoked
    }

    /// What the invitation is revoked by; not its token.
    public let id: String
    /// The roles of the account that will be made.
    public let roles: WingRoles
    /// For whom it is, in the words of the person who made it; may be empty.
    public let note: String
    /// The account that made it.
    public let madeBy: String
    /// When it was made.
    public let created: Timestamp
    /// When the link stops working.
    public let expires: Timestamp
    /// What it was good for when it was read.
    public let state: State
    /// The account that was made with it.
    public let account: String?
}
