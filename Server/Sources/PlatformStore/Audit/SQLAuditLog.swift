import GRDB
import MarqueeWire

struct SQLAuditLog: AuditLog {
    let database: PlatformDatabase

    func entries(app: String?, before id: Int64?, limit: Int) async throws(StoreError) -> [AuditEntry] {
        try await database.read { db in
            try db.rows(
                "SELECT * FROM audit WHERE (? IS NULL OR app = ?) AND id < ? ORDER BY id DESC LIMIT ?",
                [app, app, id ?? Int64.max, min(max(limit, 1), 1000)]
            ).map { row in
                AuditEntry(
                    id: row["id"], time: Timestamp(milliseconds: row["time"]), who: row["who"], app: row["app"],
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
