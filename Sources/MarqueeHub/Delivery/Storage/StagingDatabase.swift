import Foundation
import GRDB
import MarqueeCore
import MarqueeWire

/// A release that a refresh assembles, in the file that becomes the content file.
///
/// Each object is stored when it arrives. So an interrupted download continues where it stopped, even for a newer
/// release.
///
/// Each insert is a separate transaction, which a killed process cannot leave half done. The file is flushed to disk
/// once, before it gets its final name.
final class StagingDatabase: Sendable {
    let file: URL
    private let queue: DatabaseQueue

    /// Opens the file of an interrupted refresh, or a new file when that one is not usable.
    init(_ file: URL) throws(RefreshError) {
        self.file = file
        do {
            do {
                queue = try Self.open(file)
            } catch {
                Self.remove(file)
                queue = try Self.open(file)
            }
        } catch {
            throw RefreshError.storage("the download could not be staged", error)
        }
    }

    static func remove(_ file: URL) {
        for suffix in ["", "-journal", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file.path + suffix)
        }
    }

    /// The references whose objects are not staged yet.
    func missing(_ references: some Collection<ObjectReference>) throws(RefreshError) -> [ObjectReference] {
        let staged = try access { db in
            Set(try String.fetchAll(db, sql: "SELECT sha256 FROM object"))
        }
        return references.filter { !staged.contains($0.sha256.hex) }.sorted { $0.sha256 < $1.sha256 }
    }

    /// A staged object, verified; a damaged one counts as missing.
    func object(_ reference: ObjectReference) throws(RefreshError) -> Data? {
        let stored = try access { db in try StoredObject.fetch(reference, in: db) }
        return try? stored?.object()
    }

    func insert(_ objects: [StoredObject]) throws(RefreshError) {
        try access { db in
            for object in objects { try object.insert(db) }
        }
    }

    /// Writes everything except the objects, and deletes objects that the release does not need.
    func assemble(_ catalog: Catalog, documents: ContentDatabase.Documents) throws(RefreshError) {
        try access { db in
            for table in ["document", "item_tag", "item", "asset"] { try db.execute(sql: "DELETE FROM \(table)") }
            for hex in try String.fetchAll(db, sql: "SELECT sha256 FROM object")
            where ObjectHash(hex: hex).flatMap({ catalog.objects[$0] }) == nil {
                try db.execute(sql: "DELETE FROM object WHERE sha256 = ?", arguments: [hex])
            }
            try Self.write(documents, db)
            for item in catalog.items { try Self.write(item, db) }
            for asset in catalog.assets.values.sorted(by: { $0.uri.description < $1.uri.description }) {
                try db.execute(
                    sql: "INSERT INTO asset (uri, media_type, sha256) VALUES (?, ?, ?)",
                    arguments: [asset.uri.description, asset.mediaType, asset.object.sha256.hex])
            }
        }
    }

    /// Closes the connection, so that no journal file remains.
    func close() throws(RefreshError) {
        do { try queue.close() } catch { throw RefreshError.storage("the staged release could not be closed", error) }
    }

    private func access<Value: Sendable>(_ body: (Database) throws -> Value) throws(RefreshError) -> Value {
        do { return try queue.write(body) } catch {
            throw RefreshError.storage("the release could not be staged", error)
        }
    }

    private static func open(_ file: URL) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = OFF")
        }
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try queue.write { db in
            if try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 {
                for statement in ContentDatabaseSchema.statements { try db.execute(sql: statement) }
            }
            guard try String.fetchAll(db, sql: "PRAGMA quick_check(1)") == ["ok"] else {
                throw WireError(.malformed, "the staged file is damaged")
            }
            _ = try Int.fetchOne(
                db,
                sql:
                    "SELECT (SELECT count(*) FROM object) + (SELECT count(*) FROM document) + (SELECT count(*) FROM item)"
            )
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        return queue
    }

    private static func write(_ documents: ContentDatabase.Documents, _ db: Database) throws {
        var named = [("fresh", documents.fresh), ("release", documents.release)]
        for (index, root) in documents.roots.enumerated() { named.append(("root/\(index + 1)", root)) }
        for (name, bytes) in named {
            try db.execute(sql: "INSERT INTO document (name, bytes) VALUES (?, ?)", arguments: [name, bytes])
        }
    }

    private static func write(_ item: ContentItem, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO item (uri, type, parent, position, title, summary, published, expires, source, language, sha256) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                item.uri.description, item.type.rawValue, item.parent?.description, item.position, item.title,
                item.summary,
                item.published?.milliseconds, item.expires?.milliseconds, item.source, item.language,
                item.page.sha256.hex,
            ])
        for tag in item.tags {
            try db.execute(
                sql: "INSERT INTO item_tag (uri, tag) VALUES (?, ?)", arguments: [item.uri.description, tag])
        }
    }
}
