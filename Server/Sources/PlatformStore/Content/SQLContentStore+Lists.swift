import MarqueeWire

/// Lists that read no article's text, but for the beginnings of the few that a page shows.
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
                SELECT \(ListedArticle.columns) FROM article a \(ListedArticle.publication)
                WHERE a.app = ? AND (a.hub, a.id) > (?, ?) \(hub == nil ? "" : "AND a.hub = ?")
                \(channel == nil ? "" : "AND a.channel = ?") ORDER BY a.hub, a.id LIMIT ?
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
                    """
                    SELECT \(ListedArticle.columns) FROM article a \(ListedArticle.publication)
                    WHERE a.app = ? AND a.hub = ? AND a.id = ?
                    """, [app, uri.hub, id]
                ).map(ListedArticle.init)
            }
        }
    }

    func beginnings(of uris: [ContentURI], app: String) async throws(StoreError) -> [ArticleBeginning] {
        try await database.read { db in
            try uris.compactMap { uri in
                guard case .article(let id) = uri.place,
                    let row = try db.row(
                        """
                        SELECT format, SUBSTR(body, 1, \(ArticleBeginning.length)) AS text FROM article
                        WHERE app = ? AND hub = ? AND id = ?
                        """, [app, uri.hub, id]),
                    let format = ArticleContent.Format(rawValue: try row["format"])
                else { return nil }
                return ArticleBeginning(uri: uri, format: format, text: try row["text"])
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
    static let columns = """
        a.hub, a.id, a.channel, a.title, a.tags, a.version, a.modified, a.published, a.embargo, a.expires, a.is_draft,
        a.saved_by, a.live_version, l.since AS live_since, l.who AS live_by
        """

    /// How the live version of `article a` went live in the main stream.
    static let publication = """
        LEFT JOIN article_release l ON l.app = a.app AND l.stream = '\(Scope.mainStream)' AND l.hub = a.hub
        AND l.article = a.id AND l.to_release IS NULL
        """

    /// What a stream has of `article a`. Argument: the stream.
    static let released = """
        LEFT JOIN article_release s ON s.app = a.app AND s.stream = ? AND s.hub = a.hub AND s.article = a.id
        AND s.to_release IS NULL
        """

    /// Whether a publish of everything takes the saved version of `article a`; needs ``released``. Arguments: the time,
    /// twice.
    static let ready = """
        a.is_draft = 0 AND (a.embargo IS NULL OR a.embargo <= ?) AND (s.version IS NULL OR s.version <> a.version)
        AND (a.expires IS NULL OR a.expires > ? OR s.version IS NOT NULL)
        """

    /// Whether the saved version of `article a` goes live in a stream by itself when its embargo ends. A version that
    /// was live once does not: after a rollback a person decides about it. Argument: the stream.
    static let scheduled = """
        a.is_scheduled = 1 AND (a.expires IS NULL OR a.expires > a.embargo) AND NOT EXISTS (
        SELECT 1 FROM article_release p WHERE p.app = a.app AND p.stream = ? AND p.hub = a.hub AND p.article = a.id
        AND p.version = a.version)
        """

    /// Whether a schedule waits for a release since then. Arguments: the stream, and the time, twice.
    static let due = "\(scheduled) AND a.embargo <= ? AND (a.expires IS NULL OR a.expires > ?)"

    init(row: SQLRow) throws {
        let schedule = try ArticleSchedule(
            published: row["published"], embargo: row["embargo"], expires: row["expires"],
            isDraft: row["is_draft"])
        try self.init(
            hub: row["hub"], id: row["id"], channel: row["channel"], title: row["title"],
            tags: row.json("tags", as: [String].self), schedule: schedule,
            modified: row["modified"], version: row["version"], savedBy: row["saved_by"],
            liveVersion: row["live_version"], liveSince: row["live_since"], liveBy: row["live_by"])
    }
}
