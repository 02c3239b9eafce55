public import MarqueeWire

/// Who submits universal events.
public struct SubmissionSender: Sendable, Hashable {
    /// The app and stream that the events are stored for.
    public let scope: Scope
    /// The client that the access token was made for; not the token.
    public let client: String

    /// The values come from the access token.
    public init(scope: Scope, client: String) {
        self.scope = scope
        self.client = client
    }
}
