import MarqueeWire

/// Content on SQL.
///
/// Hubs and channels are here, the rest in this type's facets.
struct SQLContentStore: ContentStore {
    let database: PlatformDatabase

    func content(app: String) async throws(StoreError) -> AppContent {
        try await database.read { db in
            AppContent(
                hubs: try db.hubs(app: app), channels: try db.channels(app: app),
                articles: try Self.savedArticles(app: app, db), assets: try db.assets(app: app),
                media: try db.media(app: app))
        }
    }

    func content(app: String, textsOf wanted: Set<ContentURI>) async throws(StoreError) -> AppContent {
        try await database.read { db in
            var texts: [ContentURI: ArticleRecord] = [:]
            for uri in wanted { texts[uri] = try db.article(uri, app: app) }
            let articles = try Self.savedArticles(app: app, columns: Self.withoutText, db)
            return AppContent(
                hubs: try db.hubs(app: app), channels: try db.channels(app: app),
                articles: articles.map { texts[$0.uri] ?? $0 }, assets: try db.assets(app: app),
                media: try db.media(app: app))
        }
    }

    private static let withoutText = """
        t.app, t.hub, t.id, t.channel, t.position, t.version, t.modified, t.import_source, t.import_key, t.import_hash,
        t.title, '' AS summary, '' AS body, t.format, '[]' AS authors, '[]' AS tags, t.language, t.source, t.published,
        t.embargo, t.expires, t.is_draft, t.saved_by, t.live_version
        """

    /// The columns are a fixed text.
    static func savedArticles(app: String, columns: String = "t.*", _ db: any SQLTransaction) throws -> [ArticleRecord]
    {
        try db.rows(
            """
            SELECT \(columns) FROM article t JOIN hub ON hub.app = t.app AND hub.id = t.hub
            JOIN channel c ON c.app = t.app AND c.hub = t.hub AND c.id = t.channel
            WHERE t.app = ? ORDER BY hub.position, hub.id, c.position, c.id, t.position, t.id
            """, [app]
        ).map(ArticleRecord.init)
    }

    func hubs(app: String) async throws(StoreError) -> [HubRecord] {
        try await database.read { try $0.hubs(app: app) }
    }

    func hub(_ id: String, app: String) async throws(StoreError) -> HubRecord? {
        try await database.read { try $0.hub(id, app: app) }
    }

    func create(_ hub: HubRecord, by who: String) async throws(StoreError) -> HubRecord {
        let now = database.now()
        return try await database.write { db in
            try db.insert(hub, by: who, at: now)
            return try db.stored(db.hub(hub.id, app: hub.app), hub.uri)
        }
    }

    func update(_ hub: HubRecord, expectedVersion: Int, by who: String) async throws(StoreError) -> HubRecord {
        try ContentRules.check(title: hub.title, summary: hub.summary, tags: hub.tags)
        let now = database.now()
        return try await database.write { db in
            let changed = try db.execute(
                """
                UPDATE hub SET title = ?, summary = ?, tags = ?, language = ?, version = version + 1
                WHERE app = ? AND id = ? AND version = ?
                """,
                [
                    hub.title, hub.summary, try StoredJSON.text(hub.tags), hub.language, hub.app, hub.id,
                    expectedVersion,
                ])
            try db.require(
                changed: changed, "\(hub.uri)", expected: expectedVersion,
                current: try db.hub(hub.id, app: hub.app)?.version)
            try db.audit("hub.update", "\(hub.uri)", detail: hub.title, app: hub.app, by: who, at: now)
            return try db.stored(db.hub(hub.id, app: hub.app), hub.uri)
        }
    }

    func channels(hub: String, app: String) async throws(StoreError) -> [ChannelRecord] {
        try await database.read { db in
            try db.rows("SELECT * FROM channel WHERE app = ? AND hub = ? ORDER BY position, id", [app, hub]).map(
                ChannelRecord.init)
        }
    }

    func channel(_ uri: ContentURI, app: String) async throws(StoreError) -> ChannelRecord? {
        try await database.read { try $0.channel(uri, app: app) }
    }

    func create(_ channel: ChannelRecord, by who: String) async throws(StoreError) -> ChannelRecord {
        let now = database.now()
        return try await database.write { db in
            try db.insert(channel, by: who, at: now)
            return try db.stored(db.channel(channel.uri, app: channel.app), channel.uri)
        }
    }

    func update(_ channel: ChannelRecord, expectedVersion: Int, by who: String) async throws(StoreError)
        -> ChannelRecord
    {
        try ContentRules.check(title: channel.title, summary: channel.summary, tags: channel.tags)
        let now = database.now()
        return try await database.write { db in
            let changed = try db.execute(
                """
                UPDATE channel SET title = ?, summary = ?, tags = ?, version = version + 1
                WHERE app = ? AND hub = ? AND id = ? AND version = ?
                """,
                [
                    channel.title, channel.summary, try StoredJSON.text(channel.tags), channel.app, channel.hub,
                    channel.id, expectedVersion,
                ])
            try db.require(
                changed: changed, "\(channel.uri)", expected: expectedVersion,
                current: try db.channel(channel.uri, app: channel.app)?.version)
            try db.audit("channel.update", "\(channel.uri)", detail: channel.title, app: channel.app, by: who, at: now)
            return try db.stored(db.channel(channel.uri, app: channel.app), channel.uri)
        }
    }
}
