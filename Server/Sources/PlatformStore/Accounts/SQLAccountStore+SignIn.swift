import Crypto
import Foundation
import MarqueeWire
import Secrets

extension SQLAccountStore {
    /// How long a person has between the password and the code.
    static let stepLifetime = Duration.seconds(300)

    /// The most browsers remembered for one account.
    fileprivate static let browsersPerAccount = 20

    /// An account whose password was right a moment ago.
    fileprivate struct Proof: Sendable {
        let account: AccountRecord
        /// As it is stored.
        let password: String
        let throttle: SignInThrottle
        let origin: SignInOrigin
    }

    func signIn(name: String, password: String, from origin: SignInOrigin) async throws(StoreError) -> SignInStep {
        let proof = try await prove(name, password, origin)
        guard proof.account.hasSecondFactor else { return .signedIn(try await openSession(proof)) }
        return .codeRequired(token: try await beginStep(proof))
    }

    func signIn(step: String, code: String, from origin: SignInOrigin) async throws(StoreError) -> Session {
        let proof = try await prove(step: step, origin)
        let (now, name) = (database.now(), proof.account.name)
        let (sealing, session) = (sealing, makeSession(proof))
        // The refusal is recorded, so the transaction ends well either way.
        let isRight = try await database.write { db in
            let isRight = try db.acceptSecondFactor(code, of: name, sealing: sealing, at: now)
            if isRight {
                try db.open(session, proof)
                try db.execute("DELETE FROM sign_in_step WHERE token_hash = ?", [RandomToken.hash(step)])
            } else {
                try db.audit("account.code_refused", name, app: nil, by: name, at: now)
            }
            return isRight
        }
        guard isRight else { throw StoreError(.refused, "the code is wrong, or was used before") }
        return session
    }

    func changePassword(of name: String, from current: String, to new: String, origin: SignInOrigin)
        async throws(StoreError) -> Session
    {
        let proof = try await prove(name, current, origin)
        do throws(StoreError) { try Self.requireValid(password: new) } catch {
            try await database.write { try proof.throttle.forgive($0) }
            throw error
        }
        let password = try await setPassword(hashOf: new, of: name, replacing: proof.password, by: name)
        // The session that asked has shown a code if there is one to show.
        return try await openSession(
            Proof(account: proof.account, password: password, throttle: proof.throttle, origin: origin),
            isNewBrowser: true)
    }

    func confirm(password: String, of name: String, from origin: SignInOrigin) async throws(StoreError) {
        let proof = try await prove(name, password, origin)
        try await database.write { try proof.throttle.forgive($0) }
    }

    private func prove(_ name: String, _ password: String, _ origin: SignInOrigin) async throws(StoreError) -> Proof {
        guard (1...64).contains(name.utf8.count), origin.address.utf8.count <= 256 else { throw Self.refusal }
        let now = database.now()
        // The attempt counts before it is known to fail: guesses made side by side cannot slip through together.
        let throttle = try await database.write { try $0.countAttempt(account: name, origin, at: now) }
        await tidying.run(at: now, in: database) { db in
            try SignInThrottle.tidy(at: now, db)
            try db.execute("DELETE FROM session WHERE expires <= ?", [now])
            try db.execute("DELETE FROM sign_in_step WHERE expires <= ?", [now])
        }
        let known = try await database.read { try $0.account(name) }
        guard try await check(password, against: known?.password), let known else {
            // Written for unknown names too, or the time would tell which exist; not the name, which may be a password.
            let subject = known == nil ? "an unknown name" : name
            try await database.write {
                try $0.audit(
                    "account.password_refused", subject, detail: "from \(origin.address)", app: nil, by: subject,
                    at: now)
            }
            throw Self.refusal
        }
        return Proof(account: known.record, password: known.password, throttle: throttle, origin: origin)
    }

    /// The account of a step, with one more attempt counted.
    private func prove(step: String, _ origin: SignInOrigin) async throws(StoreError) -> Proof {
        let now = database.now()
        return try await database.write { db in
            guard RandomToken.isWellFormed(step), origin.address.utf8.count <= 256,
                let row = try db.row(
                    "SELECT * FROM sign_in_step WHERE token_hash = ? AND expires > ?",
                    [RandomToken.hash(step), now]),
                let known = try db.account(try row["account"]), known.password == (try row["password"])
            else { throw StoreError(.notFound, "the sign-in took too long; enter the name and the password again") }
            let throttle = try db.countAttempt(account: known.record.name, origin, isCode: true, at: now)
            return Proof(account: known.record, password: known.password, throttle: throttle, origin: origin)
        }
    }

