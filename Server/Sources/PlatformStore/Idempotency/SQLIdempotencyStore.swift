import Foundation
import GRDB
import MarqueeWire

struct SQLIdempotencyStore: IdempotencyStore {
    let database: PlatformDatabase

    func begin(key: String, token: String, fingerprint: String, now: Timestamp) async throws(StoreError) -> KeyUse {
        try await database.write { db in
            try db.execute(
                sql: "DELETE FROM idempotency WHERE begun <= ?",
                arguments: [now.milliseconds - IdempotencyLifetime.answers.milliseconds])
            try db.execute(
                sql: "DELETE FROM idempotency WHERE answer IS NULL AND begun <= ?",
                arguments: [now.milliseconds - IdempotencyLifetime.requests.milliseconds])
            try db.execute(
                sql: """
                    INSERT INTO idempotency (token, key, fingerprint, begun) VALUES (?, ?, ?, ?)
                    ON CONFLICT (token, key) DO NOTHING
                    """, arguments: [token, key, fingerprint, now.milliseconds])
            guard db.changesCount == 0 else { return .first }
            guard let row = try db.row("SELECT * FROM idempotency WHERE token = ? AND key = ?", [token, key]) else {
                return .inProgress
            }
            guard row["fingerprint"] as String == fingerprint else { return .otherRequest }
            guard let answer = row["answer"] as String? else { return .inProgress }
            return .done(try JSONDecoder().decode(KeptAnswer.self, from: Data(answer.utf8)))
        }
    }

    func finish(key: String, token: String, answer: KeptAnswer) async throws(StoreError) {
        try await database.write { db in
            let text = String(decoding: try JSONEncoder().encode(answer), as: UTF8.self)
            try db.execute(
                sql: "UPDATE idempotency SET answer = ? WHERE token = ? AND key = ?", arguments: [text, token, key])
        }
    }

    func abandon(key: String, token: String) async throws(StoreError) {
        try await database.write { db in
            try db.execute(
                sql: "DELETE FROM idempotency WHERE token = ? AND key = ? AND answer IS NULL", arguments: [token, key])
        }
    }
}
