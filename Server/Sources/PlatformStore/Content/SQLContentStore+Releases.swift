import MarqueeWire

/// What releases are made from.
extension SQLContentStore {
    func state(for choice: ReleaseChoice, at time: Timestamp) async throws(StoreError) -> ContentState {
        try await database.read { db in
            let chosen = try Self.choose(choice, at: time, db)
            let articles = chosen.map { uri, version in
                ContentState.Article(
                    hub: uri.hub, id: uri.lastPart, channel: version.channel, position: version.position,
                    version: version.number)
            }
            return ContentState(
                hubs: try db.hubs(app: choice.scope.app), channels: try db.channels(app: choice.scope.app),
                articles: Set(articles), assets: try db.assets(app: choice.scope.app),
                media: try db.media(app: choice.scope.app))
        }
    }

    func content(for choice: ReleaseChoice, at time: Timestamp) async throws(StoreError) -> AppContent {
        try await database.read { db in
            let app = choice.scope.app
            let chosen = try Self.choose(choice, at: time, db)
            let earlier = try Self.liveVersions(choice.scope, db)
            let saved = try Self.savedArticles(app: app, db)
            let channels = try db.channels(app: app)
            let articles = saved.compactMap { article -> ArticleRecord? in
                guard let version = chosen[article.uri]?.number else { return nil }
                return version == article.version ? article : earlier[article.uri]
            }
            return AppContent(
                hubs: try db.hubs(app: app), channels: channels, articles: Self.sorted(articles, like: channels),
                assets: try db.assets(app: app), media: try db.media(app: app))
        }
    }

    /// By channel and position: an earlier version may stand in another channel than the saved one.
    private static func sorted(_ articles: [ArticleRecord], like channels: [ChannelRecord]) -> [ArticleRecord] {
        let places = Dictionary(channels.enumerated().map { ($1.uri, $0) }) { first, _ in first }
        return articles.map { article in
            let place = places[ContentURI(hub: article.hub, .channel(article.channel))] ?? channels.count
            return (place: place, article: article)
        }.sorted {
            ($0.place, $0.article.position, $0.article.id) < ($1.place, $1.article.position, $1.article.id)
        }.map(\.article)
    }

    func ready(_ scope: Scope, at time: Timestamp, limit: Int) async throws(StoreError) -> [ListedArticle] {
        try await readyList("NOT (\(ListedArticle.due))", scope, at: time, limit: limit)
    }

    func waiting(_ scope: Scope, at time: Timestamp, limit: Int) async throws(StoreError) -> [ListedArticle] {
        try await readyList(ListedArticle.due, scope, at: time, limit: limit)
    }

    /// The condition is a fixed text with the arguments of ``ListedArticle/due``.
    private func readyList(_ condition: String, _ scope: Scope, at time: Timestamp, limit: Int)
        async throws(StoreError) -> [ListedArticle]
    {
        try await database.read { db in
            try db.rows(
                """
                SELECT \(ListedArticle.columns) FROM article a \(ListedArticle.publication) \(ListedArticle.released)
                WHERE a.app = ? AND \(ListedArticle.ready) AND \(condition) ORDER BY a.search, a.hub, a.id LIMIT ?
                """, [scope.stream, scope.app, time, time, scope.stream, time, time, max(limit, 1)]
            ).map(ListedArticle.init)
        }
    }

    func readyCount(_ scope: Scope, at time: Timestamp) async throws(StoreError) -> Int {
        try await database.read { db in
            try db.count(
                """
                SELECT COUNT(*) FROM article a \(ListedArticle.released) WHERE a.app = ? AND \(ListedArticle.ready)
                """, [scope.stream, scope.app, time, time])
        }
    }

    func readyVersions(_ scope: Scope, at time: Timestamp, savedUntil bound: Timestamp)
        async throws(StoreError) -> [ContentURI: Int]
    {
        try await database.read { db in
            let rows = try db.rows(
                """
                SELECT a.hub, a.id, a.version FROM article a \(ListedArticle.released)
                WHERE a.app = ? AND \(ListedArticle.ready) AND a.modified <= ?
                """, [scope.stream, scope.app, time, time, bound])
            return Dictionary(
                try rows.map { try (ContentURI(hub: $0["hub"], .article($0["id"])), $0["version"] as Int) }
            ) { first, _ in first }
        }
    }

    func isDue(_ scope: Scope, at time: Timestamp) async throws(StoreError) -> Bool {
        try await database.read { db in
            let appearing = try db.row(
                "SELECT 1 AS due FROM article a WHERE a.app = ? AND \(ListedArticle.due) LIMIT 1",
                [scope.app, scope.stream, time, time])
            if appearing != nil { return true }
            return try db.row(
                """
                SELECT 1 AS due FROM article_release WHERE app = ? AND stream = ? AND to_release IS NULL
                AND expires <= ? LIMIT 1
                """, [scope.app, scope.stream, time]) != nil
        }
    }

