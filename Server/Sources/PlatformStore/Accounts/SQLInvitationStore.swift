import Foundation
import MarqueeWire
import Secrets

struct SQLInvitationStore: InvitationStore {
    private static let lifetimes = Duration.seconds(60)...Duration.seconds(90 * 86_400)
    private static let maximumNote = 200

    let database: PlatformDatabase
    let accounts: SQLAccountStore

    func create(roles: WingRoles, note: String, lifetime: Duration, by who: String)
        async throws(StoreError) -> IssuedInvitation
    {
        try SQLAccountStore.requireRole(roles)
        guard Self.lifetimes.contains(lifetime) else {
            throw StoreError(.invalid, "an invitation is open for a minute to 90 days")
        }
        guard note.utf8.count <= Self.maximumNote, !note.unicodeScalars.contains(where: \.isInvisible) else {
            throw StoreError(.invalid, "a note has at most 200 bytes in one line")
        }
        let (now, token) = (database.now(), SecretText.invitation.make())
        let invitation = Invitation(
            id: RandomToken.makeID(), roles: roles, note: note, madeBy: who, created: now, expires: now + lifetime,
            state: .open, account: nil)
        try await database.write { db in
            try db.execute(
                """
                INSERT INTO invitation (id, token_hash, roles, note, made_by, created, expires)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    invitation.id, RandomToken.hash(token), try StoredJSON.text(roles), note, who, now,
                    invitation.expires,
                ])
            try db.audit("invitation.create", invitation.id, detail: roles.text, app: nil, by: who, at: now)
        }
        return IssuedInvitation(invitation: invitation, token: token)
    }

    func invitations() async throws(StoreError) -> [Invitation] {
        let now = database.now()
        return try await database.read { db in
            try db.rows("SELECT * FROM invitation ORDER BY created DESC, id").map { try Invitation(row: $0, at: now) }
        }
    }

    func invitation(token: String) async throws(StoreError) -> Invitation? {
        guard SecretText.invitation.isWellFormed(token) else { return nil }
        let now = database.now()
        return try await database.read { db in
            try db.row("SELECT * FROM invitation WHERE token_hash = ?", [RandomToken.hash(token)])
                .map { try Invitation(row: $0, at: now) }
        }
    }

    func accept(token: String, name: String, password: String) async throws(StoreError) -> AccountRecord {
        let invitation = try await invitation(token: token)
        guard let invitation, invitation.state == .open else { throw Self.closed }
        let now = database.now()
        return try await accounts.insert(name: name, password: password, roles: invitation.roles, by: name) { db in
            // Asked again in the transaction: two people with one link cannot both be faster.
            let changed = try db.execute(
                """
                UPDATE invitation SET used = ?, account = ?
                WHERE id = ? AND used IS NULL AND revoked IS NULL AND expires > ?
                """, [now, name, invitation.id, now])
            guard changed == 1 else { throw Self.closed }
            try db.audit("invitation.accept", invitation.id, detail: name, app: nil, by: name, at: now)
        }
    }

    func revoke(_ id: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let changed = try db.execute(
                """
                UPDATE invitation SET revoked = ? WHERE id = ? AND used IS NULL AND revoked IS NULL AND expires > ?
                """, [now, id, now])
            guard changed == 1 else { throw StoreError(.notFound, "there is no open invitation \(id)") }
            try db.audit("invitation.revoke", id, app: nil, by: who, at: now)
        }
    }

    private static var closed: StoreError { StoreError(.notFound, "the invitation is no longer open") }
}

extension Invitation {
    fileprivate init(row: SQLRow, at now: Timestamp) throws {
        let expires: Timestamp = try row["expires"]
        let (used, revoked): (Timestamp?, Timestamp?) = try (row["used"], row["revoked"])
        let state: State =
            used != nil ? .used : revoked != nil ? .revoked : expires > now ? .open : .expired
        var roles: WingRoles = [:]
        for (wing, role) in try row.json("roles", as: [String: String].self) {
            guard let wing = Wing(rawValue: wing), let role = Role(rawValue: role) else { continue }
            roles[wing] = role
        }
        try self.init(
            id: row["id"], roles: roles, note: row["note"], madeBy: row["made_by"],
            created: row["created"], expires: expires, state: state, account: row["account"])
    }
}
