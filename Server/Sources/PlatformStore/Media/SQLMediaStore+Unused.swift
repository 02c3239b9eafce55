import MarqueeWire

/// Uploaded files that nothing shows.
extension SQLMediaStore {
    private static let textsAtOnce = 50

    func unused(before time: Timestamp, app: String) async throws(StoreError) -> [MediaFile] {
        let files = try await files(app: app)
        let uris = try await database.read { db in try Self.unused(before: time, app: app, db) }
        return files.filter { uris.contains($0.asset.uri) }
    }

    func deleteUnused(_ uris: Set<ContentURI>, before time: Timestamp, app: String, by who: String)
        async throws(StoreError) -> [ContentURI]
    {
        let now = database.now()
        return try await database.write { db in
            let unused = try Self.unused(before: time, app: app, db)
            let deleted = uris.intersection(unused).sorted { "\($0)" < "\($1)" }
            for uri in deleted { try Self.delete(uri, app: app, by: who, at: now, db) }
            return deleted
        }
    }

    private static func unused(before time: Timestamp, app: String, _ db: any SQLTransaction) throws -> Set<ContentURI>
    {
        let media = try db.media(app: app)
        var unused: Set<ContentURI> = []
        for (hub, records) in Dictionary(grouping: media, by: \.hub) {
            let companions = Set(records.flatMap { [$0.companions.poster, $0.companions.captions].compactMap(\.self) })
            let old = records.filter { $0.origin.stored < time && !companions.contains($0.name) }
            // A text may name a variant as well as the file.
            let names = Dictionary(uniqueKeysWithValues: old.map { ($0.name, [$0.name] + $0.variants.names) })
            var mentions = FileMentions(of: names.values.joined())
            try readTexts(of: hub, app: app, db) { mentions.read($0) }
            for (name, all) in names where mentions.missing.isSuperset(of: all) {
                unused.insert(ContentURI(hub: hub, .asset(name)))
            }
        }
        return unused
    }

    /// Every text from which pages are made: the saved ones, those that are live, and the app's own templates. Also the
    /// documents of content units.
    private static func readTexts(
        of hub: String, app: String, _ db: any SQLTransaction, _ body: (String) -> Void
    ) throws {
        for row in try db.rows("SELECT text FROM template WHERE app = ?", [app]) { body(try row["text"]) }
        for row in try db.rows("SELECT document FROM content_unit WHERE app = ?", [app]) { body(try row["document"]) }
        let live = """
            SELECT v.id, v.body FROM article_version v JOIN article_release s ON s.app = v.app AND s.hub = v.hub
            AND s.article = v.id AND s.version = v.version AND s.to_release IS NULL
            WHERE v.app = ? AND v.hub = ? AND v.id > ? ORDER BY v.id LIMIT \(textsAtOnce)
            """
        let saved = """
            SELECT id, body FROM article WHERE app = ? AND hub = ? AND id > ? ORDER BY id LIMIT \(textsAtOnce)
            """
        for statement in [saved, live] {
            var last = ""
            while true {
                let rows = try db.rows(statement, [app, hub, last])
                for row in rows { body(try row["body"]) }
                guard rows.count == textsAtOnce, let next = rows.last else { break }
                last = try next["id"]
            }
        }
    }
}