    func scheduledChanges(_ scope: Scope, from start: Timestamp, to end: Timestamp, limit: Int)
        async throws(StoreError) -> [ScheduledChange]
    {
        try await database.read { db in
            // A live version that is replaced before its expiry does not expire.
            try db.rows(
                """
                SELECT hub, id, title, time, kind FROM (
                SELECT a.hub, a.id, a.title, a.embargo AS time, 'appears' AS kind FROM article a
                WHERE a.app = ? AND \(ListedArticle.scheduled)
                UNION
                SELECT a.hub, a.id, a.title, a.expires AS time, 'expires' AS kind FROM article a
                WHERE a.app = ? AND \(ListedArticle.scheduled)
                UNION
                SELECT a.hub, a.id, a.title, s.expires AS time, 'expires' AS kind FROM article_release s
                JOIN article a ON a.app = s.app AND a.hub = s.hub AND a.id = s.article
                WHERE s.app = ? AND s.stream = ? AND s.to_release IS NULL
                AND NOT (\(ListedArticle.scheduled) AND a.embargo <= s.expires)) AS changes
                WHERE time >= ? AND time < ? ORDER BY time, hub, id, kind LIMIT ?
                """,
                [
                    scope.app, scope.stream, scope.app, scope.stream, scope.app, scope.stream, scope.stream, start, end,
                    min(max(limit, 1), 10_000),
                ]
            ).map { row in
                guard let kind = ScheduledChange.Kind(rawValue: try row["kind"]) else {
                    throw StoreError(.damaged, "a schedule does something unknown")
                }
                return try ScheduledChange(
                    uri: ContentURI(hub: row["hub"], .article(row["id"])), title: row["title"], time: row["time"],
                    kind: kind)
            }
        }
    }

    /// The version of each article that a release holds.
    private static func choose(_ choice: ReleaseChoice, at time: Timestamp, _ db: any SQLTransaction)
        throws -> [ContentURI: ChosenArticle.Version]
    {
        let stream = choice.scope.stream
        let rows = try db.rows(
            """
            SELECT a.hub, a.id, a.channel, a.position, a.version, a.embargo, a.is_draft, s.version AS live,
            v.version AS kept, \(ArticleVersion.channel) AS live_channel, \(ArticleVersion.position) AS live_position,
            CASE WHEN \(ListedArticle.due) THEN 1 ELSE 0 END AS is_due
            FROM article a \(ListedArticle.released)
            LEFT JOIN article_version v ON v.app = a.app AND v.hub = a.hub AND v.id = a.id AND v.version = s.version
            \(ArticleVersion.place) WHERE a.app = ?
            """, [stream, time, time, stream, choice.scope.app])
        var chosen: [ContentURI: ChosenArticle.Version] = [:]
        for row in rows {
            let uri = try ContentURI(hub: row["hub"], .article(row["id"]))
            guard !choice.leavingOut.contains(uri) else { continue }
            let article = try ChosenArticle(row: row)
            if choice.takes(uri, article, at: time) {
                chosen[uri] = article.saved
            } else if let live = article.live {
                chosen[uri] = live
            } else if article.isLive, !article.isDraft {
                chosen[uri] = article.saved
            }
        }
        return chosen
    }

    /// The live articles that were saved again since, as they are live.
    private static func liveVersions(_ scope: Scope, _ db: any SQLTransaction) throws -> [ContentURI: ArticleRecord] {
        let rows = try db.rows(
            """
            SELECT \(ArticleVersion.columns) FROM article_release s
            JOIN article a ON a.app = s.app AND a.hub = s.hub AND a.id = s.article AND a.version <> s.version
            JOIN article_version v ON v.app = s.app AND v.hub = s.hub AND v.id = s.article AND v.version = s.version
            \(ArticleVersion.place) WHERE s.app = ? AND s.stream = ? AND s.to_release IS NULL
            """, [scope.app, scope.stream])
        return Dictionary(try rows.map(ArticleRecord.init).map { ($0.uri, $0) }) { first, _ in first }
    }
}

extension ChosenArticle {
    fileprivate init(row: SQLRow) throws {
        let saved = try Version(number: row["version"], channel: row["channel"], position: row["position"])
        let live: Int? = try row["live"]
        var known = live == saved.number ? saved : nil
        if let kept: Int = try row["kept"], live != saved.number {
            known = try Version(number: kept, channel: row["live_channel"], position: row["live_position"])
        }
        try self.init(
            saved: saved, isDraft: row["is_draft"], embargo: row["embargo"], isDue: row["is_due"] as Int == 1,
            live: known, isLive: live != nil)
    }
}

extension ContentURI {
    /// An article's id; empty for anything else.
    var lastPart: String { if case .article(let id) = place { id } else { "" } }
}
