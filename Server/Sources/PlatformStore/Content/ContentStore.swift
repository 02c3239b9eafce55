public import MarqueeWire

/// Hubs, channels, articles and assets.
///
/// Every change writes an audit entry in its own transaction.
///
/// A record is updated with the version it was read with; a save that comes second throws `versionConflict` and writes
/// nothing.
public protocol ContentStore: Sendable {
    /// Everything, in one consistent state.
    func content(app: String) async throws(StoreError) -> AppContent

    /// In their order.
    func hubs(app: String) async throws(StoreError) -> [HubRecord]

    func hub(_ id: String, app: String) async throws(StoreError) -> HubRecord?

    /// Stores a new hub after the others.
    /// - Throws: `alreadyExists`, `invalid`.
    func create(_ hub: HubRecord, by who: String) async throws(StoreError) -> HubRecord

    /// - Returns: the record with its new version.
    func update(_ hub: HubRecord, expectedVersion: Int, by who: String) async throws(StoreError) -> HubRecord

    /// In their order.
    func channels(hub: String, app: String) async throws(StoreError) -> [ChannelRecord]

    /// Every channel of the app, by hub in the hubs' order, then in their own.
    func channels(app: String) async throws(StoreError) -> [ChannelRecord]

    func channel(_ uri: ContentURI, app: String) async throws(StoreError) -> ChannelRecord?

    /// Stores a new channel after the hub's others.
    /// - Throws: `alreadyExists`, `notFound` when there is no such hub, `invalid`.
    func create(_ channel: ChannelRecord, by who: String) async throws(StoreError) -> ChannelRecord

    func update(_ channel: ChannelRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> ChannelRecord

    /// A hub's articles by channel and position; of one channel if `channel` is given.
    func articles(hub: String, channel: String?, app: String) async throws(StoreError) -> [ArticleRecord]

    /// One page of a list of articles, without their texts.
    func articles(_ query: ArticleQuery, app: String) async throws(StoreError) -> ArticleListing

    /// Articles by their URIs, without their texts; those that do not exist are left out.
    func listed(_ uris: [ContentURI], app: String) async throws(StoreError) -> [ListedArticle]

    /// How many articles each channel has, drafts included; channels without one are left out.
    func articleCounts(app: String) async throws(StoreError) -> [ContentURI: Int]

    /// The articles of a channel in their order.
    func articleOrder(of channel: ContentURI, app: String) async throws(StoreError) -> [ContentURI]

    func article(_ uri: ContentURI, app: String) async throws(StoreError) -> ArticleRecord?

    /// Stores a new article as the first of a channel, under a URI of its own that it keeps for ever.
    /// - Throws: `notFound` when there is no such channel, `invalid`.
    func createArticle(_ content: ArticleContent, in channel: ContentURI, app: String, by who: String)
        async throws(StoreError) -> ArticleRecord

    /// Stores the content and channel of a record; a changed channel moves it to that channel's front.
    func update(_ article: ArticleRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> ArticleRecord

    /// Deletes a hub, channel, article or asset with everything below it; with a hub or channel go the content sources
    /// that fill it.
    ///
    /// An `expectedVersion` refuses the deletion of what was changed in the meantime; `nil` deletes whatever is there,
    /// and assets have no version.
    /// - Throws: `notFound`, `versionConflict`.
    func delete(_ uri: ContentURI, expectedVersion: Int?, app: String, by who: String) async throws(StoreError)

    /// Gives the children of one parent a new order.
    /// - Parameters:
    ///   - uris: all children, each once.
    ///   - parent: a hub for its channels, a channel for its articles, `nil` for the app's hubs.
    ///   - app: the app they belong to.
    ///   - who: stands in the audit log.
    /// - Throws: `versionConflict` when `uris` are not exactly what is there: somebody added or removed one in the
    ///   meantime.
    func reorder(_ uris: [ContentURI], in parent: ContentURI?, app: String, by who: String) async throws(StoreError)

    /// By name.
    func assets(hub: String, app: String) async throws(StoreError) -> [AssetRecord]

    func asset(_ uri: ContentURI, app: String) async throws(StoreError) -> AssetRecord?

    /// Stores or replaces an asset, whose object is in the object store already.
    func put(_ asset: AssetRecord, by who: String) async throws(StoreError)

    /// Applies an import in one transaction.
    func apply(_ batch: ContentImport, by who: String) async throws(StoreError) -> ImportOutcome

    /// Spells a tag differently in every hub, channel and article that carries it; where the new one is there already,
    /// the two become one. Counts as an edit of each of them.
    /// - Returns: how many hubs, channels and articles carry the new spelling instead of the old.
    /// - Throws: `notFound` when nothing carries the old one, `invalid`.
    func renameTag(_ old: String, to new: String, app: String, by who: String) async throws(StoreError) -> Int

    /// When an article that is no draft is first due to appear or to expire after a time.
    func nextScheduledChange(app: String, after time: Timestamp) async throws(StoreError) -> Timestamp?

    /// The tags of articles that are not drafts, with the number of articles that carry each, and the number of
    /// articles in all.
    func tagUsage(app: String) async throws(StoreError) -> TagUsage

    /// Every tag that articles carry, in the order of their bytes.
    func articleTags(app: String) async throws(StoreError) -> [String]

    /// Every tag, with the number of articles, channels and hubs that carry it.
    func tagPlaces(app: String) async throws(StoreError) -> [TagName: TagPlaces]
}
