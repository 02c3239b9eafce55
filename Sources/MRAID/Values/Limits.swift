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
    /// The shortest time between two `exposureChange` events.
    public var exposureInterval = Duration.milliseconds(200)
    /// How long the first page may take to load before the host is told to give it up.
    public var loadTime = Duration.seconds(30)
    /// How long the host may take to answer a change of place with ``HostEvent/settled``. An ad whose change is overdue is
    /// brought back to its default place.
    public var settleTime = Duration.seconds(10)

    /// The limits that the library proposes.
    public init() {}
}
