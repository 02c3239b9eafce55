public import MarqueeWire

/// An article as it is stored: its permanent name, its place, and its content.
public struct ArticleRecord: Sendable, Hashable, Codable {
    /// The app it belongs to.
    public let app: String
    /// The hub's id.
    public let hub: String
    /// The last part of its URI, which never changes: a slug of the first title and six random characters.
    ///
    /// An article that is deleted and created again gets another id.
    public let id: String
    /// The id of its channel.
    public var channel: String
    /// The position among the channel's articles, from 0.
    ///
    /// Set by ``ContentStore/reorder(_:in:app:by:)`` and by imports.
    public let position: Int
    /// The version, which rises with each change of the content or channel.
    public let version: Int
    /// The time of the last change of its content, position or channel.
    public let modified: Timestamp
    /// Who saved the version; empty for one from before names were kept.
    public let savedBy: String
    /// The version that the current release of the main stream holds; `nil` when it holds none.
    public let liveVersion: Int?
    /// Where it was imported from; `nil` for an article that was written on this server.
    public let origin: ArticleOrigin?
    /// The part that an author can change.
    public var content: ArticleContent

    /// Makes the record of an article.
    public init(
        app: String, hub: String, id: String, channel: String, position: Int, version: Int, modified: Timestamp,
        origin: ArticleOrigin?, content: ArticleContent, savedBy: String = "", liveVersion: Int? = nil
    ) {
        self.app = app
        self.hub = hub
        self.id = id
        self.channel = channel
        self.position = position
        self.version = version
        self.modified = modified
        self.origin = origin
        self.savedBy = savedBy
        self.liveVersion = liveVersion
        self.content = content
    }

    /// The URI by which pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: hub, .article(id)) }
}
