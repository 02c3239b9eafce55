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

    /// How pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: hub, .article(id)) }
}
