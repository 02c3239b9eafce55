import MarqueeWire

struct SQLLinkMapStore: LinkMapStore {
    let database: PlatformDatabase

    func map(app: String) async throws(StoreError) -> LinkMapRecord? {
        try await database.read { db in
            try db.row("SELECT * FROM link_map WHERE app = ?", [app]).map { row in
                try LinkMapRecord(app: row["app"], text: row["text"], madeBy: row["made_by"], stored: row["stored"])
            }
        }
    }

    func save(_ text: String, app: String, by who: String) async throws(StoreError) -> LinkMapRecord {
        guard text.utf8.count <= LinkMapRecord.maximumSize, !text.utf8.contains(0) else {
            throw StoreError(.invalid, "a link map has at most \(LinkMapRecord.maximumSize) bytes, none of them zero")
        }
        let record = LinkMapRecord(app: app, text: text, madeBy: who, stored: database.now())
        try await database.write { db in
            try db.execute(
                """
                INSERT INTO link_map (app, text, made_by, stored) VALUES (?, ?, ?, ?)
                ON CONFLICT (app) DO UPDATE SET text = excluded.text, made_by = excluded.made_by,
                stored = excluded.stored
                """, [app, text, who, record.stored])
            try db.audit("link_map.save", app, app: app, by: who, at: record.stored)
        }
        return record
    }

    func remove(app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            guard try db.execute("DELETE FROM link_map WHERE app = ?", [app]) == 1 else { return }
            try db.audit("link_map.remove", app, app: app, by: who, at: now)
        }
    }
}
