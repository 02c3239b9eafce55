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
            guard db.changesCount == 1 else { throw StoreError(.notFound, "there is no account of that name") }
            try db.execute(sql: "DELETE FROM session WHERE account = ?", arguments: [name])
            try db.execute(sql: "DELETE FROM trusted_browser WHERE account = ?", arguments: [name])
            try db.audit("account.password", name, app: nil, by: who, at: now)
        }
    }

    func remove(_ name: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            try db.execute(sql: "DELETE FROM account WHERE name = ?", arguments: [name])
            guard db.changesCount == 1 else { throw StoreError(.notFound, "there is no account of that name") }
            guard try db.count("SELECT COUNT(*) FROM account WHERE role = 'administrator'") > 0 else {
                throw StoreError(.invalid, "the last administrator cannot be removed")
            }
            try db.audit("account.remove", name, app: nil, by: who, at: now)
        }
    }

    private func insert(
        name: String, password: String, role: AccountRecord.Role, by who: String,
        unless check: @escaping @Sendable (Database) throws -> Void
    ) async throws(StoreError) -> AccountRecord {
        guard (1...64).contains(name.utf8.count), name == name.trimmingCharacters(in: .whitespacesAndNewlines) else {
            throw StoreError(.invalid, "a name has 1 to 64 bytes and no spaces at its ends")
        }
        let hash = try await hash(password)
        let record = AccountRecord(name: name, role: role, created: database.now())
        try await database.write { db in
            try check(db)
            try db.execute(
                sql: "INSERT INTO account (name, role, password, created) VALUES (?, ?, ?, ?)",
                arguments: [name, role.rawValue, hash, record.created.milliseconds])
            try db.audit("account.create", name, detail: role.rawValue, app: nil, by: who, at: record.created)
        }
        return record
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
