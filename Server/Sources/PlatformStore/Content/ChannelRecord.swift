public import MarqueeWire

/// A channel: an ordered list of a hub's articles under one subject.
public struct ChannelRecord: Sendable, Hashable, Codable {
    /// The app it belongs to.
    public let app: String
    /// The hub's id.
    public let hub: String
    /// The last part of its URI, given once and never changed.
    public let id: String
    /// For people; needs not be unique.
    public var title: String
    /// A sentence or two, as plain text.
    public var summary: String
    /// What tailoring matches with a user's profile.
    public var tags: [String]
    /// Among the hub's channels, from 0.
    ///
    /// Set by ``ContentStore/reorder(_:in:app:by:)`` only.
    public let position: Int
    /// Rises with each change of the text; 0 before the record is stored.
    public let version: Int

    /// Describes a channel.
    public init(
        app: String, hub: String, id: String, title: String, summary: String = "", tags: [String] = [],
        position: Int = 0, version: Int = 0
    ) {
        self.app = app
        self.hub = hub
        self.id = id
        self.title = title
        self.summary = summary
        self.tags = tags
        self.position = position
        self.version = version
    }

    /// How pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: hub, .channel(id)) }
}
