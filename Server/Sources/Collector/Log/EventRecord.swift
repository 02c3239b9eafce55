public import MarqueeWire

/// An event in the warehouse's log.
public struct EventRecord: Sendable, Hashable, Identifiable {
    /// The app and stream it was sent for.
    public let scope: Scope
    /// The event's id.
    public let id: EventID
    /// The event's name, as the app gave it; ``otherName`` beyond the names that an app may have.
    public let name: String
    /// Corrected for the device's clock.
    public let time: Timestamp
    /// When the server received it.
    public let received: Timestamp
    /// The install that sent it.
    public let install: String
    /// The active user, if there was one.
    public let user: String?
    /// The app's session, if there was one.
    public let session: String?
    /// Counts the install's events; a gap is a lost event.
    public let sequence: Int64
    /// A JSON object, as it was sent.
    public let properties: String
    /// Whether its recipient had opted out when the event happened.
    public let isOptedOut: Bool

    /// Stands for the names that an app uses beyond the number of names that are kept apart.
    public static let otherName = "(other)"

    /// An event; without session and sequence where these are not known.
    public init(
        scope: Scope, id: EventID, name: String, time: Timestamp, received: Timestamp, install: String, user: String?,
        session: String? = nil, sequence: Int64 = 0, properties: String, isOptedOut: Bool = false
    ) {
        self.scope = scope
        self.id = id
        self.name = name
        self.time = time
        self.received = received
        self.install = install
        self.user = user
        self.session = session
        self.sequence = sequence
        self.properties = properties
        self.isOptedOut = isOptedOut
    }
}
