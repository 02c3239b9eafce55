public import MarqueeWire

/// One change: who made it, what was changed, and when.
public struct AuditEntry: Sendable, Hashable, Codable {
    /// Sorts entries in the order in which they were made, by the clocks of the servers that made them.
    public let id: String
    /// The time of the change, by the server's clock.
    public let time: Timestamp
    /// Who made the change: an account's name, a feed's id or `command line`.
    public let who: String
    /// The app; `nil` for a change of the server as a whole.
    public let app: String?
    /// The action as `noun.verb`: `article.update`, `release.publish`, `account.create`.
    public let action: String
    /// The changed thing: a URI, a release's number, a name.
    public let subject: String
    /// More detail for people; may be empty, never holds a secret.
    public let detail: String

    /// Makes the record of a change.
    public init(
        id: String, time: Timestamp, who: String, app: String?, action: String, subject: String, detail: String
    ) {
        self.id = id
        self.time = time
        self.who = who
        self.app = app
        self.action = action
        self.subject = subject
        self.detail = detail
    }
}
