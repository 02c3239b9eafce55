import Foundation
import MarqueeWire

struct SQLIdempotencyStore: IdempotencyStore {
    let database: PlatformDatabase
    private let tidying = Housekeeping()

    init(database: PlatformDatabase) {
        self.database = database
    }

    func begin(key: String, token: String, fingerprint: String, now: Timestamp) async throws(StoreError) -> KeyUse {
        let expired = now.milliseconds - IdempotencyLifetime.answers.milliseconds
        let abandoned = now.milliseconds - IdempotencyLifetime.requests.milliseconds
        await tidying.run(at: now, in: database) { db in
            try db.execute("DELETE FROM idempotency WHERE begun <= ?", [expired])
            try db.execute("DELETE FROM idempotency WHERE answer IS NULL AND begun <= ?", [abandoned])
        }
        return try await database.write { db in
            // Tidying comes late; a key that is over is new again at once.
            try db.execute(
                """
                DELETE FROM idempotency WHERE token = ? AND key = ?
                AND (begun <= ? OR answer IS NULL AND begun <= ?)
                """, [token, key, expired, abandoned])
            let added = try db.execute(
                """
                INSERT INTO idempotency (token, key, fingerprint, begun) VALUES (?, ?, ?, ?)
                ON CONFLICT (token, key) DO NOTHING
                """, [token, key, fingerprint, now])
            guard added == 0 else { return .first }
            guard let row = try db.row("SELECT * FROM idempotency WHERE token = ? AND key = ?", [token, key]) else {
                return .inProgress
            }
            guard try row["fingerprint"] == fingerprint else { return .otherRequest }
            guard let answer: String = try row["answer"] else { return .inProgress }
            return .done(try JSONDecoder().decode(KeptAnswer.self, from: Data(answer.utf8)))
        }
    }

    func finish(key: String, token: String, answer: KeptAnswer) async throws(StoreError) {
        try await database.write { db in
            let text = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
            try db.execute("UPDATE idempotency SET answer = ? WHERE token = ? AND key = ?", [text, token, key])
        }
    }

    func abandon(key: String, token: String) async throws(StoreError) {
        try await database.write { db in
            try db.execute("DELETE FROM idempotency WHERE token = ? AND key = ? AND answer IS NULL", [token, key])
        }
    }
}
