/// The request that a device posts: a description of the device, then the events.
///
/// The events are sent in the encoding in which the outbox stores them.
public struct EventBatch: Sendable, Hashable, Codable {
    /// The ``lane`` of events that nobody numbered, so that none can be missing; each of them has the number 1.
    public static let unnumberedLane = "unnumbered"

    /// The largest number of events in a batch. A larger batch is refused with 413.
    public static let maximumEvents = 500
    /// The largest size of a batch in bytes after decompression.
    public static let maximumSize = 4 * 1024 * 1024

    /// The size of an ``advertiser`` in bytes. A batch with a longer one is refused.
    public static let advertiserSize = 0...512

    /// The size of an ``install`` in bytes. A batch with another one is refused.
    public static let installSize = 1...128
    /// What the ids of the device lab's installs begin with. They count as test devices, unless somebody says otherwise.
    public static let labInstallPrefix = "lab-"

    /// The anonymous id of the install, a ``ProgramText``.
    public let install: String
    /// When the batch was sent, by the same clock as its events. The server uses it to correct clock skew.
    public let sent: Timestamp
    /// The SDK's version.
    public let sdk: String
    /// The advertising id, read for each batch; nil when the user limits ad tracking or the app returns none.
    public let advertiser: String?
    /// The events in the order in which they happened.
    public let events: [Event]
    /// The lane that numbered the events, if it was not the lane of events: each lane of an install counts for itself.
    ///
    /// 1 to 64 characters of `a-z`, `0-9`, `_`.
    public let lane: String?

    /// `sent` must come from the clock of the events.
    public init(
        install: String, sent: Timestamp, sdk: String, advertiser: String?, events: [Event], lane: String? = nil
    ) {
        self.install = install
        self.sent = sent
        self.sdk = sdk
        self.advertiser = advertiser
        self.events = events
        self.lane = lane
    }
}
