import MarqueeWire

struct SQLTemplateStore: TemplateStore {
    let database: PlatformDatabase

    func templates(app: String) async throws(StoreError) -> [TemplateRecord] {
        try await database.read { db in
            try db.rows("SELECT * FROM template WHERE app = ? ORDER BY name", [app]).map { row in
                try TemplateRecord(app: row["app"], name: row["name"], text: row["text"], version: row["version"])
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
            let version =
                expectedVersion == 0 ? try db.firstVersion(of: "template \(name)", app: app) : expectedVersion + 1
            let changed =
                expectedVersion == 0
                ? try db.execute(
                    """
                    INSERT INTO template (app, name, text, version) VALUES (?, ?, ?, ?)
                    ON CONFLICT (app, name) DO NOTHING
                    """, [app, name, text, version])
                : try db.execute(
                    "UPDATE template SET text = ?, version = version + 1 WHERE app = ? AND name = ? AND version = ?",
                    [text, app, name, expectedVersion])
            try db.require(
                changed: changed, "template \(name)", expected: expectedVersion,
                current: try db.version(in: "template", where: "app = ? AND name = ?", [app, name]) ?? 0)
            try db.audit("template.save", name, app: app, by: who, at: now)
            return TemplateRecord(app: app, name: name, text: text, version: version)
        }
    }

    func reset(_ name: String, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            try db.keepVersions(of: "template", as: "'template ' || name", where: "app = ? AND name = ?", [app, name])
            let changed = try db.execute("DELETE FROM template WHERE app = ? AND name = ?", [app, name])
            if changed == 1 { try db.audit("template.reset", name, app: app, by: who, at: now) }
        }
    }
}
