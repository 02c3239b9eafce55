import Foundation
import MarqueeWire
import Secrets

extension SQLCredentialStore {
    private static let graces = Duration.zero...Duration.seconds(90 * 86_400)
    /// A request may have to be checked with each of them.
    private static let maximumValid = 10

    func secrets(app: String) async throws(StoreError) -> [AppSecret] {
        try await database.read { db in
            try db.rows("SELECT * FROM app_secret WHERE app = ? ORDER BY place DESC", [app])
                .map(AppSecret.init)
        }
    }

    func createSecret(app: String, by who: String) async throws(StoreError) -> IssuedSecret {
        try await insert(app: app, by: who, action: "secret.create") { _, _ in }
    }

    func rotateSecrets(app: String, grace: Duration, by who: String) async throws(StoreError) -> IssuedSecret {
        guard Self.graces.contains(grace) else { throw StoreError(.invalid, "the grace period is 0 to 90 days") }
        return try await insert(app: app, by: who, action: "secret.rotate") { db, now in
            try db.execute(
                """
                UPDATE app_secret SET expires = ?
                WHERE app = ? AND revoked IS NULL AND (expires IS NULL OR expires > ?)
                """, [now + grace, app, now + grace])
        }
    }

    func revokeSecret(_ id: String, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let changed = try db.execute(
                "UPDATE app_secret SET revoked = ?, sealed = NULL WHERE id = ? AND app = ? AND revoked IS NULL",
                [now, id, app])
            guard changed == 1 else { throw StoreError(.notFound, "there is no secret \(id) to revoke") }
            try db.audit("secret.revoke", id, app: app, by: who, at: now)
        }
    }

    func signingSecrets(app: String, now: Timestamp) async throws(StoreError) -> [SigningSecret] {
        let sealed = try await database.read { db in
            try db.rows(
                """
                SELECT id, sealed FROM app_secret WHERE app = ? AND sealed IS NOT NULL AND revoked IS NULL
                AND (expires IS NULL OR expires > ?) ORDER BY place DESC
                """, [app, now]
            ).map { try (id: $0["id"] as String, bytes: $0["sealed"] as Data) }
        }
        var secrets: [SigningSecret] = []
        for (id, bytes) in sealed {
            let text = try sealing.open(bytes, for: Self.purpose(id, app: app))
            secrets.append(SigningSecret(id: id, text: String(decoding: text, as: UTF8.self)))
        }
        return secrets
    }

    private func insert(
        app: String, by who: String, action: String,
        before: @escaping @Sendable (any SQLTransaction, Timestamp) throws -> Void
    ) async throws(StoreError) -> IssuedSecret {
        let (now, text) = (database.now(), SecretText.app.make())
        let secret = AppSecret(
            id: RandomToken.makeID(), app: app, madeBy: who, created: now, expires: nil, revoked: nil)
        let sealed = try sealing.seal(Data(text.utf8), for: Self.purpose(secret.id, app: app))
        try await database.write { db in
            try db.requireApp(app)
            try before(db, now)
            // What has ended is of no use to anybody but a thief.
            try db.execute("UPDATE app_secret SET sealed = NULL WHERE app = ? AND expires <= ?", [app, now])
            let valid = try db.count("SELECT COUNT(*) FROM app_secret WHERE app = ? AND sealed IS NOT NULL", [app])
            guard valid < Self.maximumValid else {
                throw StoreError(.invalid, "\(app) has \(valid) valid secrets; revoke one first")
            }
            try db.execute(
                "INSERT INTO app_secret (id, app, sealed, made_by, created, place) VALUES (?, ?, ?, ?, ?, ?)",
                [secret.id, app, sealed, who, now, TimedID.make(at: now)])
            try db.audit(action, secret.id, app: app, by: who, at: now)
        }
        return IssuedSecret(secret: secret, text: text)
    }

    /// What a sealed secret belongs to.
    private static func purpose(_ id: String, app: String) -> String { "app secret \(id) of \(app)" }
}

extension AppSecret {
    fileprivate init(row: SQLRow) throws {
        try self.init(
            id: row["id"], app: row["app"], madeBy: row["made_by"],
            created: row["created"], expires: row["expires"],
            revoked: row["revoked"])
    }
}
