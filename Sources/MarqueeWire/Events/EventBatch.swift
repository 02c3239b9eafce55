/// What a device posts: its own description once, then the events.
///
/// The encoded events go out as they lie in the outbox.
public struct EventBatch: Sendable, Hashable, Codable {
    /// The most events one batch may hold; a larger one is refused whole with 413.
    public static let maximumEvents = 500
    /// The most bytes of a batch after decompression.
    public static let maximumSize = 4 * 1024 * 1024

    /// The bytes an ``advertiser`` may have; a batch with a longer one is refused whole.
    public static let advertiserSize = 0...512

    /// Anonymous id of the install.
    public let install: String
    /// When the batch was sent, by the clock its events were recorded by; the server corrects skew by it.
    public let sent: Timestamp
    /// The SDK's version.
    public let sdk: String
    /// Read again for each batch; absent when the user limits ad tracking or the app returns none.
    public let advertiser: String?
    /// In the order they happened.
    public let events: [Event]

    /// A batch as one request sends it.
    public init(install: String, sent: Timestamp, sdk: String, advertiser: String?, events: [Event]) {
        self.install = install
        self.sent = sent
        self.sdk = sdk
        self.advertiser = advertiser
        self.events = events
    }
}
