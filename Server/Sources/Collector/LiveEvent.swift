public import MarqueeWire

/// A folded event, as the portal's live view shows it.
public struct LiveEvent: Sendable, Hashable {
    public let scope: Scope
    public let id: EventID
    public let name: String
    /// Corrected for the device's clock.
    public let time: Timestamp
    public let received: Timestamp
    public let install: String
    public let user: String?
    /// A JSON object, as it was sent.
    public let properties: String

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
