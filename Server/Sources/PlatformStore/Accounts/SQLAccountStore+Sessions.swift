import Foundation
import MarqueeWire
import Secrets

extension SQLAccountStore {
    /// How far behind the time of the latest use may be. Each request would else be a write.
    private static let seenPrecision = Duration.seconds(60)
    /// The longest that a session lasts, however often it is extended by use.
    private static let longestSession = Duration.seconds(7 * 86_400)

    /// A session with when it was last used, as the database has it.
    private struct Stored: Sendable {
        let session: Session
        let seen: Timestamp
    }

    func session(token: String) async throws(StoreError) -> Session? {
        guard RandomToken.isWellFormed(token) else { return nil }
        let now = database.now()
        guard let stored = try await stored(token, at: now) else { return nil }
        let isOld = stored.session.expires < now + Self.sessionLifetime / 2
        guard isOld || stored.seen + Self.seenPrecision <= now else { return stored.session }
        do {
            return try await used(stored.session, at: now, extending: isOld)
        } catch {
            // A full disk ends nobody's session before its time.
            return stored.session
        }
    }

    private func stored(_ token: String, at now: Timestamp) async throws(StoreError) -> Stored? {
        try await database.read { db in
            guard
                let row = try db.row(
                    "SELECT * FROM session WHERE token_hash = ? AND expires > ? AND created > ?",
                    [
                        RandomToken.hash(token), now,
                        now + (.zero - Self.longestSession),
                    ]),
                let account = try db.account(try row["account"])
            else { return nil }
            let session = try Session(
                token: token, id: row["id"], csrfToken: row["csrf"], account: account.record,
                expires: row["expires"])
            return Stored(session: session, seen: try row["seen"])
        }
    }

    /// Records the use of a session. One that is near its end lives longer: what a person is writing would be lost
    /// otherwise.
    ///
    /// - Returns: `nil` when the session has ended meanwhile.
    private func used(_ session: Session, at now: Timestamp, extending: Bool) async throws(StoreError) -> Session? {
        let expires = extending ? now + Self.sessionLifetime : session.expires
        return try await database.write { db in
            let changed = try db.execute(
                "UPDATE session SET seen = ?, expires = ? WHERE token_hash = ? AND expires > ?",
                [
                    now, expires, RandomToken.hash(session.token), now,
                ])
            guard changed == 1 else { return nil }
            return Session(
                token: session.token, id: session.id, csrfToken: session.csrfToken, account: session.account,
                expires: expires)
        }
    }

    func signOut(token: String) async throws(StoreError) {
        try await database.write { db in
            try db.execute("DELETE FROM session WHERE token_hash = ?", [RandomToken.hash(token)])
        }
    }

    func signOutEverywhere(_ name: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            guard try db.account(name) != nil else { throw Self.missing }
            try db.endSessions(of: name)
            try db.audit("account.sign_out", name, app: nil, by: who, at: now)
        }
    }

    func sessions(of account: String) async throws(StoreError) -> [SessionRecord] {
        let now = database.now()
        return try await database.read { db in
            try db.rows(
                "SELECT * FROM session WHERE account = ? AND expires > ? ORDER BY seen DESC, id",
                [account, now]
            ).map { row in
                try SessionRecord(
                    id: row["id"], account: row["account"], created: row["created"],
                    lastSeen: row["seen"], expires: row["expires"],
                    address: row["address"], userAgent: row["user_agent"])
            }
        }
    }

    func endSession(_ id: String, of account: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let changed = try db.execute("DELETE FROM session WHERE id = ? AND account = ?", [id, account])
            guard changed == 1 else { throw StoreError(.notFound, "the session has ended already") }
            try db.audit("account.session_end", account, detail: id, app: nil, by: who, at: now)
        }
    }
}
