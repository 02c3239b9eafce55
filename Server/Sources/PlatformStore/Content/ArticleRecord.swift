public import MarqueeWire

/// An article as it is stored: its permanent name, its place, and its content.
public struct ArticleRecord: Sendable, Hashable, Codable {
    /// The app it belongs to.
    public let app: String
    /// The hub's id.
    public let hub: String
    /// The last part of its URI: a slug of the first title and six random characters, frozen at creation.
    ///
    /// An article that is deleted and made again gets another one.
    public let id: String
    /// The channel it stands in.
    public var channel: String
    /// Among the channel's articles, from 0.
    ///
    /// Set by ``ContentStore/reorder(_:in:app:by:)`` and by imports.
    public let position: Int
    /// Rises with each change of the content or channel.
    public let version: Int
    /// When its content, place or channel last changed.
    public let modified: Timestamp
    /// `nil` for an article that was written here.
    public let origin: ArticleOrigin?
    /// What an author can change.
    public var content: ArticleContent

    /// Describes an article as it is stored.
    public init(
        app: String, hub: String, id: String, channel: String, position: Int, version: Int, modified: Timestamp,
        origin: ArticleOrigin?, content: ArticleContent
    ) {
        self.app = app
        self.hub = hub
        self.id = id
        self.channel = channel
        self.position = position
        self.version = version
        self.modified = modified
        self.origin = origin
        self.content = content
    }

    /// How pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: hub, .article(id)) }
}
