public import MarqueeWire

/// The part of an article that lists show, without its text.
public struct ListedArticle: Sendable, Hashable {
    /// The hub's id.
    public let hub: String
    /// The last part of its URI.
    public let id: String
    /// The channel's id.
    public let channel: String
    /// The title; empty for a draft without one.
    public let title: String
    /// The tags in the author's order.
    public let tags: [String]
    /// When the article is part of a release.
    public let schedule: ArticleSchedule
    /// The time of the last change of its content, position or channel.
    public let modified: Timestamp
    /// The version, which rises with each change of the content or channel.
    public let version: Int

    init(
        hub: String, id: String, channel: String, title: String, tags: [String], schedule: ArticleSchedule,
        modified: Timestamp, version: Int
    ) {
        self.hub = hub
        self.id = id
        self.channel = channel
        self.title = title
        self.tags = tags
        self.schedule = schedule
        self.modified = modified
        self.version = version
    }

    /// The URI by which pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: hub, .article(id)) }

    /// The part of a stored article that lists show.
    public init(_ article: ArticleRecord) {
        self.init(
            hub: article.hub, id: article.id, channel: article.channel, title: article.content.title,
            tags: article.content.tags, schedule: article.content.schedule, modified: article.modified,
            version: article.version)
    }
}
