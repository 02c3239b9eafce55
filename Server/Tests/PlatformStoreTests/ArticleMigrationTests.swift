import Foundation
import TestPostgres
import Testing

@testable import PlatformStore

/// Articles from before versions were kept: a publish after the upgrade changes no more than before it.
@Suite struct ArticleMigrationTests {
    private struct Row {
        let id: String
        var version = 7
        var modified = 50
        var embargo: Int?
        var expires: Int?
        var isDraft = false
        /// When the audit log says that it was written.
        var written: Int?
    }

    /// The database of an engine with the layout before articles had versions.
    private static func database(_ engine: StoreEngine, in folder: URL) async throws -> any SQLDatabase {
        let before = Array(PlatformSchema.migrations.prefix { $0.name != ArticleVersionTables.migration.name })
        if engine.testDescription == StoreEngine.sqlite.testDescription {
            return try SQLiteDatabase(at: folder.appending(path: "old.sqlite3"), before)
        }
        let database = try PostgresDatabase(TestPostgres.shared.makeDatabase())
        try await database.migrate(before)
        return database
    }

    private static func addApp(_ app: String, _ rows: [Row], _ db: any SQLTransaction) throws {
        try db.execute("INSERT INTO app (id, name, created) VALUES (?, 'A', 0)", [app])
        try db.execute(
            """
            INSERT INTO hub (app, id, title, summary, tags, language, position, version)
            VALUES (?, 'news', 'News', '', '[]', 'en', 0, 1)
            """, [app])
        try db.execute(
            """
            INSERT INTO channel (app, hub, id, title, summary, tags, position, version)
            VALUES (?, 'news', 'c', 'C', '', '[]', 0, 1)
            """, [app])
        for row in rows {
            try db.execute(
                """
                INSERT INTO article (app, hub, id, channel, position, version, modified, title, summary, body,
                format, authors, tags, embargo, expires, is_draft)
                VALUES (?, 'news', ?, 'c', 0, ?, ?, 'T', '', 'x', 'markdown', '[]', '[]', ?, ?, ?)
                """, [app, row.id, row.version, row.modified, row.embargo, row.expires, row.isDraft])
            guard let written = row.written else { continue }
            try db.execute(
                """
                INSERT INTO audit (id, time, who, app, action, subject, detail)
                VALUES (?, ?, 'Ann', ?, 'article.create', ?, '')
                """, ["\(app) \(row.id)", written, app, "zbimdb://news/a/\(row.id)"])
        }
    }

    private static func addRelease(
        _ app: String, stream: String = "main", _ version: Int, at issued: Int, _ manifests: String,
        restores: Int? = nil, _ db: any SQLTransaction
    ) throws {
        try db.execute(
            """
            INSERT INTO release (app, stream, version, issued, note, who, sha256, length, manifests, restores)
            VALUES (?, ?, ?, ?, '', 'Ann', '', 0, ?, ?)
            """, [app, stream, version, issued, manifests, restores])
    }

    private static func migrated(
        _ engine: StoreEngine, _ fill: @escaping @Sendable (any SQLTransaction) throws -> Void
    ) async throws -> (live: [String], scheduled: [String]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "old-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try await Self.database(engine, in: folder)
        try await database.write(fill)
        try await database.migrate(PlatformSchema.migrations)
        return try await database.read { db in
            let rows = try db.rows(
                """
                SELECT l.*, a.live_version FROM article_release l
                JOIN article a ON a.app = l.app AND a.hub = l.hub AND a.id = l.article ORDER BY l.stream, l.article
                """)
            let live = try rows.map { row in
                let (stream, version): (String, Int) = try (row["stream"], row["version"])
                let shown: Int? = try row["live_version"]
                #expect(stream != "main" || shown == version)
                #expect(try row["to_release"] as Int? == nil && row["who"] == "Ann")
                return "\(stream) \(try row["article"] as String) \(version) from \(try row["from_release"] as Int)"
            }
            return (live, try db.column("SELECT id FROM article WHERE is_scheduled = 1 ORDER BY app, id", []))
        }
    }

    @Test(arguments: StoreEngine.all) func `what was released counts as live, and drafts and schedules do not`(
        _ engine: StoreEngine
    ) async throws {
        let found = try await Self.migrated(engine) { db in
            let rows = [
                Row(id: "plain"), Row(id: "draft", isDraft: true), Row(id: "later", embargo: 900),
                Row(id: "begun", embargo: 100), Row(id: "over", expires: 400), Row(id: "ends", expires: 900),
                // Saved after the release: devices have an earlier text, or none.
                Row(id: "edited", modified: 600, written: 40), Row(id: "new", version: 1, modified: 600),
                Row(id: "newer", version: 3, modified: 700, written: 650),
            ]
            try Self.addApp("demo", rows, db)
            try Self.addApp("unpublished", [Row(id: "never"), Row(id: "soon", embargo: 60)], db)
            try Self.addRelease("demo", 1, at: 300, "[1]", db)
            try Self.addRelease("demo", 2, at: 500, "[2]", db)
            // Signed again: the content is that of release 2.
            try Self.addRelease("demo", 3, at: 800, "[2]", db)
            try Self.addRelease("demo", stream: "beta", 1, at: 500, "[2]", db)
        }
        let names = ["begun 7", "edited 0", "ends 7", "plain 7"]
        #expect(found.live == names.map { "beta \($0) from 1" } + names.map { "main \($0) from 3" })
        #expect(found.scheduled == ["later", "soon"])
    }

    @Test(arguments: StoreEngine.all) func `after a rollback only what the earlier release held counts as live`(
        _ engine: StoreEngine
    ) async throws {
        let found = try await Self.migrated(engine) { db in
            let rows = [
                Row(id: "plain"), Row(id: "corrected", modified: 400), Row(id: "new", version: 1, modified: 400),
                // It went live with release 2, and the rollback took it away.
                Row(id: "gone", modified: 350, embargo: 450), Row(id: "waits", modified: 350, embargo: 900),
            ]
            try Self.addApp("demo", rows, db)
            try Self.addRelease("demo", 1, at: 300, "[1]", db)
            try Self.addRelease("demo", 2, at: 500, "[2]", db)
            try Self.addRelease("demo", 3, at: 600, "[1]", restores: 1, db)
        }
        #expect(found.live == ["main corrected 0 from 3", "main plain 7 from 3"])
        #expect(found.scheduled == ["waits"])
    }
}
