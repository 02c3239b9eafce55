import MarqueeWire

/// The single steps that the content store's transactions consist of.
extension SQLTransaction {
    func hubs(app: String) throws -> [HubRecord] {
        try rows("SELECT * FROM hub WHERE app = ? ORDER BY position, id", [app]).map(HubRecord.init)
    }

    /// By hub in the hubs' order, then in their own.
    func channels(app: String) throws -> [ChannelRecord] {
        try rows(
            """
            SELECT c.* FROM channel c JOIN hub h ON h.app = c.app AND h.id = c.hub
            WHERE c.app = ? ORDER BY h.position, h.id, c.position, c.id
            """, [app]
        ).map(ChannelRecord.init)
    }

    func assets(app: String) throws -> [AssetRecord] {
        try rows("SELECT * FROM asset WHERE app = ? ORDER BY hub, name", [app]).map(AssetRecord.init)
    }

    func asset(_ uri: ContentURI, app: String) throws -> AssetRecord? {
        guard case .asset(let name) = uri.place else { return nil }
        return try row("SELECT * FROM asset WHERE app = ? AND hub = ? AND name = ?", [app, uri.hub, name])
            .map(AssetRecord.init)
    }

    func hub(_ id: String, app: String) throws -> HubRecord? {
        try row("SELECT * FROM hub WHERE app = ? AND id = ?", [app, id]).map(HubRecord.init)
    }

    func channel(_ uri: ContentURI, app: String) throws -> ChannelRecord? {
        guard case .channel(let id) = uri.place else { return nil }
        return try row("SELECT * FROM channel WHERE app = ? AND hub = ? AND id = ?", [app, uri.hub, id]).map(
            ChannelRecord.init)
    }

    func article(_ uri: ContentURI, app: String) throws -> ArticleRecord? {
        guard case .article(let id) = uri.place else { return nil }
        return try row("SELECT * FROM article WHERE app = ? AND hub = ? AND id = ?", [app, uri.hub, id]).map(
            ArticleRecord.init)
    }

    func stored<Value>(_ value: Value?, _ uri: ContentURI) throws -> Value {
        guard let value else { throw StoreError(.notFound, "there is no \(uri)") }
        return value
    }

    func insert(_ hub: HubRecord, by who: String, at time: Timestamp) throws {
        try ContentRules.check(id: hub.id, of: "a hub")
        try ContentRules.check(title: hub.title, summary: hub.summary, tags: hub.tags)
        let position = try count("SELECT COALESCE(MAX(position), -1) + 1 FROM hub WHERE app = ?", [hub.app])
        try execute(
            """
            INSERT INTO hub (app, id, title, summary, tags, language, position, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                hub.app, hub.id, hub.title, hub.summary, try StoredJSON.text(hub.tags), hub.language, position,
                try firstVersion(of: "hub \(hub.id)", app: hub.app),
            ])
        try audit("hub.create", "\(hub.uri)", detail: hub.title, app: hub.app, by: who, at: time)
    }

    func insert(_ channel: ChannelRecord, by who: String, at time: Timestamp) throws {
        try ContentRules.check(id: channel.id, of: "a channel")
        try ContentRules.check(title: channel.title, summary: channel.summary, tags: channel.tags)
        let position = try count(
            "SELECT COALESCE(MAX(position), -1) + 1 FROM channel WHERE app = ? AND hub = ?", [channel.app, channel.hub])
        try execute(
            """
            INSERT INTO channel (app, hub, id, title, summary, tags, position, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                channel.app, channel.hub, channel.id, channel.title, channel.summary, try StoredJSON.text(channel.tags),
                position, try firstVersion(of: "channel \(channel.hub)/\(channel.id)", app: channel.app),
            ])
        try audit("channel.create", "\(channel.uri)", detail: channel.title, app: channel.app, by: who, at: time)
    }

