import Foundation
import MarqueeWire

struct SQLMediaStore: MediaStore {
    private static let maximumUses = 200

    let database: PlatformDatabase

    func files(app: String) async throws(StoreError) -> [MediaFile] {
        try await database.read { db in
            let media = try db.media(app: app)
            let variants = Set(media.flatMap { record in record.variants.names.map { Self.key(record.hub, $0) } })
            let known = Dictionary(media.map { ($0.uri, $0) }) { first, _ in first }
            let files = try db.assets(app: app).filter { !variants.contains(Self.key($0.hub, $0.name)) }
                .map { MediaFile(asset: $0, media: known[$0.uri]) }
            return files.sorted { Self.place($0) < Self.place($1) }
        }
    }

    func file(_ uri: ContentURI, app: String) async throws(StoreError) -> MediaFile? {
        try await database.read { db in
            guard let asset = try db.asset(uri, app: app) else { return nil }
            let media = try db.media(behind: uri, app: app)
            guard media == nil || media?.uri == uri else { return nil }
            return MediaFile(asset: asset, media: media)
        }
    }

    /// For `LIKE`: a name anywhere in a text.
    fileprivate static func pattern(_ name: String) -> String {
        "%" + name.replacing("\\", with: "\\\\").replacing("_", with: "\\_").replacing("%", with: "\\%") + "%"
    }

    func files(_ uris: [ContentURI], app: String) async throws(StoreError) -> [MediaFile] {
        try await database.read { db in
            try uris.compactMap { uri in
                try db.asset(uri, app: app).map { MediaFile(asset: $0, media: try db.media(uri, app: app)) }
            }
        }
    }

    func media(digest: String?, address: String?, hub: String, app: String) async throws(StoreError) -> MediaRecord? {
        let hashed = address.map { ObjectHash(of: Data($0.utf8)).hex }
        let (column, value) = digest == nil ? ("address_digest", hashed) : ("digest", digest)
        guard let value else { return nil }
        return try await database.read { db in
            try db.row(
                "SELECT * FROM media WHERE app = ? AND hub = ? AND \(column) = ? ORDER BY name", [app, hub, value]
            )
            .map(MediaRecord.init)
        }
    }

    func save(_ media: MediaRecord, assets: [AssetRecord], expectedVersion: Int, by who: String)
        async throws(StoreError) -> MediaRecord
    {
        try Self.check(media)
        let now = database.now()
        return try await database.write { db in
            let old = try db.media(media.uri, app: media.app)
            try Self.checkCompanions(of: media, db)
            for asset in assets { try SQLContentStore.put(asset, db) }
            if expectedVersion == 0 {
                guard old == nil else { throw StoreError(.alreadyExists, "\(media.uri) is described already") }
                try Self.insert(media, db)
            } else {
                let changed = try Self.update(media, expectedVersion, db)
                try db.require(changed: changed, "\(media.uri)", expected: expectedVersion, current: old?.version)
            }
            for name in Set(old?.variants.names ?? []).subtracting(media.variants.names) where name != media.name {
                try Self.deleteAsset(name, of: media, db)
            }
            // Units draw a picture in its size.
            if old?.sizes ?? [:] != media.sizes { try db.pictureChanged(media.app) }
            let action = old == nil ? "media.create" : "media.update"
            try db.audit(action, "\(media.uri)", detail: media.origin.fileName, app: media.app, by: who, at: now)
            return try db.stored(db.media(media.uri, app: media.app), media.uri)
        }
    }

