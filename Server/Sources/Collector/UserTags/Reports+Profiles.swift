public import MarqueeWire
import PlatformStore

extension Reports {
    /// The profiles of an install without a user, and of some users, as far as they are known.
    /// - Parameters:
    ///   - scope: the app and stream they sent for.
    ///   - install: the install's id.
    ///   - users: ids of users, at most 50; the rest is not looked at.
    /// - Throws: ``PlatformStore/StoreError``.
    public func profiles(scope: Scope, install: String, users: [String]) async throws -> [ReaderProfile] {
        try await reader.answer { (connection) throws(StoreError) in
            guard let app = try NameTable.number(of: scope.description, in: connection) else { return [] }
            var profiles: [ReaderProfile] = []
            for user in [nil] + users.prefix(Self.mostProfiles).map({ Optional($0) }) {
                let reader = try NameTable.number(
                    of: user ?? install, user == nil ? .install(app) : .user(app), in: connection)
                guard let reader, let profile = try Self.profile(of: reader, user, app, connection) else { continue }
                profiles.append(profile)
            }
            return profiles
        }
    }

    private static var mostProfiles: Int { 50 }

    private static func profile(
        of reader: Int64, _ user: String?, _ app: Int64, _ connection: SQLiteConnection
    ) throws(StoreError) -> ReaderProfile? {
        let find = try connection.prepare("SELECT time, tags FROM user_profile WHERE scope = ? AND reader = ?")
        find.bind(1, app)
        find.bind(2, reader)
        guard try find.step() else { return nil }
        let name = try connection.prepare("SELECT text FROM tag WHERE id = ?")
        var tags: [TagName] = []
        for id in find.text(1).split(separator: ",").compactMap({ Int64($0) }) {
            name.bind(1, id)
            if try name.step() { tags.append(TagName(name.text(0))) }
            name.reset()
        }
        return ReaderProfile(user: user, tags: tags, time: Timestamp(milliseconds: find.integer(0)))
    }
}