    private func beginStep(_ proof: Proof) async throws(StoreError) -> String {
        let (now, token) = (database.now(), RandomToken.make())
        try await database.write { db in
            // Not forgiven as a success: a person who knows the password could otherwise guess codes without end.
            try proof.throttle.takeBack(db)
            try db.execute(
                "INSERT INTO sign_in_step (token_hash, account, password, expires) VALUES (?, ?, ?, ?)",
                [
                    RandomToken.hash(token), proof.account.name, proof.password,
                    now + Self.stepLifetime,
                ])
        }
        return token
    }

    private func openSession(_ proof: Proof, isNewBrowser: Bool = false) async throws(StoreError) -> Session {
        let session = makeSession(proof, isNewBrowser: isNewBrowser)
        try await database.write { try $0.open(session, proof) }
        return session
    }

    /// - Parameter isNewBrowser: whether the browser gets a token by which it is known, also when it has one.
    private func makeSession(_ proof: Proof, isNewBrowser: Bool = false) -> Session {
        let isKnown = proof.throttle.browser != nil && !isNewBrowser
        return Session(
            token: RandomToken.make(), id: RandomToken.makeID(), csrfToken: RandomToken.make(), account: proof.account,
            expires: database.now() + Self.sessionLifetime, browserToken: isKnown ? nil : RandomToken.make())
    }

    static var refusal: StoreError { StoreError(.refused, "the name or the password is wrong") }
}

extension SignInOrigin {
    /// The user agent as it is stored: at most 256 bytes, without characters that cannot be seen.
    fileprivate var shownUserAgent: String {
        var text = ""
        for scalar in userAgent.unicodeScalars.prefix(256) where !scalar.isInvisible {
            guard text.utf8.count + scalar.utf8.count <= 256 else { break }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}

extension SQLTransaction {
    /// Counts an attempt to sign in as if it had failed.
    /// - Throws: `throttled` when it comes too early.
    fileprivate func countAttempt(
        account: String, _ origin: SignInOrigin, isCode: Bool = false, at now: Timestamp
    ) throws -> SignInThrottle {
        let browser = origin.browserToken.flatMap { RandomToken.isWellFormed($0) ? RandomToken.hash($0) : nil }
        let isTrusted = try browser.map { try self.isTrusted($0, account: account) } ?? false
        let throttle = SignInThrottle(
            account: account, address: origin.address, browser: isTrusted ? browser : nil, isCode: isCode)
        try throttle.count(at: now, self)
        return throttle
    }

    fileprivate func open(_ session: Session, _ proof: SQLAccountStore.Proof) throws {
        let name = proof.account.name
        let now = session.expires + (.zero - SQLAccountStore.sessionLifetime)
        try proof.throttle.forgive(self)
        // A password that was changed since it was checked opens nothing.
        let changed = try execute(
            """
            INSERT INTO session (token_hash, id, csrf, account, expires, created, seen, address, user_agent)
            SELECT ?, ?, ?, name, ?, ?, ?, ?, ? FROM account WHERE name = ? AND password = ?
            """,
            [
                RandomToken.hash(session.token), session.id, session.csrfToken, session.expires, now, now,
                proof.origin.address, proof.origin.shownUserAgent, name, proof.password,
            ])
        guard changed == 1 else { throw SQLAccountStore.refusal }
        let hash = session.browserToken.map(RandomToken.hash) ?? proof.throttle.browser
        if let hash { try trust(hash, account: name, at: now) }
        try audit("account.sign_in", name, app: nil, by: name, at: now)
    }

    private func isTrusted(_ browser: String, account: String) throws -> Bool {
        try row("SELECT 1 FROM trusted_browser WHERE token_hash = ? AND account = ?", [browser, account]) != nil
    }

    private func trust(_ browser: String, account: String, at now: Timestamp) throws {
        try execute(
            """
            INSERT INTO trusted_browser (token_hash, account, latest) VALUES (?, ?, ?)
            ON CONFLICT (token_hash) DO UPDATE SET latest = excluded.latest
            """, [browser, account, now])
        try execute(
            """
            DELETE FROM trusted_browser WHERE account = ? AND token_hash NOT IN
            (SELECT token_hash FROM trusted_browser WHERE account = ? ORDER BY latest DESC, token_hash LIMIT ?)
            """, [account, account, SQLAccountStore.browsersPerAccount])
    }
}