    func delete(_ uri: ContentURI, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in try Self.delete(uri, app: app, by: who, at: now, db) }
    }

    static func delete(_ uri: ContentURI, app: String, by who: String, at time: Timestamp, _ db: any SQLTransaction)
        throws
    {
        guard case .asset(let name) = uri.place else { throw StoreError(.invalid, "\(uri) is no file") }
        for variant in try db.media(uri, app: app)?.variants.names ?? [] {
            try db.execute("DELETE FROM asset WHERE app = ? AND hub = ? AND name = ?", [app, uri.hub, variant])
        }
        let changed = try db.execute("DELETE FROM asset WHERE app = ? AND hub = ? AND name = ?", [app, uri.hub, name])
        try db.require(changed: changed, "\(uri)", expected: nil, current: nil)
        for column in ["poster", "captions"] {
            try db.execute(
                "UPDATE media SET \(column) = NULL, version = version + 1 WHERE app = ? AND hub = ? AND \(column) = ?",
                [app, uri.hub, name])
        }
        try db.audit("media.delete", "\(uri)", app: app, by: who, at: time)
    }

    func uses(of uri: ContentURI, app: String) async throws(StoreError) -> [MediaUse] {
        guard case .asset(let name) = uri.place else { return [] }
        return try await database.read { db in
            let names = [name] + (try db.media(uri, app: app)?.variants.names ?? [])
            let texts = try Self.texts(naming: names, hub: uri.hub, app: app, db)
            let videos = try db.rows(
                """
                SELECT name, file_name FROM media WHERE app = ? AND hub = ? AND (poster = ? OR captions = ?)
                ORDER BY file_name, name LIMIT \(Self.maximumUses)
                """, [app, uri.hub, name, name]
            ).map {
                try MediaUse(
                    place: .content(ContentURI(hub: uri.hub, .asset($0["name"]))), title: $0["file_name"],
                    way: .companion)
            }
            let pictures = Set(names.compactMap { LibraryPicture(app: app, hub: uri.hub, name: $0) })
            let units = try db.contentUnits(app).filter { !$0.document.libraryPictures.isDisjoint(with: pictures) }
                .map { MediaUse(place: .unit($0.id), title: $0.name, way: .unit) }
            return Array((texts + videos + units).prefix(Self.maximumUses))
        }
    }

    /// Articles whose saved text has one of the names, or else the version of them that devices have.
    private static func texts(
        naming names: [String], hub: String, app: String, _ db: any SQLTransaction
    ) throws -> [MediaUse] {
        func condition(_ table: String) -> String {
            names.map { _ in "\(table).body LIKE ? ESCAPE '\\'" }.joined(separator: " OR ")
        }
        let values: [(any SQLBindable)?] = [app, hub] + names.map(pattern)
        let rows = try db.rows(
            """
            SELECT a.id AS id, a.title AS title, a.body AS body, 0 AS live FROM article a
            WHERE a.app = ? AND a.hub = ? AND (\(condition("a")))
            UNION ALL SELECT v.id, v.title, v.body, 1 FROM article_version v
            JOIN article_release r ON r.app = v.app AND r.hub = v.hub AND r.article = v.id AND r.version = v.version
            WHERE v.app = ? AND v.hub = ? AND r.to_release IS NULL AND (\(condition("v")))
            ORDER BY live, title, id LIMIT \(2 * maximumUses)
            """, values + values)
        var seen: Set<String> = []
        let uses: [(id: String, use: MediaUse)] = try rows.compactMap { row in
            let (id, body, live): (String, String, Int) = (try row["id"], try row["body"], try row["live"])
            guard names.contains(where: { Self.names($0, in: body) }), seen.insert(id).inserted else { return nil }
            let use = MediaUse(
                place: .content(ContentURI(hub: hub, .article(id))), title: try row["title"],
                way: live == 0 ? .text : .live)
            return (id, use)
        }
        return uses.sorted { ($0.use.title, $0.id) < ($1.use.title, $1.id) }.map(\.use)
    }

    /// Whether a text has the name by itself, not as a part of a longer one.
    private static func names(_ name: String, in body: String) -> Bool {
        let (text, word) = (Array(body.utf8), Array(name.utf8))
        guard !word.isEmpty else { return false }
        func isPart(_ index: Int) -> Bool {
            guard text.indices.contains(index) else { return false }
            let byte = text[index]
            return (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2D, 0x5F].contains(byte)
        }
        var start = 0
        while start + word.count <= text.count {
            guard let found = text[start...].firstIndex(of: word[0]), found + word.count <= text.count else {
                return false
            }
            if text[found..<(found + word.count)].elementsEqual(word), !isPart(found - 1), !isPart(found + word.count) {
                return true
            }
            start = found + 1
        }
        return false
    }

    /// The newest first; files that nobody uploaded after them, by name.
    private static func place(_ file: MediaFile) -> (Int64, String, String) {
        (-(file.media?.origin.stored.milliseconds ?? 0), file.asset.hub, file.asset.name)
    }

    private static func key(_ hub: String, _ name: String) -> String { "\(hub)/\(name)" }

    private static func check(_ media: MediaRecord) throws(StoreError) {
        let most = MediaRecord.Description.maximumSize
        for (what, text) in [
            ("an alternative text", media.description.alt), ("the name of a file", media.origin.fileName),
            ("an address", media.origin.address?.shown ?? ""),
        ] where text.utf8.count > most || text.utf8.contains(0) {
            throw StoreError(.invalid, "\(what) has at most \(most) bytes, and no zero byte")
        }
    }

    private static func checkCompanions(of media: MediaRecord, _ db: any SQLTransaction) throws {
        for (name, kind) in [
            (media.companions.poster, MediaRecord.Kind.picture), (media.companions.captions, .captions),
        ] {
            guard let name else { continue }
            let uri = ContentURI(hub: media.hub, .asset(name))
            guard try db.media(uri, app: media.app)?.kind == kind else {
                throw StoreError(
                    .invalid,
                    kind == .picture
                        ? "the poster \(name) is no picture of this hub's library"
                        : "\(name) is no file with captions of this hub's library")
            }
        }
    }

    private static let columns = [
        "kind", "alt", "is_decorative", "width", "height", "focus_x", "focus_y", "variants", "poster", "captions",
        "file_name", "address", "address_digest", "digest", "made_by", "stored", "is_imported",
    ]

    private static func values(_ media: MediaRecord) throws -> [(any SQLBindable)?] {
        [
            media.kind.rawValue, media.description.alt, media.description.isDecorative, media.size?.width,
            media.size?.height, media.focus.x, media.focus.y, try StoredJSON.text(media.variants),
            media.companions.poster, media.companions.captions, media.origin.fileName, media.origin.address?.shown,
            media.origin.address?.digest, media.origin.digest, media.origin.madeBy, media.origin.stored,
            media.origin.isImported,
        ]
    }

    private static func insert(_ media: MediaRecord, _ db: any SQLTransaction) throws {
        let places = Array(repeating: "?", count: columns.count + 3).joined(separator: ", ")
        try db.execute(
            "INSERT INTO media (app, hub, name, \(columns.joined(separator: ", ")), version) VALUES (\(places), 1)",
            [media.app, media.hub, media.name] + (try values(media)))
    }

    private static func update(_ media: MediaRecord, _ version: Int, _ db: any SQLTransaction) throws -> Int {
        let changes = columns.map { "\($0) = ?" }.joined(separator: ", ")
        return try db.execute(
            "UPDATE media SET \(changes), version = version + 1 WHERE app = ? AND hub = ? AND name = ? AND version = ?",
            (try values(media)) + [media.app, media.hub, media.name, version])
    }

    private static func deleteAsset(_ name: String, of media: MediaRecord, _ db: any SQLTransaction) throws {
        try db.execute("DELETE FROM asset WHERE app = ? AND hub = ? AND name = ?", [media.app, media.hub, name])
    }
}

