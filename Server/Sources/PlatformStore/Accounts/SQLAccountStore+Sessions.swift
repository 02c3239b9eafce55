import Foundation
import GRDB
import MarqueeWire
import Secrets

extension SQLAccountStore {
    /// An account whose password was right a moment ago.
    private struct Proof: Sendable {
        let account: AccountRecord
        /// As it is stored.
        let password: String
        let throttle: SignInThrottle
        /// The hash of the browser's token, whether the account knows it or not.
        let browser: String?
    }

    func signIn(name: String, password: String, from origin: SignInOrigin) async throws(StoreError) -> Session {
        try await open(try await prove(name, password, origin))
    }

    func changePassword(of name: String, from current: String, to new: String, origin: SignInOrigin)
        async throws(StoreError) -> Session
    {
        let proof = try await prove(name, current, origin)
        try await database.write { try proof.throttle.forgive($0) }
        try await setPassword(new, of: name, by: name)
        return try await signIn(name: name, password: new, from: SignInOrigin(address: origin.address))
    }

    private func prove(_ name: String, _ password: String, _ origin: SignInOrigin) async throws(StoreError) -> Proof {
        guard (1...64).contains(name.utf8.count), origin.address.utf8.count <= 256 else { throw Self.refusal }
        let now = database.now()
        let browser = origin.browserToken.flatMap { $0.utf8.count == 43 ? Self.hash($0) : nil }
        // The attempt counts before it is known to fail: guesses made side by side cannot slip through together.
        let throttle = try await database.write { db in
            let isTrusted = try browser.map { try db.isTrusted($0, account: name) } ?? false
            let throttle = SignInThrottle(account: name, address: origin.address, browser: isTrusted ? browser : nil)
            try throttle.count(at: now, db)
            return throttle
        }
        let known = try await database.read { db in
            try db.row("SELECT * FROM account WHERE name = ?", [name]).map { row in
                (account: try AccountRecord(row: row), password: row["password"] as String)
            }
        }
        guard try await check(password, against: known?.password), let known else { throw Self.refusal }
        return Proof(account: known.account, password: known.password, throttle: throttle, browser: browser)
    }

    private func open(_ proof: Proof) async throws(StoreError) -> Session {
        let (now, name) = (database.now(), proof.account.name)
        let session = Session(
            token: RandomToken.make(), csrfToken: RandomToken.make(), account: proof.account,
            expires: now + Self.sessionLifetime, browserToken: proof.throttle.browser == nil ? RandomToken.make() : nil)
        try await database.write { db in
            try proof.throttle.forgive(db)
            try db.execute(sql: "DELETE FROM session WHERE expires <= ?", arguments: [now.milliseconds])
            // A password that was changed since it was checked opens nothing.
            try db.execute(
                sql: """
                    INSERT INTO session (token_hash, csrf, account, expires)
                    SELECT ?, ?, name, ? FROM account WHERE name = ? AND password = ?
                    """,
                arguments: [
                    Self.hash(session.token), session.csrfToken, session.expires.milliseconds, name, proof.password,
                ])
            guard db.changesCount == 1 else { throw Self.refusal }
            let hash = session.browserToken.map(Self.hash) ?? proof.browser
            if let hash { try db.trust(hash, account: name, at: now) }
            try db.audit("account.sign_in", name, app: nil, by: name, at: now)
        }
        return session
    }

    func session(token: String) async throws(StoreError) -> Session? {
        guard token.utf8.count == 43 else { return nil }
        let now = database.now()
        guard let session = try await stored(token, at: now) else { return nil }
        guard session.expires < now + Self.sessionLifetime / 2 else { return session }
        // A full disk ends nobody's session before its time.
        return (try? await extended(session, at: now)) ?? session
    }

    private func stored(_ token: String, at now: Timestamp) async throws(StoreError) -> Session? {
        try await database.read { db in
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

    /// Whoever works stays signed in: what is being written would be lost at the door.
    ///
    /// - Returns: `nil` when the session has ended meanwhile.
    private func extended(_ session: Session, at now: Timestamp) async throws(StoreError) -> Session? {
        let expires = now + Self.sessionLifetime
        return try await database.write { db in
            try db.execute(
                sql: "UPDATE session SET expires = ? WHERE token_hash = ? AND expires > ?",
                arguments: [expires.milliseconds, Self.hash(session.token), now.milliseconds])
            guard db.changesCount == 1 else { return nil }
            return Session(
                token: session.token, csrfToken: session.csrfToken, account: session.account, expires: expires)
        }
    }

    func signOut(token: String) async throws(StoreError) {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM session WHERE token_hash = ?", arguments: [Self.hash(token)])
        }
    }

    private static var refusal: StoreError { StoreError(.refused, "the name or the password is wrong") }

    private static func hash(_ token: String) -> String { ObjectHash(of: Data(token.utf8)).hex }
}

extension Database {
    /// The most browsers remembered for one account.
    private static let browsersPerAccount = 20

    fileprivate func isTrusted(_ browser: String, account: String) throws -> Bool {
        try row("SELECT 1 FROM trusted_browser WHERE token_hash = ? AND account = ?", [browser, account]) != nil
    }

    fileprivate func trust(_ browser: String, account: String, at now: Timestamp) throws {
        try execute(
            sql: """
                INSERT INTO trusted_browser (token_hash, account, latest) VALUES (?, ?, ?)
                ON CONFLICT (token_hash) DO UPDATE SET latest = excluded.latest
                """, arguments: [browser, account, now.milliseconds])
        try execute(
            sql: """
                DELETE FROM trusted_browser WHERE account = ? AND token_hash NOT IN
                (SELECT token_hash FROM trusted_browser WHERE account = ? ORDER BY latest DESC, token_hash LIMIT ?)
                """, arguments: [account, account, Self.browsersPerAccount])
    }
}
