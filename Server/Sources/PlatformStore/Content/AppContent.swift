/// Everything an app publishes, read in one transaction: what a release is built from.
public struct AppContent: Sendable, Hashable {
    /// In their order.
    public let hubs: [HubRecord]
    /// By hub in the hubs' order, then in their own.
    public let channels: [ChannelRecord]
    /// By hub, channel and position; drafts, embargoed and expired ones included.
    public let articles: [ArticleRecord]
    /// By hub and name.
    public let assets: [AssetRecord]

    /// Joins all that a release is made from.
    public init(hubs: [HubRecord], channels: [ChannelRecord], articles: [ArticleRecord], assets: [AssetRecord]) {
        self.hubs = hubs
        self.channels = channels
        self.articles = articles
        self.assets = assets
    }
}
