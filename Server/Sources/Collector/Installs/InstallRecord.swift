public import MarqueeWire

/// An install that has sent events: the portal's list of devices in the field.
public struct InstallRecord: Sendable, Hashable {
    /// The anonymous install id.
    public let id: String
    /// When its first event arrived.
    public let firstSeen: Timestamp
    /// When its latest event arrived.
    public let lastSeen: Timestamp
    /// The SDK's version in the latest batch.
    public let sdk: String
    /// The release it reported last; `nil` before it did.
    public let release: Int?
    /// The number of its events since ``firstSeen``.
    public let events: Int

    /// An install and what it sent.
    public init(id: String, firstSeen: Timestamp, lastSeen: Timestamp, sdk: String, release: Int?, events: Int) {
        self.id = id
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.sdk = sdk
        self.release = release
        self.events = events
    }
}
