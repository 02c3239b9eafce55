import MarqueeWire

extension SQLContentStore {
    func articles(hub: String, channel: String?, app: String) async throws(StoreError) -> [ArticleRecord] {
        try await database.read { db in
            try db.rows(
                """
                SELECT a.* FROM article a JOIN channel c ON c.app = a.app AND c.hub = a.hub AND c.id = a.channel
                WHERE a.app = ? AND a.hub = ? \(channel == nil ? "" : "AND a.channel = ?")
                ORDER BY c.position, c.id, a.position, a.id
                """, [app, hub] + (channel.map { [$0] } ?? [])
            ).map(ArticleRecord.init)
        }
    }

    func article(_ uri: ContentURI, app: String) async throws(StoreError) -> ArticleRecord? {
        try await database.read { try $0.article(uri, app: app) }
    }

    func createArticle(_ content: ArticleContent, in channel: ContentURI, app: String, by who: String)
        async throws(StoreError) -> ArticleRecord
    {
        let now = database.now()
        return try await database.write { db in
            let parent = try db.stored(db.channel(channel, app: app), channel)
            try Self.makeRoomAtFront(of: parent.id, hub: parent.hub, app: app, db)
            let uri = try db.insert(content, in: channel, position: 0, origin: nil, app: app, by: who, at: now)
            return try db.stored(db.article(uri, app: app), uri)
        }
    }

    func update(_ article: ArticleRecord, expectedVersion: Int, as change: ArticleChange, by who: String)
        async throws(StoreError) -> ArticleRecord
    {
        let now = database.now()
        return try await database.write { db in
            let old = try db.article(article.uri, app: article.app)
            let isReady = old?.content.schedule.isDraft == true && !article.content.schedule.isDraft
            let change = change == .edit && isReady ? .ready : change
            try db.replace(
                article.uri, with: article.content, channel: article.channel, expectedVersion: expectedVersion,
                app: article.app, as: change, by: who, at: now)
            if old?.channel != article.channel {
                try Self.makeRoomAtFront(of: article.channel, hub: article.hub, app: article.app, db)
                try db.execute(
                    "UPDATE article SET position = 0 WHERE app = ? AND hub = ? AND id = ?",
                    [article.app, article.hub, article.id])
            }
            try db.audit(
                change.action, "\(article.uri)", detail: article.content.title, app: article.app, by: who, at: now)
            return try db.stored(db.article(article.uri, app: article.app), article.uri)
        }
    }

    private static func makeRoomAtFront(of channel: String, hub: String, app: String, _ db: any SQLTransaction) throws {
        try db.execute(
            "UPDATE article SET position = position + 1 WHERE app = ? AND hub = ? AND channel = ?", [app, hub, channel])
    }
}
