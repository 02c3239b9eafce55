import Foundation
import GRDB
import MarqueeCore
import MarqueeWire

/// What placements keep between launches, in the file `placements.sqlite3`: the install's id, the session token, the
/// opt-out, every reward that was unlocked, and which files of units are on disk.
///
/// A write is on disk when the call returns.
final class PlacementState: Sendable {
    /// A named value.
    enum Name: String, Sendable {
        case gid
        case session
        case isOptedOut
        /// The number of the newest session that an open has reported.
        case reportedSession
    }

    private let file: DatabaseFile
    private let optOutCopy: OptOutFile
    private let now: @Sendable () -> Timestamp
    /// The user's choice in this process, which holds also if the disk did not take it.
    private let choice = Locked<Bool?>(nil)
    /// Cookies that reports are being stored with, by product.
    private let usedCookies = Locked<[String: Set<String>]>([:])

    /// Opens or creates the file in the environment's folder.
    /// - Throws: ``MarqueeCore/MarqueeError`` with `storage` if the folder cannot be used, or if a later version of the SDK
    ///   has used the file.
    init(_ environment: Environment) throws(MarqueeError) {
        file = try DatabaseFile("placements.sqlite3", in: environment, migrations: Self.migrations)
        optOutCopy = OptOutFile(environment)
        now = environment.now
    }

    private static let migrations = [
        Migration(
            "1",
            sql: """
                CREATE TABLE value (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
                CREATE TABLE reward (
                    number INTEGER PRIMARY KEY,
                    receipt TEXT NOT NULL UNIQUE,
                    name TEXT NOT NULL,
                    quantity INTEGER NOT NULL,
                    isDelivered INTEGER NOT NULL DEFAULT 0
                );
                CREATE TABLE file (name TEXT PRIMARY KEY, size INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;
                CREATE TABLE cookie (product TEXT PRIMARY KEY, cookie TEXT NOT NULL) WITHOUT ROWID;
                """),
        Migration("2", sql: "ALTER TABLE cookie ADD COLUMN stored INTEGER NOT NULL DEFAULT 0"),
    ]
    /// How long a purchase counts as started by a unit, in milliseconds.
    private static let cookieLifetime: Int64 = 7 * 86_400_000

    func read<Value>(_ body: (Database) throws -> Value) throws(MarqueeError) -> Value { try file.read(body) }

    func write<Value>(_ body: (Database) throws -> Value) throws(MarqueeError) -> Value { try file.write(body) }

    func value(_ name: Name) throws(MarqueeError) -> String? {
        try file.read {
            try String.fetchOne($0, sql: "SELECT value FROM value WHERE name = ?", arguments: [name.rawValue])
        }
    }

    /// Stores a value; `nil` removes it.
    func store(_ value: String?, as name: Name) throws(MarqueeError) {
        try file.write { database in
            if let value {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO value (name, value) VALUES (?, ?)", arguments: [name.rawValue, value])
            } else {
                try database.execute(sql: "DELETE FROM value WHERE name = ?", arguments: [name.rawValue])
            }
        }
    }

    /// Whether the user opted out; `nil` if no choice was made.
    func isOptedOut() throws(MarqueeError) -> Bool? {
        if let choice = choice.withLock({ $0 }) { return choice }
        return optOutCopy.exists ? true : try value(.isOptedOut).map { $0 == "1" }
    }

    /// Stores the user's choice. The copy is written first and removed last, so that it never says less than the file.
    /// - Throws: what the disk threw. An opt-out then holds for this process, and an opt-in does not.
    func store(isOptedOut: Bool) throws(MarqueeError) {
        if isOptedOut {
            choice.withLock { $0 = true }
            // Each is tried even if the other one fails.
            let copied = Result { () throws(MarqueeError) in try optOutCopy.create() }
            try store("1", as: .isOptedOut)
            try copied.get()
        } else {
            try store("0", as: .isOptedOut)
            try optOutCopy.remove()
            choice.withLock { $0 = false }
        }
    }

