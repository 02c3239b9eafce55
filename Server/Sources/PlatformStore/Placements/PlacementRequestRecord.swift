public import MarqueeWire

/// A request of a test device, as the integration test console shows it.
public struct PlacementRequestRecord: Sendable, Hashable {
    /// What a device asked for, or reported.
    public enum Route: String, Sendable, CaseIterable {
        case open
        case content
        case badge
        case purchase
        case impression
        case click
        case dismiss
        case form
        /// A reward was unlocked.
        case unlock
        /// The button that buys was pressed.
        case attempt
    }

    /// What came of a request.
    public enum Outcome: String, Sendable, CaseIterable {
        case ok
        case noContent = "no_content"
        case unknownPlacement = "unknown_placement"
        case badRequest = "bad_request"
        case unknownToken = "unknown_token"
        case wrongSignature = "wrong_signature"
        case replayed
        /// The sender sends more than it may: counted, and not kept.
        case throttled
        case unavailable

        /// Whether a secret of the app signed the request. A stranger can name any device in one without.
        public var isSigned: Bool { self != .unknownToken && self != .wrongSignature }
    }

    /// A request that is to be kept.
    public struct Draft: Sendable {
        /// What was asked for.
        public var route: Route
        /// The install that asked; empty for one that opted out.
        public var install: String
        /// Method and path.
        public var line: String
        /// What was sent, with what is secret or identifies the device cut short.
        public var parameters: [String: String]
        /// What came of it.
        public var outcome: Outcome
        /// What was answered and why, in a sentence.
        public var detail: String

        /// A request with its answer.
        public init(
            route: Route, install: String, line: String, parameters: [String: String], outcome: Outcome, detail: String
        ) {
            self.route = route
            self.install = install
            self.line = line
            self.parameters = parameters
            self.outcome = outcome
            self.detail = detail
        }
    }

    /// How long requests are kept.
    public static let lifetime = Duration.seconds(86_400)
    /// The most signed requests of an app that are kept; the oldest give way.
    public static let most = 10_000
    /// The most requests of an app that are kept without a signature of the app.
    public static let mostUnsigned = 1000
    /// The most signed requests of a device that are kept.
    public static let mostOfDevice = 2000
    /// The most unsigned requests that name a device and are kept.
    public static let mostUnsignedOfDevice = 200
    /// The most unsigned requests that name a device and are kept in a minute. Further ones are not written.
    public static let mostUnsignedInMinute = 20

    /// In the order in which the requests came.
    public let id: String
    /// The id by which the device is marked as a test device.
    public let device: String
    /// The install that asked; empty for one that opted out.
    public let install: String
    /// What was asked for.
    public let route: Route
    /// Method and path, for example `GET /v3/publisher/open/`.
    public let line: String
    /// What was sent, with what is secret or identifies the device cut short.
    public let parameters: [String: String]
    /// What came of it.
    public let outcome: Outcome
    /// What was answered and why, in a sentence.
    public let detail: String
    /// When it came.
    public let time: Timestamp

    /// A request that was kept.
    public init(id: String, device: String, time: Timestamp, _ draft: Draft) {
        self.id = id
        self.device = device
        self.time = time
        install = draft.install
        route = draft.route
        line = draft.line
        parameters = draft.parameters
        outcome = draft.outcome
        detail = draft.detail
    }
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
