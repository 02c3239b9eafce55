import MarqueeWire

struct SQLAuditLog: AuditLog {
    let database: PlatformDatabase

    func entries(app: String?, before id: String?, limit: Int) async throws(StoreError) -> [AuditEntry] {
        try await database.read { db in
            try db.rows(
                "SELECT * FROM audit WHERE id < ? \(app == nil ? "" : "AND app = ?") ORDER BY id DESC LIMIT ?",
                [id ?? TimedID.last] + (app.map { [$0] } ?? []) + [min(max(limit, 1), 1000)]
            ).map { row in
                try AuditEntry(
                    id: row["id"], time: row["time"], who: row["who"], app: row["app"],
                    action: row["action"], subject: row["subject"], detail: row["detail"])
            }
        }
    }

    func append(action: String, subject: String, detail: String, app: String?, by who: String) async throws(StoreError)
    {
        let now = database.now()
        try await database.write { try $0.audit(action, subject, detail: detail, app: app, by: who, at: now) }
    }
}
