import Foundation
import MarqueeWire
import Secrets

struct SQLEngageClientStore: EngageClientStore {
    private static let names = 1...80
    private static let limits = 1...1_000_000
    private static let hour = Duration.seconds(3600)

    let database: PlatformDatabase
    private let tidying = Housekeeping()
    /// Every submission asks who sent it. Those that wait share a read, which sees every change made before they asked.
    private let callers: GroupedWork<String, KnownCallers.Found?>
    private let known = KnownCallers()

    init(database: PlatformDatabase) {
        self.database = database
        callers = GroupedWork { hashes throws(StoreError) in
            let now = database.now()
            let known = try await database.read { try $0.callers(hashes, at: now) }
            return hashes.map { known[$0] }
        }
    }

    func account(app: String) async throws(StoreError) -> EngageAccount {
        try await database.read { db in
            try db.requireApp(app)
            return try db.engageAccount(app)
        }
    }

    func setAccount(_ account: EngageAccount, by who: String) async throws(StoreError) {
        guard Self.limits.contains(account.tokensPerHour) else {
            throw StoreError(.invalid, "an account gets 1 to 1,000,000 access tokens in an hour")
        }
        let now = database.now()
        try await database.write { db in
            try db.requireApp(account.app)
            try db.execute(
                """
                INSERT INTO engage_account (app, is_provisioned, tokens_per_hour) VALUES (?, ?, ?)
                ON CONFLICT (app) DO UPDATE SET is_provisioned = excluded.is_provisioned,
                tokens_per_hour = excluded.tokens_per_hour
                """, [account.app, account.isProvisioned, account.tokensPerHour])
            let events = account.isProvisioned ? "events accepted" : "events refused"
            try db.audit(
                "engage.account", account.app, detail: "\(events), \(account.tokensPerHour) tokens in an hour",
                app: account.app, by: who, at: now)
        }
    }

    func clients(app: String) async throws(StoreError) -> [EngageClient] {
        try await database.read { db in
            try db.rows("SELECT * FROM engage_client WHERE app = ? ORDER BY created DESC, id", [app])
                .map { try EngageClient(row: $0) }
        }
    }

