import MarqueeWire

/// The versions of articles that releases hold.
extension SQLReleaseStore {
    func articles(of version: Int, in scope: Scope) async throws(StoreError) -> [LiveArticle] {
        try await database.read { db in
            try db.liveRows(
                "from_release <= ? AND (to_release IS NULL OR to_release > ?)", [version, version], in: scope)
        }
    }

    func lastReleases(of articles: [ContentURI], in scope: Scope) async throws(StoreError) -> [ContentURI: Int] {
        try await database.read { db in
            let newest = try db.count(
                "SELECT COALESCE(MAX(version), 0) FROM release WHERE app = ? AND stream = ?", [scope.app, scope.stream])
            var last: [ContentURI: Int] = [:]
            for start in stride(from: 0, to: articles.count, by: Self.articlesAtOnce) {
                let some = articles[start..<min(start + Self.articlesAtOnce, articles.count)]
                let places = Array(repeating: "hub = ? AND article = ?", count: some.count).joined(separator: " OR ")
                let names = some.flatMap { [$0.hub, $0.lastPart] }
                let rows = try db.rows(
                    """
                    SELECT hub, article, MAX(COALESCE(to_release, ?)) AS ended FROM article_release
                    WHERE app = ? AND stream = ? AND (\(places)) GROUP BY hub, article
                    """, [newest + 1, scope.app, scope.stream] + names)
                for row in rows {
                    let uri = ContentURI(hub: try row["hub"], .article(try row["article"]))
                    last[uri] = try (row["ended"] as Int) - 1
                }
            }
            return last
        }
    }

    private static var articlesAtOnce: Int { 100 }

    func record(_ live: [LiveArticle], of version: Int, in scope: Scope, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let latest = try db.count(
                "SELECT COALESCE(MAX(version), 0) FROM release WHERE app = ? AND stream = ?", [scope.app, scope.stream])
            guard version == latest else {
                throw StoreError(.versionConflict, "release \(version) of \(scope) is not the current one")
            }
            let change = try db.setLive(live, from: version, since: now, by: who, in: scope)
            let count = change.taken.count + change.removed.count
            guard count > 0 else { return }
            try db.audit(
                "release.record", "\(scope) \(version)",
                detail: count == 1 ? "1 article with the same page" : "\(count) articles with the same pages",
                app: scope.app, by: who, at: now)
        }
    }
}

extension SQLTransaction {
    /// The rows of `article_release` with a fixed condition.
    fileprivate func liveRows(_ condition: String, _ arguments: [any SQLBindable], in scope: Scope)
        throws -> [LiveArticle]
    {
        try rows(
            """
            SELECT hub, article, version, expires FROM article_release WHERE app = ? AND stream = ? AND \(condition)
            ORDER BY hub, article
            """, [scope.app, scope.stream] + arguments
        ).map {
            try LiveArticle(
                ContentURI(hub: $0["hub"], .article($0["article"])), version: $0["version"], expires: $0["expires"])
        }
    }

    /// Makes these versions, and no others, the live ones from a release on.
    ///
    /// Only a rollback replaces a live version by an older one. Otherwise the older one was read before another publish
    /// stored the newer one, which has the same pages: both belong to the same release before.
    /// - Returns: the articles whose live version this changed.
    @discardableResult
    func setLive(
        _ live: [LiveArticle], from release: Int, since time: Timestamp, by who: String, in scope: Scope,
        isRollback: Bool = false
    ) throws -> LiveChange {
        let wanted = Dictionary(live.map { ($0.uri, $0) }) { first, _ in first }
        var present: Set<ContentURI> = []
        var changed: Set<ContentURI> = []
        var earlier: [ContentURI: Int] = [:]
        for article in try liveRows("to_release IS NULL", [], in: scope) {
            earlier[article.uri] = article.version
            if let new = wanted[article.uri], new == article || (!isRollback && new.version < article.version) {
                present.insert(article.uri)
                continue
            }
            changed.insert(article.uri)
            try execute(
                """
                UPDATE article_release SET to_release = ? WHERE app = ? AND stream = ? AND hub = ? AND article = ?
                AND to_release IS NULL
                """, [release, scope.app, scope.stream, article.uri.hub, article.uri.lastPart])
        }
        let new = wanted.values.filter { !present.contains($0.uri) }.sorted { "\($0.uri)" < "\($1.uri)" }
        for start in stride(from: 0, to: new.count, by: Self.rowsAtOnce) {
            let some = new[start..<min(start + Self.rowsAtOnce, new.count)]
            try insert(some, from: release, since: time, by: who, in: scope)
        }
        changed.formUnion(new.map(\.uri))
        try showLive(changed.sorted { "\($0)" < "\($1)" }, in: scope)
        return LiveChange(
            taken: new.filter { earlier[$0.uri] != $0.version },
            removed: earlier.keys.filter { wanted[$0] == nil }.sorted { "\($0)" < "\($1)" })
    }

    /// Repeats the live versions of the main stream in the articles' rows, where lists read them.
    private func showLive(_ articles: [ContentURI], in scope: Scope) throws {
        guard scope.stream == Scope.mainStream else { return }
        for start in stride(from: 0, to: articles.count, by: Self.rowsAtOnce) {
            let some = articles[start..<min(start + Self.rowsAtOnce, articles.count)]
            let places = Array(repeating: "(?, ?)", count: some.count).joined(separator: ", ")
            try execute(
                """
                UPDATE article SET live_version = (
                SELECT s.version FROM article_release s WHERE s.app = article.app AND s.stream = ?
                AND s.hub = article.hub AND s.article = article.id AND s.to_release IS NULL)
                WHERE app = ? AND (hub, id) IN (VALUES \(places))
                """, [scope.stream, scope.app] + some.flatMap { [$0.hub, $0.lastPart] })
        }
    }

    private static var rowsAtOnce: Int { 100 }

    private func insert(
        _ articles: ArraySlice<LiveArticle>, from release: Int, since time: Timestamp, by who: String, in scope: Scope
    ) throws {
        let places = Array(repeating: "(?, ?, ?, ?, ?, NULL, ?, ?, ?, ?)", count: articles.count)
        try execute(
            """
            INSERT INTO article_release (
            app, stream, hub, article, from_release, to_release, version, expires, since, who)
            VALUES \(places.joined(separator: ", "))
            ON CONFLICT (app, stream, hub, article, from_release, version)
            DO UPDATE SET to_release = NULL, expires = excluded.expires
            """,
            articles.flatMap { article -> [(any SQLBindable)?] in
                [
                    scope.app, scope.stream, article.uri.hub, article.uri.lastPart, release, article.version,
                    article.expires, time, who,
                ]
            })
    }
}
