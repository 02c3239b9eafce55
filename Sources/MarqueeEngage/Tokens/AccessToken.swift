/// An access token, and when to stop using it.
struct AccessToken: Sendable {
    /// The longest that a token is used before its end.
    static let longestMargin = Duration.seconds(60)

    let text: String
    /// In uptime.
    let ends: Duration

    /// - Parameters:
    ///   - text: the token.
    ///   - lifetime: how long the host accepts the token.
    ///   - asked: the uptime before the request was sent, because the host counts from a moment after it.
    init(_ text: String, lifetime: Duration, asked: Duration) {
        self.text = text
        // A tenth of a short life, so that a token of one minute is still used for most of it.
        ends = asked + lifetime - min(Self.longestMargin, lifetime / 10)
    }
}
