import GRDB
import MarqueeWire

struct SQLTemplateStore: TemplateStore {
    let database: PlatformDatabase

    func templates(app: String) async throws(StoreError) -> [TemplateRecord] {
        try await database.read { db in
            try db.rows("SELECT * FROM template WHERE app = ? ORDER BY name", [app]).map { row in
                TemplateRecord(app: row["app"], name: row["name"], text: row["text"], version: row["version"])
            }
        }
    }

    func save(_ text: String, name: String, app: String, expectedVersion: Int, by who: String)
        async throws(StoreError) -> TemplateRecord
    {
        try ContentRules.check(id: name, of: "a template")
        guard text.utf8.count <= TemplateRecord.maximumSize else {
            throw StoreError(.invalid, "a template has at most \(TemplateRecord.maximumSize) bytes")
        }
        let now = database.now()
        return try await database.write { db in
            let version = try Int.fetchOne(
                db, sql: "SELECT version FROM template WHERE app = ? AND name = ?", arguments: [app, name])
            try db.require(version: version ?? 0, expected: expectedVersion, of: "template \(name)")
            try db.execute(
                sql: """
                    INSERT INTO template (app, name, text, version) VALUES (?, ?, ?, 1)
                    ON CONFLICT (app, name) DO UPDATE SET text = excluded.text, version = template.version + 1
                    """,
                arguments: [app, name, text])
            try db.audit("template.save", name, app: app, by: who, at: now)
            return TemplateRecord(app: app, name: name, text: text, version: (version ?? 0) + 1)
        }
    }

    func reset(_ name: String, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            try db.execute(sql: "DELETE FROM template WHERE app = ? AND name = ?", arguments: [app, name])
            if db.changesCount == 1 { try db.audit("template.reset", name, app: app, by: who, at: now) }
        }
    }
}
