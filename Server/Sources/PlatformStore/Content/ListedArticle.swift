public import MarqueeWire

/// An article as a list shows it, without its text.
public struct ListedArticle: Sendable, Hashable {
    /// The hub's id.
    public let hub: String
    /// The last part of its URI.
    public let id: String
    /// The channel's id.
    public let channel: String
    /// Empty for a draft without a title.
    public let title: String
    /// In the author's order.
    public let tags: [String]
    /// When it is part of a release.
    public let schedule: ArticleSchedule
    /// When its content, place or channel last changed.
    public let modified: Timestamp
    /// Rises with each change of the content or channel.
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

    /// How pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: hub, .article(id)) }

    /// What a list shows of a stored article.
    public init(_ article: ArticleRecord) {
        self.init(
            hub: article.hub, id: article.id, channel: article.channel, title: article.content.title,
            tags: article.content.tags, schedule: article.content.schedule, modified: article.modified,
            version: article.version)
    }
}
