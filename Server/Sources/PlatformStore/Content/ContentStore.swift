public import MarqueeWire

/// Hubs, channels, articles and assets.
///
/// Every change writes an audit entry in its own transaction.
///
/// An update names the version that was read. If the record was changed in the meantime, it throws `versionConflict`
/// and writes nothing.
public protocol ContentStore: Sendable {
    /// All content of an app in one consistent state.
    func content(app: String) async throws(StoreError) -> AppContent

    /// The same without the texts of other articles than the `wanted` ones: they have no body, summary, authors or tags.
    func content(app: String, textsOf wanted: Set<ContentURI>) async throws(StoreError) -> AppContent

    /// What a release made at `time` is built from: of each article the version that the choice takes or that is live.
    ///
    /// Articles that are neither are left out. A live version whose text is no longer kept is replaced by the saved one,
    /// and left out while that is a draft.
    func content(for choice: ReleaseChoice, at time: Timestamp) async throws(StoreError) -> AppContent

    /// That content without the articles' texts: a cheap way to find out whether anything has changed.
    func state(for choice: ReleaseChoice, at time: Timestamp) async throws(StoreError) -> ContentState

    /// The hubs in their order.
    func hubs(app: String) async throws(StoreError) -> [HubRecord]

    func hub(_ id: String, app: String) async throws(StoreError) -> HubRecord?

    /// Stores a new hub after the others.
    /// - Throws: `alreadyExists`, `invalid`.
    func create(_ hub: HubRecord, by who: String) async throws(StoreError) -> HubRecord

    /// - Returns: the record with its new version.
    func update(_ hub: HubRecord, expectedVersion: Int, by who: String) async throws(StoreError) -> HubRecord

    /// The channels of a hub in their order.
    func channels(hub: String, app: String) async throws(StoreError) -> [ChannelRecord]

    /// Every channel of an app, sorted by the order of the hubs, then by their own.
    func channels(app: String) async throws(StoreError) -> [ChannelRecord]

    func channel(_ uri: ContentURI, app: String) async throws(StoreError) -> ChannelRecord?

    /// Stores a new channel after the hub's others.
    /// - Throws: `alreadyExists`, `notFound` when there is no such hub, `invalid`.
    func create(_ channel: ChannelRecord, by who: String) async throws(StoreError) -> ChannelRecord

