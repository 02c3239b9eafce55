import MarqueeWire

/// Keeping earlier versions of articles within their bounds.
extension SQLTransaction {
    /// Copies an article's present version into its history, and drops what the history no longer keeps.
    ///
    /// A simultaneous save may have copied it already; the statement that follows finds the version conflict.
    func keepVersion(of article: String, hub: String, version: Int, app: String) throws {
        let columns = """
            app, hub, id, version, channel, position, modified, saved_by, saved_as, title, summary, body, format, authors,
            tags, language, source, published, embargo, expires, is_draft
            """
        try execute(
            """
            INSERT INTO article_version (\(columns)) SELECT \(columns) FROM article
            WHERE app = ? AND hub = ? AND id = ? AND version = ? ON CONFLICT (app, hub, id, version) DO NOTHING
            """, [app, hub, article, version])
        try dropOversized(article, hub: hub, app: app)
        guard version >= ArticleVersion.kept else { return }
        try execute(
            """
            DELETE FROM article_version WHERE app = ? AND hub = ? AND id = ? AND version <= ? AND version NOT IN (
            SELECT version FROM (SELECT version,
            ROW_NUMBER() OVER (PARTITION BY stream ORDER BY from_release DESC, version DESC) AS place
            FROM article_release WHERE app = ? AND hub = ? AND article = ?) AS held
            WHERE place <= \(ArticleVersion.keptReleases))
            AND version NOT IN (SELECT version FROM article_release
            WHERE app = ? AND hub = ? AND article = ? AND to_release IS NULL)
            """,
            [app, hub, article, version + 1 - ArticleVersion.kept, app, hub, article, app, hub, article])
    }

    /// Drops the oldest versions beyond ``ArticleVersion/keptSize``. Only versions that are live stay in spite of it.
    private func dropOversized(_ article: String, hub: String, app: String) throws {
        let length = engine == .sqlite ? "LENGTH(CAST(body AS BLOB))" : "OCTET_LENGTH(body)"
        let versions = try rows(
            """
            SELECT version, \(length) AS size FROM article_version WHERE app = ? AND hub = ? AND id = ?
            ORDER BY version DESC
            """, [app, hub, article])
        var size = 0
        for row in versions {
            size += try row["size"]
            guard size > ArticleVersion.keptSize else { continue }
            try execute(
                """
                DELETE FROM article_version WHERE app = ? AND hub = ? AND id = ? AND version <= ?
                AND version NOT IN (SELECT version FROM article_release
                WHERE app = ? AND hub = ? AND article = ? AND to_release IS NULL)
                """, [app, hub, article, try row["version"] as Int, app, hub, article])
            return
        }
    }
}
