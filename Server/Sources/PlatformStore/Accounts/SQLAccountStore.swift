import Crypto
import Dispatch
import Foundation
import MarqueeWire

struct SQLAccountStore: AccountStore {
    static let sessionLifetime = Duration.seconds(12 * 3600)

    let database: PlatformDatabase
    let cost: Int
    let sealing: SealingKey
    // One password at a time: each takes 32 MiB, and a burst of sign-ins must not take all memory.
    private let hashing = DispatchQueue(label: "marquee.passwords")
    let tidying = Housekeeping()

    init(database: PlatformDatabase, sealing: SealingKey, cost: Int = PasswordHash.standardCost) {
        self.database = database
        self.sealing = sealing
        self.cost = cost
    }

    func isEmpty() async throws(StoreError) -> Bool {
        try await database.read { try $0.count("SELECT COUNT(*) FROM account") == 0 }
    }

    func createFirst(name: String, password: String) async throws(StoreError) -> AccountRecord {
        try await insert(name: name, password: password, roles: .administrator, by: name) { db in
            guard try db.count("SELECT COUNT(*) FROM account") == 0 else {
                throw StoreError(.alreadyExists, "the first account was made already")
            }
        }
    }

    func create(name: String, password: String, roles: WingRoles, by who: String)
        async throws(StoreError) -> AccountRecord
    {
        try await insert(name: name, password: password, roles: roles, by: who) { _ in }
    }

    func accounts() async throws(StoreError) -> [AccountRecord] {
        try await database.read { try $0.accounts() }
    }

    func setPassword(_ password: String, of name: String, by who: String) async throws(StoreError) {
        _ = try await setPassword(hashOf: password, of: name, replacing: nil, by: who)
    }

    /// Replaces a password, ends the account's sessions and forgets its browsers.
    /// - Parameter known: the password as the caller proved it, as it was stored then; `nil` replaces any.
    /// - Returns: the password as it is stored.
    /// - Throws: `refused` when the password is no longer the one that was proved.
    func setPassword(
        hashOf password: String, of name: String, replacing known: String?, by who: String
    ) async throws(StoreError) -> String {
        let hash = try await hash(password)
        let now = database.now()
        try await database.write { db in
            let changed = try db.execute(
                "UPDATE account SET password = ? WHERE name = ?\(known == nil ? "" : " AND password = ?")",
                [hash, name] + (known.map { [$0] } ?? []))
            guard changed == 1 else { throw known == nil ? Self.missing : Self.refusal }
            try db.endSessions(of: name)
            try db.audit("account.password", name, app: nil, by: who, at: now)
        }
        return hash
    }

    func setRoles(_ roles: WingRoles, of name: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try Self.requireRole(roles)
        try await database.write { db in
            guard try db.row("SELECT 1 FROM account WHERE name = ?", [name]) != nil else { throw Self.missing }
            try db.setRoles(roles, of: name)
            try db.requireTeamOwner()
            if roles[.team] != .owner { try db.revokeInvitations(by: name, at: now) }
            try db.audit("account.role", name, detail: roles.text, app: nil, by: who, at: now)
        }
    }

    func remove(_ name: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            let changed = try db.execute("DELETE FROM account WHERE name = ?", [name])
            guard changed == 1 else { throw Self.missing }
            try db.requireTeamOwner()
            try db.revokeInvitations(by: name, at: now)
            try db.audit("account.remove", name, app: nil, by: who, at: now)
        }
    }

    /// Makes an account in one transaction with what else has to happen.
    /// - Parameter before: runs in the transaction before the account is there; what it throws leaves nothing behind.
    func insert(
        name: String, password: String, roles: WingRoles, by who: String,
        before: @escaping @Sendable (any SQLTransaction) throws -> Void
    ) async throws(StoreError) -> AccountRecord {
        try Self.requireValid(name: name)
        try Self.requireRole(roles)
        // Asked before the hash, which costs time and memory; the key decides when two make one account at once.
        guard try await database.read({ try $0.account(name) }) == nil else {
            throw StoreError(.alreadyExists, "there is an account of that name")
        }
        let hash = try await hash(password)
        let record = AccountRecord(name: name, roles: roles, created: database.now())
        try await database.write { db in
            try before(db)
            try db.execute(
                "INSERT INTO account (name, password, created) VALUES (?, ?, ?)", [name, hash, record.created])
            try db.setRoles(roles, of: name)
            try db.requireTeamOwner()
            try db.audit("account.create", name, detail: roles.text, app: nil, by: who, at: record.created)
        }
        return record
    }

    static var missing: StoreError { StoreError(.notFound, "there is no account of that name") }

    static func requireRole(_ roles: WingRoles) throws(StoreError) {
        guard !roles.isEmpty else { throw StoreError(.invalid, "an account has a role in at least one wing") }
    }

    private static func requireValid(name: String) throws(StoreError) {
        guard (1...64).contains(name.utf8.count), name == name.trimmingCharacters(in: .whitespacesAndNewlines),
            !name.unicodeScalars.contains(where: \.isInvisible)
        else {
            throw StoreError(
                .invalid, "a name has 1 to 64 bytes, no spaces at its ends, and no characters that cannot be seen")
        }
    }

    static func requireValid(password: String) throws(StoreError) {
        guard PasswordHash.lengths.contains(password.utf8.count) else {
            throw StoreError(.invalid, "a password has 10 to 1024 bytes")
        }
    }

    private func hash(_ password: String) async throws(StoreError) -> String {
        try Self.requireValid(password: password)
        return try await BlockingWork.run(on: hashing) { () throws(StoreError) in
            try PasswordHash(password, cost: cost).stored
        }
    }

    /// Whether the password is the account's.
    ///
    /// Takes as long for a name that does not exist.
    func check(_ password: String, against stored: String?) async throws(StoreError) -> Bool {
        guard password.utf8.count <= PasswordHash.lengths.upperBound else { return false }
        return try await BlockingWork.run(on: hashing) { () throws(StoreError) in
            guard let hash = stored.flatMap(PasswordHash.init(stored:)) else {
                _ = try PasswordHash(password, cost: cost)
                return false
            }
            return try hash.accepts(password)
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar cannot be seen. People tell names apart by looking, and line ends and marks of direction would
    /// let two names look alike.
    var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
