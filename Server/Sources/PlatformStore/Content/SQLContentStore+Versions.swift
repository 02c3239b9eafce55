import MarqueeWire

/// The history of articles.
extension SQLContentStore {
    func versions(of uri: ContentURI, app: String) async throws(StoreError) -> [ArticleVersion] {
        guard case .article(let id) = uri.place else { return [] }
        return try await database.read { db in
            let columns = "version, modified, saved_by, saved_as, title, is_draft"
            let rows = try db.rows(
                """
                SELECT \(columns) FROM article WHERE app = ? AND hub = ? AND id = ?
                UNION ALL SELECT \(columns) FROM article_version WHERE app = ? AND hub = ? AND id = ?
                ORDER BY version DESC
                """, [app, uri.hub, id, app, uri.hub, id])
            let publications = try Self.publications(of: id, hub: uri.hub, app: app, db)
            return try rows.map { row in
                let version: Int = try row["version"]
                return try ArticleVersion(
                    version: version, saved: row["modified"], who: row["saved_by"],
                    change: ArticleChange(rawValue: row["saved_as"]) ?? .edit, title: row["title"],
                    isDraft: row["is_draft"], publications: publications[version] ?? [])
            }
        }
    }

    func article(_ uri: ContentURI, version: Int, app: String) async throws(StoreError) -> ArticleRecord? {
        guard case .article(let id) = uri.place else { return nil }
        return try await database.read { db in
            if let article = try db.article(uri, app: app), article.version == version { return article }
            return try db.row(
                """
                SELECT \(ArticleVersion.columns)
                FROM article_version v JOIN article a ON a.app = v.app AND a.hub = v.hub AND a.id = v.id
                \(ArticleVersion.place) WHERE v.app = ? AND v.hub = ? AND v.id = ? AND v.version = ?
                """, [app, uri.hub, id, version]
            ).map(ArticleRecord.init)
        }
    }

    func articlesWithoutText(in release: Int, of scope: Scope, limit: Int) async throws(StoreError) -> [ListedArticle] {
        try await database.read { db in
            try db.rows(
                """
                SELECT \(ListedArticle.columns) FROM article_release s
                JOIN article a ON a.app = s.app AND a.hub = s.hub AND a.id = s.article AND a.version <> s.version
                \(ListedArticle.publication)
                WHERE s.app = ? AND s.stream = ? AND s.from_release <= ? AND (s.to_release IS NULL OR s.to_release > ?)
                AND NOT EXISTS (SELECT 1 FROM article_version v WHERE v.app = s.app AND v.hub = s.hub
                AND v.id = s.article AND v.version = s.version) ORDER BY a.search, a.hub, a.id LIMIT ?
                """, [scope.app, scope.stream, release, release, max(limit, 1)]
            ).map(ListedArticle.init)
        }
    }

    private static func publications(of article: String, hub: String, app: String, _ db: any SQLTransaction)
        throws -> [Int: [ArticleVersion.Publication]]
    {
        let rows = try db.rows(
            """
            SELECT version, from_release, since, who FROM article_release
            WHERE app = ? AND stream = ? AND hub = ? AND article = ? ORDER BY from_release DESC, version DESC LIMIT 1000
            """, [app, Scope.mainStream, hub, article])
        return Dictionary(
            grouping: try rows.map { row in
                try (
                    version: row["version"] as Int,
                    publication: ArticleVersion.Publication(
                        release: row["from_release"], issued: row["since"], who: row["who"])
                )
            }, by: \.version
        ).mapValues { $0.map(\.publication) }
    }
}

extension ArticleVersion {
    /// The columns of a record of `article_version v`, joined with `article a` and ``place``.
    static let columns = """
        v.app, v.hub, v.id, v.version, v.modified, v.saved_by, v.title, v.summary, v.body, v.format, v.authors, v.tags,
        v.language, v.source, v.published, v.embargo, v.expires, v.is_draft, \(channel) AS channel, \(position) AS position,
        a.import_source, a.import_key, a.import_hash, a.live_version
        """

    /// The channel that the version has, as long as there is that channel.
    static let place = "LEFT JOIN channel vc ON vc.app = v.app AND vc.hub = v.hub AND vc.id = v.channel"
    /// The id of the version's channel; of the article's channel when the version's is deleted.
    static let channel = "COALESCE(vc.id, a.channel)"
    /// The order of articles has no versions: within one channel it is the article's.
    static let position = "CASE WHEN vc.id <> a.channel THEN v.position ELSE a.position END"
}
