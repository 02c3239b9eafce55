/// The content of a release without the articles' texts. Equal states give the same release at the same time.
///
/// An article's text is represented by its version, which rises with each change and is never used again.
public struct ContentState: Sendable, Hashable {
    /// One version of an article with its place.
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
    let media: [MediaRecord]
}

extension AppContent {
    /// The state of this content.
    public var state: ContentState {
        let articles = articles.map {
            ContentState.Article(
                hub: $0.hub, id: $0.id, channel: $0.channel, position: $0.position, version: $0.version)
        }
        return ContentState(hubs: hubs, channels: channels, articles: Set(articles), assets: assets, media: media)
    }
}