    /// Adds an article under a name that was never given before in its hub.
    func insert(
        _ content: ArticleContent, in channel: ContentURI, position: Int, origin: ArticleOrigin?, app: String,
        as change: ArticleChange = .create, by who: String, at time: Timestamp
    ) throws -> ContentURI {
        guard case .channel(let channelID) = channel.place else {
            throw StoreError(.invalid, "\(channel) is no channel")
        }
        let id = try unusedArticleID(title: content.title, hub: channel.hub, app: app)
        try execute(
            """
            INSERT INTO article (app, hub, id, channel, position, version, modified, import_source, import_key,
            import_hash, import_version, title, summary, body, format, authors, tags, language, source, published, embargo,
            expires, is_draft, search, listed, saved_by, saved_as, is_scheduled)
            VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                app, channel.hub, id, channelID, position, time, origin?.importSource, origin?.key,
                origin?.hash,
                origin == nil ? nil : 1,
            ] + (try arguments(content, at: time)) + [
                who, change.rawValue, content.schedule.embargo.map { $0 > time && !content.schedule.isDraft } ?? false,
            ])
        let uri = ContentURI(hub: channel.hub, .article(id))
        try setTags(content.tags, of: id, hub: channel.hub, app: app)
        try audit("article.create", "\(uri)", detail: content.title, app: app, by: who, at: time)
        return uri
    }

    /// Replaces an article's content and channel, raises its version, and keeps the version before.
    /// - Throws: `versionConflict` when the article no longer has the version `expectedVersion`, `notFound`, `invalid`.
    func replace(
        _ uri: ContentURI, with content: ArticleContent, channel: String, expectedVersion: Int, app: String,
        as change: ArticleChange, by who: String, at time: Timestamp
    ) throws {
        guard case .article(let id) = uri.place else { throw StoreError(.invalid, "\(uri) is no article") }
        try ContentRules.check(content)
        try keepVersion(of: id, hub: uri.hub, version: expectedVersion, app: app)
        let isScheduled = try isScheduled(content.schedule, after: expectedVersion, of: id, hub: uri.hub, app, at: time)
        let changed = try execute(
            """
            UPDATE article SET channel = ?, version = version + 1, modified = ?, title = ?, summary = ?, body = ?, format = ?,
            authors = ?, tags = ?, language = ?, source = ?, published = ?, embargo = ?, expires = ?, is_draft = ?,
            search = ?, listed = ?, saved_by = ?, saved_as = ?, is_scheduled = ?
            WHERE app = ? AND hub = ? AND id = ? AND version = ?
            """,
            [channel, time] + (try arguments(content, at: time))
                + [who, change.rawValue, isScheduled, app, uri.hub, id, expectedVersion])
        try require(
            changed: changed, "\(uri)", expected: expectedVersion,
            current: try version(in: "article", where: "app = ? AND hub = ? AND id = ?", [app, uri.hub, id]))
        try setTags(content.tags, of: id, hub: uri.hub, app: app)
    }

    /// Whether a version that is saved now goes live by itself when its embargo ends.
    ///
    /// An embargo that ended already makes nothing live, unless the version before waits for a release since then.
    func isScheduled(
        _ schedule: ArticleSchedule, after version: Int, of article: String, hub: String, _ app: String,
        at time: Timestamp
    ) throws -> Bool {
        guard !schedule.isDraft, let embargo = schedule.embargo else { return false }
        guard embargo <= time else { return true }
        return try row(
            """
            SELECT 1 AS waits FROM article a WHERE app = ? AND hub = ? AND id = ? AND version = ? AND is_scheduled = 1
            AND embargo = ? AND NOT EXISTS (
            SELECT 1 FROM article_release s WHERE s.app = a.app AND s.hub = a.hub AND s.article = a.id
            AND s.version = a.version)
            """, [app, hub, article, version, embargo]) != nil
    }

    /// Writes the rows by which articles are found by a tag; the article's own column keeps the author's order.
    func setTags(_ tags: [String], of article: String, hub: String, app: String) throws {
        try execute("DELETE FROM article_tag WHERE app = ? AND hub = ? AND article = ?", [app, hub, article])
        for tag in tags {
            try execute(
                "INSERT INTO article_tag (app, hub, article, tag) VALUES (?, ?, ?, ?)", [app, hub, article, tag])
        }
    }

    /// The version of a row; `nil` without one. The table and the condition are fixed words.
    func version(in table: String, where key: String, _ arguments: [any SQLBindable]) throws -> Int? {
        try row("SELECT version FROM \(table) WHERE \(key)", arguments)?["version"]
    }

    private func arguments(_ content: ArticleContent, at time: Timestamp) throws -> [(any SQLBindable)?] {
        try ContentRules.check(content)
        return [
            content.title, content.summary, content.body.withoutZeros, content.format.rawValue,
            try StoredJSON.text(content.authors),
            try StoredJSON.text(content.tags), content.language, content.source,
            content.schedule.published,
            content.schedule.embargo, content.schedule.expires, content.schedule.isDraft,
            ArticleSearch.text(title: content.title, summary: content.summary),
            content.schedule.published ?? time,
        ]
    }

    private func unusedArticleID(title: String, hub: String, app: String) throws -> String {
        var random = SystemRandomNumberGenerator()
        while true {
            let id = ArticleName.make(title: title, using: &random)
            let added = try execute(
                "INSERT INTO used_article_id (app, hub, id) VALUES (?, ?, ?) ON CONFLICT (app, hub, id) DO NOTHING",
                [app, hub, id])
            if added == 1 { return id }
        }
    }
}

extension String {
    /// The text with U+FFFD for each U+0000: CommonMark reads it so, and not every engine can store a zero byte.
    fileprivate var withoutZeros: String {
        guard utf8.contains(0) else { return self }
        return String(UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }
}
