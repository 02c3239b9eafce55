/// What a release is made from, without the articles' texts: two equal states give the same release at the same time.
///
/// An article is named by its version, which rises with each change and never comes again.
public struct ContentState: Sendable, Hashable {
    /// One article at one version, in its place.
    public struct Article: Sendable, Hashable {
        let hub: String
        let id: String
        let channel: String
        let position: Int
        let version: Int
    }

    let hubs: [HubRecord]
    let channels: [ChannelRecord]
    let articles: Set<Article>
    let assets: [AssetRecord]
}

extension AppContent {
    /// The state that this content was read in.
    public var state: ContentState {
        let articles = articles.map {
            ContentState.Article(
                hub: $0.hub, id: $0.id, channel: $0.channel, position: $0.position, version: $0.version)
        }
        return ContentState(hubs: hubs, channels: channels, articles: Set(articles), assets: assets)
    }
}
