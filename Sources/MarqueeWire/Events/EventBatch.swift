/// The request that a device posts: a description of the device, then the events.
///
/// The events are sent in the encoding in which the outbox stores them.
public struct EventBatch: Sendable, Hashable, Codable {
    /// The largest number of events in a batch. A larger batch is refused with 413.
    public static let maximumEvents = 500
    /// The largest size of a batch in bytes after decompression.
    public static let maximumSize = 4 * 1024 * 1024

    /// The size of an ``advertiser`` in bytes. A batch with a longer one is refused.
    public static let advertiserSize = 0...512

    /// The anonymous id of the install.
    public let install: String
    /// When the batch was sent, by the same clock as its events. The server uses it to correct clock skew.
    public let sent: Timestamp
    /// The SDK's version.
    public let sdk: String
    /// The advertising id, read for each batch; nil when the user limits ad tracking or the app returns none.
    public let advertiser: String?
    /// The events in the order in which they happened.
    public let events: [Event]

    /// `sent` must come from the clock of the events.
    public init(install: String, sent: Timestamp, sdk: String, advertiser: String?, events: [Event]) {
        self.install = install
        self.sent = sent
        self.sdk = sdk
        self.advertiser = advertiser
        self.events = events
    }
}