extension SQLTransaction {
    func media(app: String) throws -> [MediaRecord] {
        try rows("SELECT * FROM media WHERE app = ? ORDER BY hub, name", [app]).map(MediaRecord.init)
    }

    /// Takes an asset of an import. What was made of another file under its name goes, and what is known of that file's
    /// pixels; its description stays.
    func putImported(_ asset: AssetRecord) throws {
        try SQLContentStore.put(asset, self)
        guard let old = try media(asset.uri, app: asset.app), old.origin.digest != asset.object.sha256.hex else {
            return
        }
        for variant in old.variants.names where variant != old.name {
            try execute(
                "DELETE FROM asset WHERE app = ? AND hub = ? AND name = ?", [asset.app, asset.hub, variant])
        }
        try execute(
            """
            UPDATE media SET variants = ?, width = NULL, height = NULL, address = NULL, address_digest = NULL, digest = ?,
            is_imported = ?, version = version + 1 WHERE app = ? AND hub = ? AND name = ?
            """,
            [
                try StoredJSON.text(MediaRecord.Variants()), asset.object.sha256.hex, true, asset.app, asset.hub,
                asset.name,
            ])
    }

    /// What is known of a file, or of the one that it was made of; `nil` for a file that nobody described.
    func media(behind uri: ContentURI, app: String) throws -> MediaRecord? {
        if let media = try media(uri, app: app) { return media }
        guard case .asset(let name) = uri.place else { return nil }
        return try rows(
            "SELECT * FROM media WHERE app = ? AND hub = ? AND variants LIKE ? ESCAPE '\\'",
            [app, uri.hub, SQLMediaStore.pattern(name)]
        ).map(MediaRecord.init).first { $0.variants.names.contains(name) }
    }

    fileprivate func media(_ uri: ContentURI, app: String) throws -> MediaRecord? {
        guard case .asset(let name) = uri.place else { return nil }
        return try row("SELECT * FROM media WHERE app = ? AND hub = ? AND name = ?", [app, uri.hub, name])
            .map(MediaRecord.init)
    }
}

extension MediaRecord {
    init(row: SQLRow) throws {
        guard let kind = Kind(rawValue: try row["kind"]) else {
            throw StoreError(.damaged, "media \(try row["name"] as String) has an unknown kind")
        }
        var size: Size?
        if let width: Int = try row["width"], let height: Int = try row["height"] {
            size = Size(width: width, height: height)
        }
        var address: Address?
        if let shown: String = try row["address"], let digest: String = try row["address_digest"] {
            address = Address(shown: shown, digest: digest)
        }
        try self.init(
            app: row["app"], hub: row["hub"], name: row["name"], kind: kind, size: size,
            description: Description(alt: row["alt"], isDecorative: row["is_decorative"]),
            focus: Focus(x: row["focus_x"], y: row["focus_y"]), variants: row.json("variants", as: Variants.self),
            companions: Companions(poster: row["poster"], captions: row["captions"]),
            origin: Origin(
                fileName: row["file_name"], address: address, digest: row["digest"], madeBy: row["made_by"],
                stored: row["stored"], isImported: row["is_imported"]),
            version: row["version"])
    }
}
