/// The result of reading a source. ``ContentStore/apply(_:by:)`` stores all of it or nothing.
public struct ContentImport: Sendable, Hashable {
    /// An article as the source has it.
    public struct Article: Sendable, Hashable {
        /// The id of the channel, which exists or is one of ``ContentImport/channels``.
        public let channel: String
        /// The article within the source: a path or a GUID.
        public let key: String
        /// A hash of everything that the source says about the article.
        public let hash: String
        /// The article's present content.
        public let content: ArticleContent

        /// Makes an article of an import.
        public init(channel: String, key: String, hash: String, content: ArticleContent) {
            self.channel = channel
            self.key = key
            self.hash = hash
            self.content = content
        }
    }

    /// The greatest number of articles in one import.
    public static let maximumArticles = 20_000

    /// The app whose hub the articles go to.
    public let app: String
    /// The name of the source; articles of other sources stay as they are.
    public let source: String
    /// Created if it is missing; an existing hub stays as it is.
    public let hub: HubRecord
    /// Created if they are missing; existing channels stay as they are.
    public let channels: [ChannelRecord]
    /// The articles; new ones are placed in this order.
    public let articles: [Article]
    /// The keys of articles that could not be read; what an earlier import stored of them stays.
    public let unread: Set<String>
    /// The assets, whose objects are stored already.
    ///
    /// An asset of the same name is replaced.
    public let assets: [AssetRecord]
    /// Whether articles that are no longer in the source are removed; articles that were edited on this server stay.
    public let removesMissing: Bool

    /// Makes an import.
    public init(
        app: String, source: String, hub: HubRecord, channels: [ChannelRecord], articles: [Article],
        unread: Set<String> = [], assets: [AssetRecord] = [], removesMissing: Bool = true
    ) {
        self.app = app
        self.source = source
        self.hub = hub
        self.channels = channels
        self.articles = articles
        self.unread = unread
        self.assets = assets
        self.removesMissing = removesMissing
    }
}
