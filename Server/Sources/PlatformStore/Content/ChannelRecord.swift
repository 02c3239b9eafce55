public import MarqueeWire

/// A channel: an ordered list of a hub's articles under one subject.
public struct ChannelRecord: Sendable, Hashable, Codable {
    /// The app it belongs to.
    public let app: String
    /// The hub's id.
    public let hub: String
    /// The last part of its URI, which never changes.
    public let id: String
    /// The title; need not be unique.
    public var title: String
    /// One or two sentences in plain text.
    public var summary: String
    /// The tags that tailoring compares with a user's profile.
    public var tags: [String]
    /// The position among the hub's channels, from 0.
    ///
    /// Set by ``ContentStore/reorder(_:in:app:by:)`` only.
    public let position: Int
    /// The version, which rises with each change of the text; 0 before the record is stored.
    public let version: Int

    /// Makes the record of a channel.
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

    /// The URI by which pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: hub, .channel(id)) }
}
