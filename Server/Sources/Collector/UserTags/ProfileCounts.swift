import Foundation
import MarqueeWire
import PlatformStore

/// The number of users with each tag, by the day of each user's newest profile.
///
/// Counts change with each profile that arrives, so that no question reads profiles.
final class ProfileCounts {
    /// The most users whose profiles are kept, of one app and stream; further users are not counted.
    static let mostUsers = 1_000_000
    /// The longest tag that is counted, in bytes.
    private static let longestTag = 512

    struct UserKey: Hashable {
        let scope: Int64
        let reader: Int64
    }

    /// A user's profile at a time.
    struct Profile {
        let time: Int64
        /// A JSON array of texts, as it was sent.
        let tags: String
    }

    private struct CountKey: Hashable {
        let scope: Int64
        let day: Int
        /// 0 counts the users themselves.
        let tag: Int64
    }

    private let mostUsers: Int
    private let find: SQLiteStatement
    private let store: SQLiteStatement
    private let findTag: SQLiteStatement
    private let addTag: SQLiteStatement
    private let add: SQLiteStatement
    private let clear: SQLiteStatement
    private let removeUser: SQLiteStatement
    private let countTags: SQLiteStatement
    private let countUsers: SQLiteStatement
    /// The numbers of tags and users of each scope.
    private var tags: [Int64: Int] = [:]
    private var users: [Int64: Int] = [:]
    private var changes: [CountKey: Int64] = [:]

    init(_ connection: SQLiteConnection, mostUsers: Int = ProfileCounts.mostUsers) throws(StoreError) {
        self.mostUsers = mostUsers
        find = try connection.prepare("SELECT time, tags FROM user_profile WHERE scope = ? AND reader = ?")
        store = try connection.prepare(
            """
            INSERT INTO user_profile (scope, reader, time, tags) VALUES (?, ?, ?, ?)
            ON CONFLICT (scope, reader) DO UPDATE SET time = excluded.time, tags = excluded.tags
            """)
        findTag = try connection.prepare("SELECT id FROM tag WHERE scope = ? AND text = ?")
        addTag = try connection.prepare("INSERT INTO tag (scope, text) VALUES (?, ?) RETURNING id")
        add = try connection.prepare(
            """
            INSERT INTO tag_day (scope, day, tag, users) VALUES (?, ?, ?, ?)
            ON CONFLICT (scope, day, tag) DO UPDATE SET users = tag_day.users + excluded.users
            """)
        clear = try connection.prepare("DELETE FROM tag_day WHERE scope = ? AND day = ? AND tag = ? AND users <= 0")
        removeUser = try connection.prepare("DELETE FROM user_profile WHERE scope = ? AND reader = ?")
        countTags = try connection.prepare("SELECT COUNT(*) FROM tag WHERE scope = ?")
        countUsers = try connection.prepare("SELECT COUNT(*) FROM user_profile WHERE scope = ?")
    }

    /// Forgets the numbers in memory: after a rollback they may not be those of the file.
    func forget() { (tags, users, changes) = ([:], [:], [:]) }

    /// Counts a user's tags, unless a later profile is known.
    func count(_ profile: Profile, of key: UserKey) throws(StoreError) {
        // An app without our SDK may send no array of texts, or one of any length.
        guard let names = try? JSONDecoder().decode([String].self, from: Data(profile.tags.utf8)) else { return }
        let known = try stored(key)
        if let known, known.time > profile.time { return }
        if known == nil {
            guard try number(of: key.scope, &users, countUsers) < mostUsers else { return }
            users[key.scope, default: 0] += 1
        }
        var ids: [Int64] = []
        for name in Set(names.prefix(ProfileTags.mostOfOneUser).map { TagName($0) }) {
            if let id = try tag(name.text, of: key.scope) { ids.append(id) }
        }
        if let known { addChange(key.scope, known.time, known.tags, by: -1) }
        addChange(key.scope, profile.time, ids, by: 1)
        store.bind(1, key.scope)
        store.bind(2, key.reader)
        store.bind(3, profile.time)
        store.bind(4, ids.sorted().map(String.init).joined(separator: ","))
        try store.run()
    }

    /// Removes a user's profile from the file and from the counts.
    func remove(_ key: UserKey) throws(StoreError) {
        guard let known = try stored(key) else { return }
        addChange(key.scope, known.time, known.tags, by: -1)
        removeUser.bind(1, key.scope)
        removeUser.bind(2, key.reader)
        try removeUser.run()
        users[key.scope] = nil
    }

    /// Writes the counts that have changed.
    func write() throws(StoreError) {
        for (place, change) in changes where change != 0 {
            add.bind(1, place.scope)
            add.bind(2, Int64(place.day))
            add.bind(3, place.tag)
            add.bind(4, change)
            try add.run()
            guard change < 0 else { continue }
            clear.bind(1, place.scope)
            clear.bind(2, Int64(place.day))
            clear.bind(3, place.tag)
            try clear.run()
        }
        changes = [:]
    }

    private func addChange(_ scope: Int64, _ time: Int64, _ tags: [Int64], by number: Int64) {
        let day = Day(Timestamp(milliseconds: time)).number
        for tag in [0] + tags { changes[CountKey(scope: scope, day: day, tag: tag), default: 0] += number }
    }

    private func stored(_ key: UserKey) throws(StoreError) -> (time: Int64, tags: [Int64])? {
        find.bind(1, key.scope)
        find.bind(2, key.reader)
        defer { find.reset() }
        guard try find.step() else { return nil }
        return (find.integer(0), find.text(1).split(separator: ",").compactMap { Int64($0) })
    }

    /// The tag's number; `nil` for a tag beyond the bounds.
    private func tag(_ text: String, of scope: Int64) throws(StoreError) -> Int64? {
        guard text.utf8.count <= Self.longestTag else { return nil }
        findTag.bind(1, scope)
        findTag.bind(2, text)
        if let id = try findTag.first() { return id }
        guard try number(of: scope, &tags, countTags) < ProfileTags.mostTags else { return nil }
        addTag.bind(1, scope)
        addTag.bind(2, text)
        tags[scope, default: 0] += 1
        return try addTag.first()
    }

    private func number(of scope: Int64, _ known: inout [Int64: Int], _ count: SQLiteStatement) throws(StoreError)
        -> Int
    {
        if let number = known[scope] { return number }
        count.bind(1, scope)
        let number = Int(try count.first() ?? 0)
        known[scope] = number
        return number
    }
}