    /// Forgets what was stored of the user's doings: the session token, and which units started purchases. Unlocked rewards
    /// are the user's, and stay.
    func forgetBehaviour() throws(MarqueeError) {
        try file.write { database in
            try database.execute(sql: "DELETE FROM value WHERE name = ?", arguments: [Name.session.rawValue])
            try database.execute(sql: "DELETE FROM cookie")
        }
    }

    /// Stores rewards that the server signed. A receipt that is known already is not stored again.
    func unlock(_ rewards: [UnitReward]) throws(MarqueeError) {
        try file.write { database in
            for reward in rewards {
                try database.execute(
                    sql: """
                        INSERT INTO reward (receipt, name, quantity) VALUES (?, ?, ?) ON CONFLICT (receipt) DO NOTHING
                        """,
                    arguments: [reward.receipt, reward.name, reward.quantity])
            }
        }
    }

    /// The oldest reward that the app has not taken yet, among those after a number.
    func undelivered(after number: Int64) throws(MarqueeError) -> (number: Int64, reward: PlacementReward)? {
        try file.read { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT number, receipt, name, quantity FROM reward WHERE NOT isDelivered AND number > ?
                    ORDER BY number LIMIT 1
                    """, arguments: [number]
            ).map {
                ($0["number"], PlacementReward(name: $0["name"], quantity: $0["quantity"], receipt: $0["receipt"]))
            }
        }
    }

    func undeliveredCount() throws(MarqueeError) -> Int {
        try file.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM reward WHERE NOT isDelivered") ?? 0 }
    }

    /// The app has taken the reward; it is never delivered again.
    func delivered(_ receipt: String) throws(MarqueeError) {
        try file.write {
            try $0.execute(sql: "UPDATE reward SET isDelivered = 1 WHERE receipt = ?", arguments: [receipt])
        }
    }

    /// Remembers which unit started the purchase of a product, until the purchase is reported, and for seven days at most.
    func store(cookie: String, of product: String) throws(MarqueeError) {
        let (now, oldest) = (now(), oldestCookie)
        try file.write {
            try $0.execute(sql: "DELETE FROM cookie WHERE stored < ?", arguments: [oldest])
            try $0.execute(
                sql: "INSERT OR REPLACE INTO cookie (product, cookie, stored) VALUES (?, ?, ?)",
                arguments: [product, cookie, now.milliseconds])
        }
    }

    func cookie(of product: String) throws(MarqueeError) -> String? {
        let oldest = oldestCookie
        return try file.read {
            try String.fetchOne(
                $0, sql: "SELECT cookie FROM cookie WHERE product = ? AND stored >= ?", arguments: [product, oldest])
        }
    }

    private var oldestCookie: Int64 { now().milliseconds - Self.cookieLifetime }

    /// The cookie of a product for one report; another report at the same time gets none.
    func useCookie(of product: String) throws(MarqueeError) -> String? {
        try usedCookies.withLock { used throws(MarqueeError) in
            // Under the lock: a cookie that was read before may be forgotten meanwhile, and its use over.
            guard let cookie = try cookie(of: product), used[product, default: []].insert(cookie).inserted else {
                return nil
            }
            return cookie
        }
    }

    /// Ends the use of a cookie, which the next report gets again unless it was forgotten.
    func returnCookie(_ cookie: String, of product: String) {
        usedCookies.withLock {
            $0[product]?.remove(cookie)
            if $0[product]?.isEmpty == true { $0[product] = nil }
        }
    }

    /// Forgets a cookie whose purchase was reported. A later unit may have stored another one meanwhile, which stays.
    func forget(cookie: String, of product: String) throws(MarqueeError) {
        try file.write {
            try $0.execute(
                sql: "DELETE FROM cookie WHERE product = ? AND cookie = ?", arguments: [product, cookie])
        }
    }

    /// Closes the file; later calls throw `invalidState`.
    func close() { file.close() }
}
