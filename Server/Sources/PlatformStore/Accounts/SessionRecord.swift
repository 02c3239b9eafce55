public import MarqueeWire

/// One of an account's sessions, for a list: nothing in it is secret.
public struct SessionRecord: Sendable, Hashable, Codable {
    /// What the session is ended by; not its token.
    public let id: String
    /// The account that is signed in.
    public let account: String
    /// When the person signed in.
    public let created: Timestamp
    /// The latest use, exact to a minute.
    public let lastSeen: Timestamp
    /// When it ends unless it is used.
    public let expires: Timestamp
    /// The network address of the sign-in, as ``SignInOrigin`` has it.
    public let address: String
    /// What the browser called itself at the sign-in, at most 256 bytes; anybody can write anything there.
    public let userAgent: String
}