    func update(_ channel: ChannelRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> ChannelRecord

    /// The articles of a hub, or of one of its channels, sorted by channel and position.
    func articles(hub: String, channel: String?, app: String) async throws(StoreError) -> [ArticleRecord]

    /// One page of a list of articles, without their texts.
    func articles(_ query: ArticleQuery, app: String) async throws(StoreError) -> ArticleListing

    /// Articles sorted by hub and id, without their texts: a list that programs read in parts from beginning to end.
    /// Changes move no article that is not changed.
    /// - Parameters:
    ///   - position: continues a listing after this hub and id; `nil` for its beginning.
    ///   - hub: `nil` for all hubs.
    ///   - channel: a channel of `hub`; `nil` for all channels.
    ///   - limit: 1 to 1000; a value outside is moved to the nearer end.
    ///   - app: the app they belong to.
    func articles(after position: (hub: String, id: String)?, hub: String?, channel: String?, limit: Int, app: String)
        async throws(StoreError) -> [ListedArticle]

    /// The articles with these URIs, without their texts; URIs without an article are left out.
    func listed(_ uris: [ContentURI], app: String) async throws(StoreError) -> [ListedArticle]

    /// The number of articles of each channel, drafts included; channels without articles are left out.
    func articleCounts(app: String) async throws(StoreError) -> [ContentURI: Int]

    /// The articles of a channel in their order.
    func articleOrder(of channel: ContentURI, app: String) async throws(StoreError) -> [ContentURI]

    func article(_ uri: ContentURI, app: String) async throws(StoreError) -> ArticleRecord?

    /// Stores a new article as the first of a channel, and gives it its permanent URI.
    /// - Throws: `notFound` when there is no such channel, `invalid`.
    func createArticle(_ content: ArticleContent, in channel: ContentURI, app: String, by who: String)
        async throws(StoreError) -> ArticleRecord

    /// Stores the content and channel of a record as a new version; a changed channel moves it to that channel's front.
    ///
    /// The version before goes into the history. An edit that ends a draft is recorded as `ready`.
    func update(_ article: ArticleRecord, expectedVersion: Int, as change: ArticleChange, by who: String)
        async throws(StoreError) -> ArticleRecord

    /// Makes one change to many articles in one transaction. Articles that were saved in the meantime stay as they are.
    /// - Parameters:
    ///   - edit: the change.
    ///   - articles: the articles with the versions that were read, at most ``ArticleEdit/maximumArticles``.
    ///   - app: the app they belong to.
    ///   - who: the name in the histories and in the audit log, which has an entry for each changed article.
    /// - Throws: `invalid` for too many articles.
    func apply(_ edit: ArticleEdit, to articles: [ContentURI: Int], app: String, by who: String)
        async throws(StoreError) -> ArticleEditOutcome

    /// The beginnings of the texts of articles; URIs without an article are left out.
    func beginnings(of uris: [ContentURI], app: String) async throws(StoreError) -> [ArticleBeginning]

    /// The kept versions of an article, newest first; empty without an article.
    func versions(of uri: ContentURI, app: String) async throws(StoreError) -> [ArticleVersion]

    /// The article as one of its kept versions had it, in the channel that it had then if that still exists; `nil` when the
    /// version is not kept.
    func article(_ uri: ContentURI, version: Int, app: String) async throws(StoreError) -> ArticleRecord?

    /// Deletes a hub, channel, article or asset with everything in it, and the content sources of a hub or channel.
    ///
    /// With an `expectedVersion`, nothing is deleted that was changed in the meantime. `nil` deletes any version; assets
    /// have none.
    /// - Throws: `notFound`, `versionConflict`.
    func delete(_ uri: ContentURI, expectedVersion: Int?, app: String, by who: String) async throws(StoreError)

    /// Changes the order of the children of one parent.
    /// - Parameters:
    ///   - uris: all children, each once.
    ///   - parent: a hub for its channels, a channel for its articles, `nil` for the app's hubs.
    ///   - app: the app they belong to.
    ///   - who: the name in the audit log.
    /// - Throws: `versionConflict` when `uris` are not exactly the children: somebody added or removed one in the
    ///   meantime.
    func reorder(_ uris: [ContentURI], in parent: ContentURI?, app: String, by who: String) async throws(StoreError)

    /// The assets of a hub, sorted by name.
    func assets(hub: String, app: String) async throws(StoreError) -> [AssetRecord]

    func asset(_ uri: ContentURI, app: String) async throws(StoreError) -> AssetRecord?

    /// Stores or replaces an asset, whose object is already in the object store.
    func put(_ asset: AssetRecord, by who: String) async throws(StoreError)

    /// Applies an import in one transaction.
    func apply(_ batch: ContentImport, by who: String) async throws(StoreError) -> ImportOutcome

    /// Renames tags in every hub, channel and article that has them, all or none; they are merged with a tag of the new name.
    /// Each hub, channel and article is edited and gets a new version.
    /// - Returns: the number of edits of hubs, channels and articles.
    /// - Throws: `notFound` when nothing has one of the old tags, `invalid`.
    func renameTags(_ old: [String], to new: String, app: String, by who: String) async throws(StoreError) -> Int

    /// The first articles that a choice of everything ready takes at `time` and that are not ``waiting(_:at:limit:)``, by
    /// title, without their texts.
    func ready(_ scope: Scope, at time: Timestamp, limit: Int) async throws(StoreError) -> [ListedArticle]

    /// The first articles that every release takes which a person makes at `time`, by title: their embargo has ended,
    /// and schedules wait for a person.
    func waiting(_ scope: Scope, at time: Timestamp, limit: Int) async throws(StoreError) -> [ListedArticle]

    /// The number of articles that a choice of everything ready takes at `time`.
    func readyCount(_ scope: Scope, at time: Timestamp) async throws(StoreError) -> Int

    /// The versions that a choice of everything ready takes at `time`, without those that were saved after `bound`.
    func readyVersions(_ scope: Scope, at time: Timestamp, savedUntil bound: Timestamp)
        async throws(StoreError) -> [ContentURI: Int]

    /// The first articles of a release, by title, whose texts in it are no longer known: the next publish after a
    /// rollback takes their saved versions.
    func articlesWithoutText(in release: Int, of scope: Scope, limit: Int) async throws(StoreError) -> [ListedArticle]

    /// Whether a schedule is due: an embargo has ended since its article was saved, or a live version has expired. A
    /// schedule makes each version live once.
    func isDue(_ scope: Scope, at time: Timestamp) async throws(StoreError) -> Bool

    /// What schedules do by themselves from `start` up to, but not including, `end`, in the order of time.
    func scheduledChanges(_ scope: Scope, from start: Timestamp, to end: Timestamp, limit: Int)
        async throws(StoreError) -> [ScheduledChange]

    /// The tags of articles that are not drafts, with the number of articles that have each, and the number of all
    /// articles.
    func tagUsage(app: String) async throws(StoreError) -> TagUsage

    /// Every tag of an article, sorted by bytes.
    func articleTags(app: String) async throws(StoreError) -> [String]

    /// Every tag, with the number of articles, channels and hubs that have it.
    func tagPlaces(app: String) async throws(StoreError) -> [TagName: TagPlaces]
}

extension ContentStore {
    /// Stores an edit.
    public func update(_ article: ArticleRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> ArticleRecord
    {
        try await update(article, expectedVersion: expectedVersion, as: .edit, by: who)
    }

    /// The first time after `time` at which a schedule makes an article appear or disappear.
    public func nextScheduledChange(_ scope: Scope, after time: Timestamp) async throws(StoreError) -> Timestamp? {
        try await scheduledChanges(
            scope, from: time + .milliseconds(1), to: Timestamp(milliseconds: .max), limit: 1
        ).first?.time
    }
}
