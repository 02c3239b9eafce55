public import MarqueeWire
import PlatformStore

extension Reports {
    /// The tags in the profiles of users.
    /// - Parameters:
    ///   - scope: the app and stream they sent for.
    ///   - since: profiles of days before are not counted, because their users may be gone.
    /// - Throws: ``PlatformStore/StoreError``.
    public func profileTags(scope: Scope, since: Timestamp) async throws -> ProfileTags {
        try await reader.answer { (connection) throws(StoreError) in
            let select = try connection.prepare(
                """
                SELECT tag_day.tag, tag.text, SUM(users) FROM tag_day LEFT JOIN tag ON tag.id = tag_day.tag
                WHERE tag_day.scope = (SELECT id FROM term WHERE text = ?) AND day >= ? GROUP BY tag_day.tag
                """)
            select.bind(1, scope.description)
            select.bind(2, Int64(Day(since).number))
            var users = 0
            var counts: [TagName: Int] = [:]
            while try select.step() {
                let count = Int(select.integer(2))
                if select.integer(0) == 0 { users = count } else { counts[TagName(select.text(1))] = count }
            }
            return ProfileTags(users: users, counts: counts)
        }
    }
}
