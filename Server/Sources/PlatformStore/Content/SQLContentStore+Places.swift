import MarqueeWire

/// Deleting, ordering, and assets.
extension SQLContentStore {
    func delete(_ uri: ContentURI, expectedVersion: Int?, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let (table, key, arguments) = Self.location(uri, app: app)
            // Assets have no version: a new file under the same name is the same asset.
            let expected = table == "asset" ? nil : expectedVersion
            try Self.keepVersions(of: uri, app: app, db)
            let changed = try db.execute(
                "DELETE FROM \(table) WHERE \(key)\(expected == nil ? "" : " AND version = ?")",
                arguments + (expected.map { [$0] } ?? []))
            try db.require(
                changed: changed, "\(uri)", expected: expected,
                current: table == "asset" ? nil : try db.version(in: table, where: key, arguments))
            try Self.deleteSources(of: uri, app: app, db)
            try db.audit("\(table).delete", "\(uri)", app: app, by: who, at: now)
        }
    }

    func reorder(_ uris: [ContentURI], in parent: ContentURI?, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let children = try Self.children(of: parent, app: app, db)
            guard uris.count == children.count, Set(uris) == children else {
                throw StoreError(
                    .versionConflict,
                    "the new order does not name exactly what is there: something was added or removed")
            }
            for (position, uri) in uris.enumerated() {
                let (table, key, arguments) = Self.location(uri, app: app)
                try db.execute("UPDATE \(table) SET position = ? WHERE \(key)", [position] + arguments)
            }
            try db.audit("order.change", parent.map { "\($0)" } ?? app, app: app, by: who, at: now)
        }
    }

    func assets(hub: String, app: String) async throws(StoreError) -> [AssetRecord] {
        try await database.read { db in
            try db.rows("SELECT * FROM asset WHERE app = ? AND hub = ? ORDER BY name", [app, hub]).map(AssetRecord.init)
        }
    }

    func asset(_ uri: ContentURI, app: String) async throws(StoreError) -> AssetRecord? {
        try await database.read { db in try db.asset(uri, app: app) }
    }

    func put(_ asset: AssetRecord, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            try Self.put(asset, db)
            try db.audit("asset.put", "\(asset.uri)", app: asset.app, by: who, at: now)
        }
    }

    /// A source that outlives its hub would bring it back.
    private static func deleteSources(of uri: ContentURI, app: String, _ db: any SQLTransaction) throws {
        let channel: String?
        switch uri.place {
        case .hub: channel = nil
        case .channel(let id): channel = id
        case .article, .asset: return
        }
        let condition = "app = ? AND hub = ?\(channel == nil ? "" : " AND channel = ?")"
        let arguments: [any SQLBindable] = [app, uri.hub] + (channel.map { [$0] } ?? [])
        try db.keepVersions(of: "feed_source", as: "'feed ' || id", where: condition, arguments)
        try db.execute("DELETE FROM feed_source WHERE \(condition)", arguments)
    }

    /// Those of a place and of what is in it. No article gets the name of another one.
    private static func keepVersions(of uri: ContentURI, app: String, _ db: any SQLTransaction) throws {
        let channel = "'channel ' || hub || '/' || id"
        switch uri.place {
        case .hub:
            try db.keepVersions(of: "hub", as: "'hub ' || id", where: "app = ? AND id = ?", [app, uri.hub])
            try db.keepVersions(of: "channel", as: channel, where: "app = ? AND hub = ?", [app, uri.hub])
        case .channel(let id):
            try db.keepVersions(
                of: "channel", as: channel, where: "app = ? AND hub = ? AND id = ?", [app, uri.hub, id])
        case .article, .asset: return
        }
    }

    static func put(_ asset: AssetRecord, _ db: any SQLTransaction) throws {
        try ContentRules.check(id: asset.name, of: "an asset")
        let changed = try db.execute(
            """
            INSERT INTO asset (app, hub, name, media_type, sha256, length) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, hub, name) DO UPDATE SET media_type = excluded.media_type, sha256 = excluded.sha256,
            length = excluded.length
            WHERE asset.sha256 <> excluded.sha256 OR asset.media_type <> excluded.media_type
            """,
            [
                asset.app, asset.hub, asset.name, asset.mediaType, asset.object.sha256.hex, asset.object.length,
            ])
        if changed > 0 { try db.pictureChanged(asset.app) }
    }

    /// The table a URI lives in and its key there.
    ///
    /// The SQL consists of fixed words only.
    private static func location(_ uri: ContentURI, app: String) -> (table: String, key: String, [any SQLBindable]) {
        switch uri.place {
        case .hub: ("hub", "app = ? AND id = ?", [app, uri.hub])
        case .channel(let id): ("channel", "app = ? AND hub = ? AND id = ?", [app, uri.hub, id])
        case .article(let id): ("article", "app = ? AND hub = ? AND id = ?", [app, uri.hub, id])
        case .asset(let name): ("asset", "app = ? AND hub = ? AND name = ?", [app, uri.hub, name])
        }
    }

    private static func children(of parent: ContentURI?, app: String, _ db: any SQLTransaction)
        throws -> Set<ContentURI>
    {
        guard let parent else {
            return Set(try db.rows("SELECT * FROM hub WHERE app = ?", [app]).map { try HubRecord(row: $0).uri })
        }
        switch parent.place {
        case .hub:
            let rows = try db.rows("SELECT * FROM channel WHERE app = ? AND hub = ?", [app, parent.hub])
            return Set(try rows.map { try ChannelRecord(row: $0).uri })
        case .channel(let id):
            let ids: [String] = try db.column(
                "SELECT id FROM article WHERE app = ? AND hub = ? AND channel = ?", [app, parent.hub, id])
            return Set(ids.map { ContentURI(hub: parent.hub, .article($0)) })
        case .article, .asset:
            throw StoreError(.invalid, "\(parent) has no children to order")
        }
    }
}
