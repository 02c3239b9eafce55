import Foundation
import GRDB

/// The users of this install, the active user, and the counts of each user's tags.
///
/// Ids and tags keep their exact bytes: they are not trimmed, case-folded or normalised. A change is on disk when the
/// call returns, so it survives a process kill. Any thread may call; calls run one after the other, each in one small
/// transaction.
public final class UserStore: Sendable {
    /// The limits of ids and tags.
    public enum Limit {
        /// Maximum bytes of a user id.
        public static let id = 4_096
        /// Maximum bytes of a tag.
        public static let tag = 1_024
        /// Maximum tags in one call.
        public static let tags = 10_000
    }

    let state: SDKState
    private let cache: Locked<String?>
    private let changed: @Sendable (String?) -> Void

    /// Reads the active user.
    /// - Parameter changed: called after another user became active, before ``activate(_:)`` returns, and in the order
    ///   of the changes. It must not call the store.
    init(state: SDKState, changed: @escaping @Sendable (String?) -> Void) throws(MarqueeError) {
        self.state = state
        self.changed = changed
        let active = try state.read { try Data.fetchOne($0, sql: "SELECT id FROM user WHERE active") }
        cache = Locked(active.map(Self.text))
    }

    /// A new anonymous id. The id is random, contains nothing about the device or its owner, and is not registered.
    public static func generateDefaultID() -> String { UUID().uuidString.lowercased() }

    /// The active user's id; `nil` until a user is activated for the first time.
    public var active: String? { cache.withLock { $0 } }

    /// The ids of all users, in order of creation.
    public func all() throws(MarqueeError) -> [String] {
        try state.read { try Data.fetchAll($0, sql: "SELECT id FROM user ORDER BY number").map(Self.text) }
    }

    /// Registers a user but does not activate it.
    ///
    /// Each distinct tag starts with the count 1.
    /// - Throws: ``MarqueeError`` with `invalidParameters` (empty or oversized id or tag) or `userAlreadyExists`;
    ///   nothing is stored then.
    public func create(_ id: String, tags: [String] = []) throws(MarqueeError) {
        try Self.check(id)
        try Self.check(tags)
        try state.write { database in
            try database.execute(sql: "INSERT OR IGNORE INTO user (id) VALUES (?)", arguments: [Data(id.utf8)])
            guard database.changesCount == 1 else {
                throw MarqueeError(.userAlreadyExists, "a user with this id already exists")
            }
            let number = database.lastInsertedRowID
            for tag in tags {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO tag (user, name, count) VALUES (?, ?, 1)",
                    arguments: [number, Data(tag.utf8)])
            }
        }
    }

    /// Makes a registered user the only active user.
    ///
    /// Activating the active user again changes nothing and sends no notice.
    /// - Throws: ``MarqueeError`` with `invalidParameters` or `unknownUser`; the active user does not change then.
    public func activate(_ id: String) throws(MarqueeError) {
        try Self.check(id)
        // The lock covers the transaction and the callback. Otherwise two concurrent calls could leave different users
        // in memory, on disk and at the receiver of the callback.
        try cache.withLock { active throws(MarqueeError) in
            guard !Self.isSame(active, id) else { return }
            try state.write { database in
                guard let number = try Self.number(of: id, database) else {
                    throw MarqueeError(.unknownUser, "there is no user with this id")
                }
                try database.execute(sql: "UPDATE user SET active = 0 WHERE active")
                try database.execute(sql: "UPDATE user SET active = 1 WHERE number = ?", arguments: [number])
            }
            active = id
            changed(id)
        }
    }

    /// A user's tags, highest count first, equal counts in byte order; empty for a user without tags.
    /// - Throws: ``MarqueeError`` with `unknownUser`.
    public func tags(of id: String) throws(MarqueeError) -> [String] {
        try usage(of: id).map(\.tag)
    }

    /// The same as ``tags(of:)``, with the counts.
    public func usage(of id: String) throws(MarqueeError) -> [TagUsage] {
        try state.read { database in
            guard let number = try Self.number(of: id, database) else {
                throw MarqueeError(.unknownUser, "there is no user with this id")
            }
            return try Self.usage(number, database)
        }
    }

    /// A snapshot of a user's tags with their counts.
    ///
    /// The counts of tags that Swift's `String` treats as equal are added, up to `Int.max`. ``usage(of:)`` keeps these
    /// tags separate.
    /// - Throws: ``MarqueeError`` with `unknownUser`.
    public func usageCounts(of id: String) throws(MarqueeError) -> [String: Int] {
        Dictionary(try usage(of: id).map { ($0.tag, $0.count) }) { left, right in
            let (sum, overflow) = left.addingReportingOverflow(right)
            return overflow ? .max : sum
        }
    }

    /// The active user's tags and counts, for tailoring; empty if no user is active.
    public func activeUsage() throws(MarqueeError) -> [TagUsage] {
        try state.read { database in
            guard let number = try Self.activeNumber(database) else { return [] }
            return try Self.usage(number, database)
        }
    }

    /// Adds to the active user's counts, and removes a tag if its count becomes 0 or less.
    /// - Throws: ``MarqueeError`` with `invalidParameters` or `activeUserNotSet`; nothing changes then.
    public func updateUsageCounts(_ changes: [String: Int]) throws(MarqueeError) {
        try Self.check(Array(changes.keys))
        try state.write { database in
            guard let number = try Self.activeNumber(database) else {
                throw MarqueeError(.activeUserNotSet, "no user is active")
            }
            for (tag, change) in changes { try Self.add(change, to: tag, of: number, database) }
        }
    }

    /// Adds 1 to the active user's count of each tag of a viewed page. Does nothing if no user is active.
    ///
    /// The caller must count each view only once.
    /// - Throws: ``MarqueeError`` with `invalidParameters` for an empty or oversized tag, or too many tags.
    public func viewed(tags: [String]) throws(MarqueeError) {
        try Self.check(tags)
        guard !tags.isEmpty else { return }
        try state.write { database in
            guard let number = try Self.activeNumber(database) else { return }
            for tag in Set(tags.map { Data($0.utf8) }) { try Self.add(1, to: Self.text(tag), of: number, database) }
        }
    }
}

