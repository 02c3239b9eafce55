import Foundation
import MarqueeWire
import Secrets

struct SQLCredentialStore: CredentialStore {
    private static let lifetimes = Duration.seconds(60)...Duration.seconds(3650 * 86_400)
    private static let names = 1...80
    /// How far behind the recorded time of the latest use may be. Each request would else be a write.
    private static let usePrecision = Duration.seconds(60)

    let database: PlatformDatabase
    let sealing: SealingKey

    func tokens() async throws(StoreError) -> [APIToken] {
        try await database.read { db in
            try db.rows("SELECT * FROM api_token ORDER BY created DESC, id").map { try APIToken(row: $0) }
        }
    }

    func createToken(name: String, app: String?, scopes: Set<APIScope>, lifetime: Duration?, by who: String)
        async throws(StoreError) -> IssuedToken
    {
        guard Self.names.contains(name.utf8.count), !name.unicodeScalars.contains(where: \.isInvisible) else {
            throw StoreError(.invalid, "a token's name has 1 to 80 bytes, and no characters that cannot be seen")
        }
        guard !scopes.isEmpty else { throw StoreError(.invalid, "a token has at least one scope") }
        guard lifetime.map(Self.lifetimes.contains) ?? true else {
            throw StoreError(.invalid, "a token is valid for a minute to ten years, or without an end")
        }
        let (now, text) = (database.now(), SecretText.token.make())
        let token = APIToken(
            id: RandomToken.makeID(), name: name, app: app, scopes: scopes, madeBy: who, created: now,
            expires: lifetime.map { now + $0 }, lastUsed: nil, revoked: nil)
        try await database.write { db in
            if let app { try db.requireApp(app) }
            try db.execute(
                """
                INSERT INTO api_token (id, token_hash, name, app, scopes, made_by, created, expires)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    token.id, RandomToken.hash(text), name, app, try StoredJSON.text(scopes.sorted()), who,
                    now, token.expires,
                ])
            let names = scopes.sorted().map(\.rawValue).joined(separator: " ")
            try db.audit("token.create", token.id, detail: "\(name): \(names)", app: app, by: who, at: now)
        }
        return IssuedToken(token: token, text: text)
    }

    func revokeToken(_ id: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            guard let row = try db.row("SELECT * FROM api_token WHERE id = ? AND revoked IS NULL", [id]) else {
                throw StoreError(.notFound, "there is no token \(id) to revoke")
            }
            try db.execute("UPDATE api_token SET revoked = ? WHERE id = ? AND revoked IS NULL", [now, id])
            try db.audit("token.revoke", id, detail: try row["name"], app: try row["app"], by: who, at: now)
        }
    }

    func authenticate(token text: String, now: Timestamp) async throws(StoreError) -> APIToken? {
        guard SecretText.token.isWellFormed(text) else { return nil }
        let token = try await database.read { db in
            try db.row("SELECT * FROM api_token WHERE token_hash = ?", [RandomToken.hash(text)])
                .map { try APIToken(row: $0) }
        }
        guard let token, token.isValid(at: now) else { return nil }
        if token.lastUsed.map({ $0 + Self.usePrecision <= now }) ?? true {
            // A full disk keeps no program out.
            _ = try? await database.write { db in
                try db.execute(
                    "UPDATE api_token SET used = ? WHERE id = ? AND (used IS NULL OR used < ?)", [now, token.id, now])
            }
        }
        return token
    }
}

extension APIToken {
    /// Scopes that this version does not know are left out.
    fileprivate init(row: SQLRow) throws {
        let names = try row.json("scopes", as: [String].self)
        try self.init(
            id: row["id"], name: row["name"], app: row["app"], scopes: Set(names.compactMap(APIScope.init)),
            madeBy: row["made_by"], created: row["created"], expires: row["expires"],
            lastUsed: row["used"], revoked: row["revoked"])
    }
}

extension SQLTransaction {
    /// Throws unless there is the app.
    func requireApp(_ app: String) throws {
        guard try row("SELECT 1 FROM app WHERE id = ?", [app]) != nil else {
            throw StoreError(.notFound, "there is no app \(app.prefix(80))")
        }
    }
}
