/// Everything an app publishes, read in one transaction: what a release is built from.
public struct AppContent: Sendable, Hashable {
    /// The hubs in their order.
    public let hubs: [HubRecord]
    /// The channels, sorted by the order of their hubs, then by their own.
    public let channels: [ChannelRecord]
    /// The articles, sorted by hub, channel and position; includes drafts and articles that are embargoed or expired.
    public let articles: [ArticleRecord]
    /// The assets, sorted by hub and name.
    public let assets: [AssetRecord]

    /// Joins the parts of a release.
    public init(hubs: [HubRecord], channels: [ChannelRecord], articles: [ArticleRecord], assets: [AssetRecord]) {
        self.hubs = hubs
        self.channels = channels
        self.articles = articles
        self.assets = assets
    }
}