    func createClient(name: String, app: String, by who: String) async throws(StoreError) -> IssuedEngageClient {
        guard Self.names.contains(name.utf8.count), !name.unicodeScalars.contains(where: \.isInvisible) else {
            throw StoreError(.invalid, "a client's name has 1 to 80 bytes, and no characters that cannot be seen")
        }
        let (secret, refresh) = (SecretText.clientSecret.make(), SecretText.refreshToken.make())
        let client = EngageClient(
            id: RandomToken.makeID(), app: app, name: name, madeBy: who, created: database.now(), lastUsed: nil,
            revoked: nil)
        try await database.write { db in
            try db.requireApp(app)
            try db.execute(
                """
                INSERT INTO engage_client (id, app, name, secret_hash, refresh_hash, made_by, created)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    client.id, app, name, RandomToken.hash(secret), RandomToken.hash(refresh), who, client.created,
                ])
            try db.audit("engage.client.create", client.id, detail: name, app: app, by: who, at: client.created)
        }
        return IssuedEngageClient(client: client, secret: secret, refreshToken: refresh)
    }

    func revokeClient(_ id: String, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let changed = try db.execute(
                "UPDATE engage_client SET revoked = ? WHERE id = ? AND app = ? AND revoked IS NULL", [now, id, app])
            guard changed == 1 else { throw StoreError(.notFound, "there is no client \(id.prefix(80)) to revoke") }
            try db.audit("engage.client.revoke", id, app: app, by: who, at: now)
        }
    }

    func issueToken(client id: String, secret: String, refreshToken: String) async throws(StoreError)
        -> AccessTokenAnswer
    {
        let now = database.now()
        guard SecretText.clientSecret.isWellFormed(secret), id.utf8.count <= 80, !id.utf8.contains(0) else {
            return .wrongClient
        }
        if let refusal = try await refusal(of: id, secret: secret, refreshToken: refreshToken) { return refusal }
        let old = Timestamp(milliseconds: now.milliseconds - 3_600_000)
        await tidying.run(at: now, in: database) { db in
            try db.execute("DELETE FROM engage_token WHERE expires <= ? AND issued <= ?", [now, old])
        }
        let (text, expires) = (SecretText.accessToken.make(), now + EngageTokenLifetime.access)
        return try await database.write { db in
            guard
                let app: String = try db.row(
                    "SELECT app FROM engage_client WHERE id = ? AND revoked IS NULL", [id])?["app"]
            else { return .wrongClient }
            // The limit-th newest token of the hour exists if the account has got them all; it is the first to leave.
            let limit = try db.engageAccount(app).tokensPerHour
            let blocking: [Timestamp] = try db.column(
                "SELECT issued FROM engage_token WHERE app = ? AND issued > ? ORDER BY issued DESC LIMIT 1 OFFSET ?",
                [app, old, limit - 1])
            if let first = blocking.first { return .limited(retryAfter: first + Self.hour - now) }
            try db.execute(
                "INSERT INTO engage_token (token_hash, client, app, issued, expires) VALUES (?, ?, ?, ?, ?)",
                [RandomToken.hash(text), id, app, now, expires])
            try db.execute("UPDATE engage_client SET used = ? WHERE id = ?", [now, id])
            return .issued(token: text, lifetime: EngageTokenLifetime.access)
        }
    }

    /// Before the transaction that writes, which guesses would otherwise hold up.
    private func refusal(of id: String, secret: String, refreshToken: String) async throws(StoreError)
        -> AccessTokenAnswer?
    {
        try await database.read { db in
            let row = try db.row(
                "SELECT secret_hash, refresh_hash FROM engage_client WHERE id = ? AND revoked IS NULL", [id])
            guard let row, ConstantTime.equal(try row["secret_hash"] as String, RandomToken.hash(secret)) else {
                return .wrongClient
            }
            let isOwn = ConstantTime.equal(try row["refresh_hash"] as String, RandomToken.hash(refreshToken))
            return isOwn ? nil : .wrongRefreshToken
        }
    }

    func caller(accessToken: String) async throws(StoreError) -> EngageCaller? {
        let hash = RandomToken.hash(accessToken)
        let change = database.engine.changeNumber
        if let change, let caller = known.caller(hash, change: change, now: database.now()) { return caller }
        guard SecretText.accessToken.isWellFormed(accessToken) else { return nil }
        let found = try await callers.answer(hash)
        if let change, let found { known.keep(found, hash, change: change) }
        return found?.caller
    }
}

extension EngageClient {
    fileprivate init(row: SQLRow) throws {
        try self.init(
            id: row["id"], app: row["app"], name: row["name"], madeBy: row["made_by"], created: row["created"],
            lastUsed: row["used"], revoked: row["revoked"])
    }
}

extension EngageAccount {
    /// The standard settings where the row has none.
    fileprivate init(app: String, row: SQLRow) throws {
        let isProvisioned: Bool? = try row["is_provisioned"]
        let limit: Int? = try row["tokens_per_hour"]
        self.init(app: app, isProvisioned: isProvisioned ?? false, tokensPerHour: limit ?? Self.standardTokensPerHour)
    }
}

extension SQLTransaction {
    /// The callers of access tokens that hold at a moment, by the tokens' hashes.
    fileprivate func callers(_ hashes: [String], at now: Timestamp) throws -> [String: KnownCallers.Found] {
        let asked = SQLList(Array(Set(hashes)))
        let rows = try rows(
            """
            SELECT t.token_hash, t.expires, c.*, a.is_provisioned, a.tokens_per_hour FROM engage_token t
            JOIN engage_client c ON c.id = t.client LEFT JOIN engage_account a ON a.app = c.app
            WHERE t.token_hash IN (\(asked.parameters)) AND t.expires > ?
            AND c.revoked IS NULL
            """, asked.values + [now])
        return Dictionary(
            try rows.map { row in
                let client = try EngageClient(row: row)
                let account = try EngageAccount(app: client.app, row: row)
                let caller = EngageCaller(client: client, account: account)
                return (try row["token_hash"], try KnownCallers.Found(caller: caller, expires: row["expires"]))
            }
        ) { first, _ in first }
    }

    fileprivate func engageAccount(_ app: String) throws -> EngageAccount {
        guard let row = try row("SELECT * FROM engage_account WHERE app = ?", [app]) else {
            return EngageAccount(app: app)
        }
        return try EngageAccount(app: app, row: row)
    }
}
