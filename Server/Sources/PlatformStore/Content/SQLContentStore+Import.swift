import MarqueeWire

extension SQLContentStore {
    func apply(_ batch: ContentImport, by who: String) async throws(StoreError) -> ImportOutcome {
        guard batch.articles.count <= ContentImport.maximumArticles else {
            throw StoreError(.invalid, "an import has at most \(ContentImport.maximumArticles) articles")
        }
        guard Set(batch.articles.map(\.key)).count == batch.articles.count else {
            throw StoreError(.invalid, "the import names an article twice")
        }
        let now = database.now()
        return try await database.write { db in
            var transaction = ImportTransaction(batch: batch, who: who, now: now, db: db)
            return try transaction.run()
        }
    }
}

/// One import, step by step, inside its transaction.
private struct ImportTransaction {
    let batch: ContentImport
    let who: String
    let now: Timestamp
    let db: any SQLTransaction
    var outcome = ImportOutcome()
    var addedByChannel: [String: Set<String>] = [:]

    init(batch: ContentImport, who: String, now: Timestamp, db: any SQLTransaction) {
        self.batch = batch
        self.who = who
        self.now = now
        self.db = db
    }

    mutating func run() throws -> ImportOutcome {
        try createMissingPlaces()
        for asset in batch.assets { try db.putImported(asset) }
        let known = try knownArticles()
        for article in batch.articles { try apply(article, known[article.key]) }
        if batch.removesMissing { try removeMissing(known) }
        for channel in addedByChannel.keys { try placeAdded(in: channel) }
        let counts = "\(outcome.added.count) added, \(outcome.changed.count) changed, \(outcome.removed.count) removed"
        if outcome.added.count + outcome.changed.count + outcome.removed.count > 0 {
            try db.audit("content.import", batch.source, detail: counts, app: batch.app, by: who, at: now)
        }
        return outcome
    }

    private typealias Known = (record: ArticleRecord, importedVersion: Int)

    private func createMissingPlaces() throws {
        if try db.hub(batch.hub.id, app: batch.app) == nil { try db.insert(batch.hub, by: who, at: now) }
        for channel in batch.channels where try db.channel(channel.uri, app: batch.app) == nil {
            try db.insert(channel, by: who, at: now)
        }
    }

    private func knownArticles() throws -> [String: Known] {
        let rows = try db.rows(
            "SELECT * FROM article WHERE app = ? AND hub = ? AND import_source = ?",
            [batch.app, batch.hub.id, batch.source])
        var known: [String: Known] = [:]
        for row in rows { known[try row["import_key"]] = (try ArticleRecord(row: row), try row["import_version"]) }
        return known
    }

    private mutating func apply(_ article: ContentImport.Article, _ known: Known?) throws {
        guard let (record, importedVersion) = known else { return try add(article) }
        outcome.uris[article.key] = record.uri
        if record.origin?.hash == article.hash {
            outcome.unchanged.append(record.uri)
        } else if record.version != importedVersion {
            outcome.kept.append(record.uri)
        } else {
            try db.replace(
                record.uri, with: article.content, channel: article.channel, expectedVersion: record.version,
                app: batch.app, as: .import, by: who, at: now)
            try db.execute(
                """
                UPDATE article SET import_hash = ?, import_version = version WHERE app = ? AND hub = ? AND id = ?
                """, [article.hash, batch.app, record.hub, record.id])
            try db.audit(
                "article.update", "\(record.uri)", detail: article.content.title, app: batch.app, by: who, at: now)
            outcome.changed.append(record.uri)
        }
    }

    private mutating func add(_ article: ContentImport.Article) throws {
        let origin = ArticleOrigin(importSource: batch.source, key: article.key, hash: article.hash)
        let channel = ContentURI(hub: batch.hub.id, .channel(article.channel))
        let uri = try db.insert(
            article.content, in: channel, position: 0, origin: origin, app: batch.app, as: .import, by: who, at: now)
        outcome.uris[article.key] = uri
        outcome.added.append(uri)
        if case .article(let id) = uri.place { addedByChannel[article.channel, default: []].insert(id) }
    }

    private mutating func removeMissing(_ known: [String: Known]) throws {
        let present = batch.unread.union(batch.articles.map(\.key))
        for (key, (record, importedVersion)) in known.sorted(by: { $0.key < $1.key }) where !present.contains(key) {
            guard record.version == importedVersion else {
                outcome.kept.append(record.uri)
                continue
            }
            try db.execute(
                "DELETE FROM article WHERE app = ? AND hub = ? AND id = ?", [batch.app, record.hub, record.id])
            try db.audit(
                "article.delete", "\(record.uri)", detail: record.content.title, app: batch.app, by: who, at: now)
            outcome.removed.append(record.uri)
        }
    }

    /// Puts new articles before the one that follows them in the source, and leaves the order of those that were there.
    private func placeAdded(in channel: String) throws {
        let added = addedByChannel[channel] ?? []
        var order: [String] = try db.column(
            "SELECT id FROM article WHERE app = ? AND hub = ? AND channel = ? ORDER BY position, id",
            [batch.app, batch.hub.id, channel]
        ).filter { !added.contains($0) }
        var next: String?
        for article in batch.articles.reversed() where article.channel == channel {
            guard let uri = outcome.uris[article.key], case .article(let id) = uri.place else { continue }
            if added.contains(id) {
                order.insert(id, at: next.flatMap { order.firstIndex(of: $0) } ?? order.endIndex)
            }
            if order.contains(id) { next = id }
        }
        for (position, id) in order.enumerated() {
            try db.execute(
                "UPDATE article SET position = ? WHERE app = ? AND hub = ? AND id = ?",
                [position, batch.app, batch.hub.id, id])
        }
    }
}
