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
                articles: try db.rows(
                    """
                    SELECT t.* FROM article t JOIN hub ON hub.app = t.app AND hub.id = t.hub
                    JOIN channel c ON c.app = t.app AND c.hub = t.hub AND c.id = t.channel
                    WHERE t.app = ? ORDER BY hub.position, hub.id, c.position, c.id, t.position, t.id
                    """, [app]
                ).map(ArticleRecord.init), assets: try db.assets(app: app))
        }
    }

    func state(app: String) async throws(StoreError) -> ContentState {
        try await database.read { db in
            let articles = try db.rows("SELECT hub, id, channel, position, version FROM article WHERE app = ?", [app])
            return ContentState(
                hubs: try db.hubs(app: app), channels: try db.channels(app: app),
                articles: Set(
                    try articles.map {
                        try ContentState.Article(
                            hub: $0["hub"], id: $0["id"], channel: $0["channel"], position: $0["position"],
                            version: $0["version"])
                    }), assets: try db.assets(app: app))
        }
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
