public import MarqueeWire

/// A folded event, as the portal's live view shows it.
public struct LiveEvent: Sendable, Hashable {
    /// The app and stream it was sent for.
    public let scope: Scope
    /// The event's id.
    public let id: EventID
    /// The event's name, as the app gave it.
    public let name: String
    /// Corrected for the device's clock.
    public let time: Timestamp
    /// When the server got it.
    public let received: Timestamp
    /// The install that sent it.
    public let install: String
    /// The user at that moment, if there was one.
    public let user: String?
    /// A JSON object, as it was sent.
    public let properties: String

    /// Describes an event for the live view.
    public init(
        scope: Scope, id: EventID, name: String, time: Timestamp, received: Timestamp, install: String, user: String?,
        properties: String
    ) {
        self.scope = scope
        self.id = id
        self.name = name
        self.time = time
        self.received = received
        self.install = install
        self.user = user
        self.properties = properties
    }
}
