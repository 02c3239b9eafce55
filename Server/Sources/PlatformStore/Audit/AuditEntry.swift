public import MarqueeWire

/// One change: who did what to what, and when.
public struct AuditEntry: Sendable, Hashable, Codable {
    /// Rises with each entry.
    public let id: Int64
    /// When it was done, by the server's clock.
    public let time: Timestamp
    /// An account's name, a feed's id or `command line`.
    public let who: String
    /// `nil` for what concerns the server as a whole.
    public let app: String?
    /// `noun.verb`: `article.update`, `release.publish`, `account.create`.
    public let action: String
    /// What it was done to: a URI, a release's number, a name.
    public let subject: String
    /// More for people; may be empty, never holds a secret.
    public let detail: String

    /// Describes something that was done.
    public init(
        id: Int64, time: Timestamp, who: String, app: String?, action: String, subject: String, detail: String
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
