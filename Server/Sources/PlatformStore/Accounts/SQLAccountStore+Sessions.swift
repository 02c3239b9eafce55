import Crypto
import Foundation
import GRDB
import MarqueeWire

extension SQLAccountStore {
    func signIn(name: String, password: String) async throws(StoreError) -> Session {
        guard (1...64).contains(name.utf8.count) else { throw Self.refusal }
        let now = database.now()
        // The attempt counts before it is known to fail: guesses made side by side cannot slip through together.
        try await database.write { db in try Self.countAttempt(name, at: now, db) }
        let known = try await database.read { db in
            try db.row("SELECT * FROM account WHERE name = ?", [name]).map { row in
                (account: try AccountRecord(row: row), password: row["password"] as String)
            }
        }
        guard try await check(password, against: known?.password), let account = known?.account else {
            throw Self.refusal
        }
        let session = Session(
            token: Self.randomToken(), csrfToken: Self.randomToken(), account: account,
            expires: now + Self.sessionLifetime)
        try await database.write { db in
            try db.execute(sql: "DELETE FROM sign_in_attempt WHERE name = ?", arguments: [name])
            try db.execute(sql: "DELETE FROM session WHERE expires <= ?", arguments: [now.milliseconds])
            try db.execute(
                sql: "INSERT INTO session (token_hash, csrf, account, expires) VALUES (?, ?, ?, ?)",
                arguments: [Self.hash(session.token), session.csrfToken, name, session.expires.milliseconds])
            try db.audit("account.sign_in", name, app: nil, by: name, at: now)
        }
        return session
    }

    func session(token: String) async throws(StoreError) -> Session? {
        guard token.utf8.count == 43 else { return nil }
        let now = database.now()
        return try await database.read { db in
            try db.row(
                """
                SELECT account.*, csrf, expires FROM session JOIN account ON account.name = session.account
                WHERE token_hash = ? AND expires > ?
                """, [Self.hash(token), now.milliseconds]
            ).map { row in
                Session(
                    token: token, csrfToken: row["csrf"], account: try AccountRecord(row: row),
                    expires: Timestamp(milliseconds: row["expires"]))
            }
        }
    }

    func signOut(token: String) async throws(StoreError) {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM session WHERE token_hash = ?", arguments: [Self.hash(token)])
        }
    }

    private static var refusal: StoreError { StoreError(.refused, "the name or the password is wrong") }

    private static func countAttempt(_ name: String, at now: Timestamp, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM sign_in_attempt WHERE latest < ?", arguments: [(now + .seconds(-3600)).milliseconds])
        if let row = try db.row("SELECT failures, latest FROM sign_in_attempt WHERE name = ?", [name]) {
            let excess = (row["failures"] as Int) - freeFailures
            let wait = excess < 0 ? Duration.zero : .seconds(min(900, 2 << min(excess, 16)))
            let rest = Timestamp(milliseconds: row["latest"]) + wait - now
            guard rest <= .zero else { throw StoreError(.throttled, "too many failed sign-ins", retryAfter: rest) }
        }
        try db.execute(
            sql: """
                INSERT INTO sign_in_attempt (name, failures, latest) VALUES (?, 1, ?)
                ON CONFLICT (name) DO UPDATE SET failures = sign_in_attempt.failures + 1, latest = excluded.latest
                """,
            arguments: [name, now.milliseconds])
    }

    private static func randomToken() -> String {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
    }

    private static func hash(_ token: String) -> String { ObjectHash(of: Data(token.utf8)).hex }
}
