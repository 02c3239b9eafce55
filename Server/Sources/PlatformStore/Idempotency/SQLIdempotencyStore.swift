import Foundation
import MarqueeWire

struct SQLIdempotencyStore: IdempotencyStore {
    let database: PlatformDatabase

    func begin(key: String, token: String, fingerprint: String, now: Timestamp) async throws(StoreError) -> KeyUse {
        try await database.write { db in
            try db.execute(
                "DELETE FROM idempotency WHERE begun <= ?",
                [now.milliseconds - IdempotencyLifetime.answers.milliseconds])
            try db.execute(
                "DELETE FROM idempotency WHERE answer IS NULL AND begun <= ?",
                [now.milliseconds - IdempotencyLifetime.requests.milliseconds])
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
