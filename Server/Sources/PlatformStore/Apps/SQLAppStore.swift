import MarqueeWire

struct SQLAppStore: AppStore {
    let database: PlatformDatabase

    func apps() async throws(StoreError) -> [AppRecord] {
        try await database.read { try $0.rows("SELECT * FROM app ORDER BY id").map(Self.record) }
    }

    func app(_ id: String) async throws(StoreError) -> AppRecord? {
        try await database.read { try $0.row("SELECT * FROM app WHERE id = ?", [id]).map(Self.record) }
    }

    func create(_ id: String, name: String, by who: String) async throws(StoreError) -> AppRecord {
        guard Scope.isValid(id) else { throw StoreError(.invalid, "\"\(id.prefix(80))\" cannot be an app's id") }
        let record = AppRecord(id: id, name: name, created: database.now())
        try await database.write { db in
            try db.execute("INSERT INTO app (id, name, created) VALUES (?, ?, ?)", [id, name, record.created])
            try db.audit("app.create", id, app: id, by: who, at: record.created)
        }
        return record
    }

    private static func record(_ row: SQLRow) throws -> AppRecord {
        try AppRecord(id: row["id"], name: row["name"], created: row["created"])
    }
}
