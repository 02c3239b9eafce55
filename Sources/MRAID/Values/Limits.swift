/// The bounds within which a container listens to an ad.
public struct Limits: Sendable, Hashable {
    /// The longest message in bytes of UTF-8.
    public var messageBytes = 65_536
    /// The most messages that a page may send in a second; the rest of that second's are dropped.
    public var messagesPerSecond = 200
    /// The longest URL in bytes of UTF-8.
    public var urlBytes = 8_192
    /// The longest text of a calendar event in characters.
    public var textLength = 1_024
    /// How long after a tap an ad may act on it.
    public var gestureWindow = Duration.seconds(5)
    /// The shortest time between two `exposureChange` events.
    public var exposureInterval = Duration.milliseconds(200)
    /// How long the first page may take to load before the host is told to give it up.
    public var loadTime = Duration.seconds(30)

    /// The limits that the library proposes.
    public init() {}
}
