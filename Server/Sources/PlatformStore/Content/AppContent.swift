/// Everything an app publishes, read in one transaction: what a release is built from.
public struct AppContent: Sendable, Hashable {
    /// The hubs in their order.
    public let hubs: [HubRecord]
    /// The channels, sorted by the order of their hubs, then by their own.
    public let channels: [ChannelRecord]
    /// The articles, sorted by hub, channel and position. What is saved has drafts too, and articles that are embargoed
    /// or expired; what is read for a release has of each article the version that the release takes.
    public let articles: [ArticleRecord]
    /// The assets, sorted by hub and name.
    public let assets: [AssetRecord]
    /// What is known of the assets, sorted by hub and name; assets of imports may have none.
    public let media: [MediaRecord]

    /// Joins the parts of a release.
    public init(
        hubs: [HubRecord], channels: [ChannelRecord], articles: [ArticleRecord], assets: [AssetRecord],
        media: [MediaRecord] = []
    ) {
        self.hubs = hubs
        self.channels = channels
        self.articles = articles
        self.assets = assets
        self.media = media
    }
}
