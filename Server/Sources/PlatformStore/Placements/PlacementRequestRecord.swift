public import MarqueeWire

/// A request of a test device, as the integration test console shows it.
public struct PlacementRequestRecord: Sendable, Hashable {
    /// How long requests are kept.
    public static let lifetime = Duration.seconds(86_400)
    /// The most requests of an app that are kept.
    public static let most = 10_000

    /// In the order in which the requests came.
    public let id: String
    /// The install that asked.
    public let install: String
    /// The route, for example `open`.
    public let route: String
    /// What was sent, with secrets masked.
    public let parameters: [String: String]
    /// A bounded code: `ok`, `no_content`, `replayed` and so on.
    public let outcome: String
    /// What was answered and why, in a sentence.
    public let detail: String
    /// When it came.
    public let time: Timestamp
}

/// The answers of one submitted form.
public struct FormAnswerRecord: Sendable, Hashable {
    /// The most bytes of all answers of a form.
    public static let maximumSize = 8 << 10

    /// In the order in which the answers came.
    public let id: String
    /// The unit that asked.
    public let unit: String
    /// The install that answered; `nil` for a device that opted out.
    public let install: String?
    /// Answers by the question's id.
    public let answers: [String: String]
    /// When they came.
    public let time: Timestamp
}
