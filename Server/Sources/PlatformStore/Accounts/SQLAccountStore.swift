import Crypto
import Dispatch
import Foundation
import GRDB
import MarqueeWire

struct SQLAccountStore: AccountStore {
    static let sessionLifetime = Duration.seconds(12 * 3600)

    let database: PlatformDatabase
    let cost: Int
    // One password at a time: each takes 32 MiB, and a burst of sign-ins must not take all memory.
    private let hashing = DispatchQueue(label: "marquee.passwords")

    init(database: PlatformDatabase, cost: Int = PasswordHash.standardCost) {
        self.database = database
        self.cost = cost
    }

    func isEmpty() async throws(StoreError) -> Bool {
        try await database.read { try $0.count("SELECT COUNT(*) FROM account") == 0 }
    }

    func createFirst(name: String, password: String) async throws(StoreError) -> AccountRecord {
        try await insert(name: name, password: password, role: .administrator, by: name) { db in
            guard try db.count("SELECT COUNT(*) FROM account") == 0 else {
                throw StoreError(.alreadyExists, "the first account was made already")
            }
        }
    }

    func create(name: String, password: String, role: AccountRecord.Role, by who: String)
        async throws(StoreError) -> AccountRecord
    {
        try await insert(name: name, password: password, role: role, by: who) { _ in }
    }

    func accounts() async throws(StoreError) -> [AccountRecord] {
        try await database.read { try $0.rows("SELECT * FROM account ORDER BY name").map(AccountRecord.init) }
    }

    func setPassword(_ password: String, of name: String, by who: String) async throws(StoreError) {
        let hash = try await hash(password)
        let now = database.now()
        try await database.write { db in
            try db.execute(sql: "UPDATE account SET password = ? WHERE name = ?", arguments: [hash, name])
            try db.requireAccount()
            try db.endSessions(of: name)
            try db.audit("account.password", name, app: nil, by: who, at: now)
        }
    }

    func setRole(_ role: AccountRecord.Role, of name: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            try db.execute(sql: "UPDATE account SET role = ? WHERE name = ?", arguments: [role.rawValue, name])
            try db.requireAccount()
            try db.requireAdministrator()
            try db.audit("account.role", name, detail: role.rawValue, app: nil, by: who, at: now)
        }
    }

    func signOutEverywhere(_ name: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            guard try db.row("SELECT 1 FROM account WHERE name = ?", [name]) != nil else { throw Self.missing }
            try db.endSessions(of: name)
            try db.audit("account.sign_out", name, app: nil, by: who, at: now)
        }
    }

    func remove(_ name: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            try db.execute(sql: "DELETE FROM account WHERE name = ?", arguments: [name])
            try db.requireAccount()
            try db.requireAdministrator()
            try db.audit("account.remove", name, app: nil, by: who, at: now)
        }
    }

    private func insert(
        name: String, password: String, role: AccountRecord.Role, by who: String,
        unless check: @escaping @Sendable (Database) throws -> Void
    ) async throws(StoreError) -> AccountRecord {
        guard (1...64).contains(name.utf8.count), name == name.trimmingCharacters(in: .whitespacesAndNewlines),
            !name.unicodeScalars.contains(where: Self.isInvisible)
        else {
            throw StoreError(
                .invalid, "a name has 1 to 64 bytes, no spaces at its ends, and no characters that cannot be seen")
        }
        let hash = try await hash(password)
        let record = AccountRecord(name: name, role: role, created: database.now())
        try await database.write { db in
            try check(db)
            try db.execute(
                sql: "INSERT INTO account (name, role, password, created) VALUES (?, ?, ?, ?)",
                arguments: [name, role.rawValue, hash, record.created.milliseconds])
            try db.requireAdministrator()
            try db.audit("account.create", name, detail: role.rawValue, app: nil, by: who, at: record.created)
        }
        return record
    }

    static var missing: StoreError { StoreError(.notFound, "there is no account of that name") }

    /// Names are for people to tell apart: line ends and marks of direction would let two look alike.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }

    private func hash(_ password: String) async throws(StoreError) -> String {
        guard PasswordHash.lengths.contains(password.utf8.count) else {
            throw StoreError(.invalid, "a password has 10 to 1024 bytes")
        }
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

extension AccountRecord {
    init(row: Row) throws {
        guard let role = Role(rawValue: row["role"]) else {
            throw StoreError(.damaged, "an account has an unknown role")
        }
        self.init(name: row["name"], role: role, created: Timestamp(milliseconds: row["created"]))
    }
}

extension Database {
    /// Throws unless the latest statement changed an account.
    fileprivate func requireAccount() throws {
        guard changesCount == 1 else { throw SQLAccountStore.missing }
    }

    /// Throws when a change left no administrator.
    fileprivate func requireAdministrator() throws {
        guard try count("SELECT COUNT(*) FROM account WHERE role = 'administrator'") > 0 else {
            throw StoreError(.invalid, "there has to be an administrator, and this would leave none")
        }
    }

    /// Signs an account out everywhere; browsers that it was known by are strangers again.
    fileprivate func endSessions(of account: String) throws {
        try execute(sql: "DELETE FROM session WHERE account = ?", arguments: [account])
        try execute(sql: "DELETE FROM trusted_browser WHERE account = ?", arguments: [account])
    }
}
