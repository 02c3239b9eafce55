public import MarqueeWire

/// A client of the Engage interfaces, as an installed app is one, without its secrets.
public struct EngageClient: Sendable, Hashable, Codable {
    /// The client id, which requests send; not secret.
    public let id: String
    /// The app whose lists it may use.
    public let app: String
    /// For people, 1 to 80 bytes.
    public let name: String
    /// The account that made it.
    public let madeBy: String
    /// When it was made.
    public let created: Timestamp
    /// The latest access token, exact to a minute; `nil` before the first.
    public let lastUsed: Timestamp?
    /// When it was revoked; `nil` while it was not.
    public let revoked: Timestamp?

    /// The name that the client's changes are recorded under in the audit log.
    public var who: String { "client \(name) (\(id))" }
}
