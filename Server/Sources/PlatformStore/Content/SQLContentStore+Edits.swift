import MarqueeWire

/// Changes of many articles at once.
extension SQLContentStore {
    func apply(_ edit: ArticleEdit, to articles: [ContentURI: Int], app: String, by who: String)
        async throws(StoreError) -> ArticleEditOutcome
    {
        guard articles.count <= ArticleEdit.maximumArticles else {
            throw StoreError(.invalid, "one change takes at most \(ArticleEdit.maximumArticles) articles")
        }
        let now = database.now()
        return try await database.write { db in
            var outcome = ArticleEditOutcome()
            for (uri, version) in articles.sorted(by: { "\($0.key)" < "\($1.key)" }) {
                guard let article = try db.article(uri, app: app), article.version == version else {
                    outcome.missed.append(uri)
                    continue
                }
                if edit == .delete {
                    try Self.delete(article, by: who, at: now, db)
                    outcome.changed.append(uri)
                } else if let content = Self.content(of: article, after: edit) {
                    guard Self.isAllowed(content, after: edit) else {
                        outcome.refused.append(uri)
                        continue
                    }
                    try db.replace(
                        uri, with: content, channel: article.channel, expectedVersion: version, app: app,
                        as: edit.change, by: who, at: now)
                    try db.audit(edit.change.action, "\(uri)", detail: content.title, app: app, by: who, at: now)
                    outcome.changed.append(uri)
                } else {
                    outcome.unchanged.append(uri)
                }
            }
            return outcome
        }
    }

    /// What the edit makes of an article; `nil` when the article is so already.
    private static func content(of article: ArticleRecord, after edit: ArticleEdit) -> ArticleContent? {
        var content = article.content
        let tags = content.tags.map { TagName($0) }
        switch edit {
        case .markReady: content.schedule.isDraft = false
        case .makeDraft: content.schedule.isDraft = true
        case .addTag(let tag):
            guard !tags.contains(TagName(tag)) else { return nil }
            content.tags.append(tag)
            return content
        case .removeTag(let tag): content.tags = tags.filter { $0 != TagName(tag) }.map(\.text)
        case .withdraw:
            content.schedule.isDraft = true
            // The version that is live goes, even when a draft of it is saved already.
            return article.liveVersion == nil ? nil : content
        case .delete: return nil
        }
        return content == article.content ? nil : content
    }

    private static func isAllowed(_ content: ArticleContent, after edit: ArticleEdit) -> Bool {
        if edit == .markReady, content.title.isEmpty { return false }
        do { try ContentRules.check(content) } catch { return false }
        return true
    }

    private static func delete(
        _ article: ArticleRecord, by who: String, at time: Timestamp, _ db: any SQLTransaction
    ) throws {
        let changed = try db.execute(
            "DELETE FROM article WHERE app = ? AND hub = ? AND id = ? AND version = ?",
            [article.app, article.hub, article.id, article.version])
        try db.require(changed: changed, "\(article.uri)", expected: article.version, current: nil)
        try db.audit(
            "article.delete", "\(article.uri)", detail: article.content.title, app: article.app, by: who, at: time)
    }
}
