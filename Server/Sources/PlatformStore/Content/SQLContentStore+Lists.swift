import MarqueeWire

/// Lists that read no article's text.
///
/// An article's row is as long as its text. The articles that match are found in the indices `article_by_date` and
/// `article_by_title`, which hold every column that a search needs; only the rows of one page are read.
extension SQLContentStore {
    func articles(_ query: ArticleQuery, app: String) async throws(StoreError) -> ArticleListing {
        try await database.read { db in
            let search = ArticleSearch(query, app: app)
            let total = try db.count("SELECT COUNT(*) FROM article WHERE app = ?", [app])
            let matching = try search.isUnlimited ? total : search.count(db)
            let size = min(max(query.pageSize, 1), ArticleQuery.maximumPageSize)
            let pages = max(1, (matching + size - 1) / size)
            let page = min(max(query.page, 1), pages)
            let articles = try search.articles(limit: size, offset: (page - 1) * size, db)
            return ArticleListing(articles: articles, page: page, pages: pages, matching: matching, total: total)
        }
    }

    func articles(after position: (hub: String, id: String)?, hub: String?, channel: String?, limit: Int, app: String)
        async throws(StoreError) -> [ListedArticle]
    {
        try await database.read { db in
            try db.rows(
                """
                SELECT \(ListedArticle.columns) FROM article a WHERE app = ? AND (hub, id) > (?, ?)
                \(hub == nil ? "" : "AND hub = ?") \(channel == nil ? "" : "AND channel = ?") ORDER BY hub, id LIMIT ?
                """,
                [app, position?.hub ?? "", position?.id ?? ""] + [hub, channel].compactMap(\.self)
                    + [min(max(limit, 1), 1000)]
            ).map(ListedArticle.init)
        }
    }

    func listed(_ uris: [ContentURI], app: String) async throws(StoreError) -> [ListedArticle] {
        try await database.read { db in
            try uris.compactMap { uri in
                guard case .article(let id) = uri.place else { return nil }
                return try db.row(
                    "SELECT \(ListedArticle.columns) FROM article a WHERE app = ? AND hub = ? AND id = ?",
                    [app, uri.hub, id]
                ).map(ListedArticle.init)
            }
        }
    }

    func channels(app: String) async throws(StoreError) -> [ChannelRecord] {
        try await database.read { try $0.channels(app: app) }
    }

    func articleCounts(app: String) async throws(StoreError) -> [ContentURI: Int] {
        try await database.read { db in
            let rows = try db.rows(
                "SELECT hub, channel, COUNT(*) AS articles FROM article WHERE app = ? GROUP BY hub, channel", [app])
            return Dictionary(
                try rows.map { try (ContentURI(hub: $0["hub"], .channel($0["channel"])), $0["articles"] as Int) }
            ) { first, _ in first }
        }
    }

    func articleOrder(of channel: ContentURI, app: String) async throws(StoreError) -> [ContentURI] {
        guard case .channel(let id) = channel.place else { return [] }
        return try await database.read { db in
            let ids: [String] = try db.column(
                "SELECT id FROM article WHERE app = ? AND hub = ? AND channel = ? ORDER BY position, id",
                [app, channel.hub, id])
            return ids.map { ContentURI(hub: channel.hub, .article($0)) }
        }
    }

    func articleTags(app: String) async throws(StoreError) -> [String] {
        try await database.read { db in
            try db.column("SELECT DISTINCT tag FROM article_tag WHERE app = ? ORDER BY tag", [app])
        }
    }

    func tagPlaces(app: String) async throws(StoreError) -> [TagName: TagPlaces] {
        try await database.read { db in
            var places: [TagName: TagPlaces] = [:]
            let counts = try db.rows(
                "SELECT tag, COUNT(*) AS articles FROM article_tag WHERE app = ? GROUP BY tag", [app])
            for row in counts { places[TagName(try row["tag"]), default: TagPlaces()].articles = try row["articles"] }
            for row in try db.rows("SELECT tags FROM channel WHERE app = ?", [app]) {
                for tag in try row.json("tags", as: [String].self) {
                    places[TagName(tag), default: TagPlaces()].channels += 1
                }
            }
            for row in try db.rows("SELECT tags FROM hub WHERE app = ?", [app]) {
                for tag in try row.json("tags", as: [String].self) {
                    places[TagName(tag), default: TagPlaces()].hubs += 1
                }
            }
            return places
        }
    }
}

extension ListedArticle {
    /// The columns of `article a` that a list shows.
    static let columns =
        "a.hub, a.id, a.channel, a.title, a.tags, a.version, a.modified, a.published, a.embargo, a.expires, a.is_draft"

    init(row: SQLRow) throws {
        let schedule = try ArticleSchedule(
            published: row["published"], embargo: row["embargo"], expires: row["expires"],
            isDraft: row["is_draft"])
        try self.init(
            hub: row["hub"], id: row["id"], channel: row["channel"], title: row["title"],
            tags: row.json("tags", as: [String].self), schedule: schedule,
            modified: row["modified"], version: row["version"])
    }
}
