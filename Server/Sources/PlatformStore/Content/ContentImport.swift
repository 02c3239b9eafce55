/// What an importer found in a source, applied as a whole or not at all by ``ContentStore/apply(_:by:)``.
public struct ContentImport: Sendable, Hashable {
    /// An article as the source has it.
    public struct Article: Sendable, Hashable {
        /// Id of the channel, which exists or is among ``ContentImport/channels``.
        public let channel: String
        /// The article within the source: a path or a GUID.
        public let key: String
        /// Over everything the source says about the article.
        public let hash: String
        /// What it says now.
        public let content: ArticleContent

        /// Describes an article as its source has it.
        public init(channel: String, key: String, hash: String, content: ArticleContent) {
            self.channel = channel
            self.key = key
            self.hash = hash
            self.content = content
        }
    }

    /// The most articles of one import.
    public static let maximumArticles = 20_000

    /// The app whose hub the articles go to.
    public let app: String
    /// Names the source; articles of other sources are not touched.
    public let source: String
    /// Created if it is missing; an existing hub stays as it is.
    public let hub: HubRecord
    /// Created if they are missing; existing channels stay as they are.
    public let channels: [ChannelRecord]
    /// In the order new ones are to be shown.
    public let articles: [Article]
    /// Keys of articles that the source has, but that could not be read; what was imported of them earlier stays.
    public let unread: Set<String>
    /// Their objects are stored already.
    ///
    /// An asset of the same name is replaced.
    public let assets: [AssetRecord]
    /// Whether articles of this source that are no longer in it are removed; those that were edited here stay.
    public let removesMissing: Bool

    /// Describes an import, to be stored as one change.
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