extension UserStore {
    private static func add(_ change: Int, to tag: String, of number: Int64, _ database: Database) throws {
        let name = Data(tag.utf8)
        let stored =
            try Int64.fetchOne(
                database, sql: "SELECT count FROM tag WHERE user = ? AND name = ?", arguments: [number, name]) ?? 0
        let (sum, overflow) = stored.addingReportingOverflow(Int64(change))
        let count = overflow ? (change > 0 ? Int64.max : 0) : sum
        if count > 0 {
            try database.execute(
                sql: "INSERT OR REPLACE INTO tag (user, name, count) VALUES (?, ?, ?)",
                arguments: [number, name, count])
        } else {
            try database.execute(sql: "DELETE FROM tag WHERE user = ? AND name = ?", arguments: [number, name])
        }
    }

    private static func usage(_ number: Int64, _ database: Database) throws -> [TagUsage] {
        let rows = try Row.fetchAll(
            database, sql: "SELECT name, count FROM tag WHERE user = ? ORDER BY count DESC, name", arguments: [number])
        return rows.map { TagUsage(tag: text($0["name"]), count: $0["count"]) }
    }

    private static func number(of id: String, _ database: Database) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT number FROM user WHERE id = ?", arguments: [Data(id.utf8)])
    }

    private static func activeNumber(_ database: Database) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT number FROM user WHERE active")
    }

    private static func check(_ id: String) throws(MarqueeError) {
        guard (1...Limit.id).contains(id.utf8.count) else {
            throw MarqueeError(.invalidParameters, "a user id must have 1 to \(Limit.id) bytes")
        }
    }

    private static func check(_ tags: [String]) throws(MarqueeError) {
        guard tags.count <= Limit.tags, tags.allSatisfy({ (1...Limit.tag).contains($0.utf8.count) }) else {
            throw MarqueeError(
                .invalidParameters, "a tag must have 1 to \(Limit.tag) bytes, and a call at most \(Limit.tags) tags")
        }
    }

    private static func text(_ bytes: Data) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func isSame(_ left: String?, _ right: String) -> Bool {
        left.map { $0.utf8.elementsEqual(right.utf8) } ?? false
    }
}
