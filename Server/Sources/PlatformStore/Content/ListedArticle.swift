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
    /// Who saved the version; empty for one from before names were kept.
    public let savedBy: String
    /// The version that the current release of the main stream holds; `nil` when it holds none.
    public let liveVersion: Int?
    /// When the live version was first published.
    public let liveSince: Timestamp?
    /// Who published the live version.
    public let liveBy: String?

    init(
        hub: String, id: String, channel: String, title: String, tags: [String], schedule: ArticleSchedule,
        modified: Timestamp, version: Int, savedBy: String, liveVersion: Int?, liveSince: Timestamp?, liveBy: String?
    ) {
        self.hub = hub
        self.id = id
        self.channel = channel
        self.title = title
        self.tags = tags
        self.schedule = schedule
        self.modified = modified
        self.version = version
        self.savedBy = savedBy
        self.liveVersion = liveVersion
        self.liveSince = liveSince
        self.liveBy = liveBy
    }

    /// The URI by which pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: hub, .article(id)) }

    /// The part of a stored article that lists show; it has no time and name of the publish.
    public init(_ article: ArticleRecord) {
        self.init(
            hub: article.hub, id: article.id, channel: article.channel, title: article.content.title,
            tags: article.content.tags, schedule: article.content.schedule, modified: article.modified,
            version: article.version, savedBy: article.savedBy, liveVersion: article.liveVersion, liveSince: nil,
            liveBy: nil)
    }
}
