import MarqueeWire
import PlatformStore

/// Forgets profiles that are too old, their counts, and tags that no profile has; some rows at a time, in one pass a day.
final class ProfileSweep {
    private enum Position {
        /// Behind a user's profile.
        case profiles(scope: Int64, reader: Int64)
        /// Behind the counts of a scope.
        case counts(scope: Int64)
        /// Behind a tag.
        case tags(Int64)
        case end
    }

    /// Rows that one step looks at.
    private let step: Int64
    private let selectProfiles: SQLiteStatement
    private let removeProfile: SQLiteStatement
    private let nextScope: SQLiteStatement
    private let removeCounts: SQLiteStatement
    private let lastTag: SQLiteStatement
    private let removeTags: SQLiteStatement
    private var pass: (oldest: Day, position: Position)?

    init(_ connection: SQLiteConnection, step: Int64 = 2000) throws(StoreError) {
        self.step = step
        selectProfiles = try connection.prepare(
            """
            SELECT scope, reader, time FROM user_profile WHERE (scope, reader) > (?, ?) ORDER BY scope, reader LIMIT ?
            """)
        removeProfile = try connection.prepare("DELETE FROM user_profile WHERE scope = ? AND reader = ?")
        nextScope = try connection.prepare("SELECT MIN(scope) FROM tag_day WHERE scope > ?")
        removeCounts = try connection.prepare(
            """
            DELETE FROM tag_day WHERE scope = ?1
            AND (day, tag) IN (SELECT day, tag FROM tag_day WHERE scope = ?1 AND day < ?2 LIMIT ?3)
            """)
        lastTag = try connection.prepare("SELECT MAX(id) FROM (SELECT id FROM tag WHERE id > ? ORDER BY id LIMIT ?)")
        removeTags = try connection.prepare(
            """
            DELETE FROM tag WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT 1 FROM tag_day WHERE tag_day.tag = tag.id)
            """)
    }

    /// Begins again, after a rollback.
    func forget() { pass = nil }

    /// Does one step; `false` when nothing is left to do for a day.
    /// - Parameter oldest: profiles of earlier days are forgotten.
    func run(oldest: Day) throws(StoreError) -> Bool {
        if pass?.oldest != oldest { pass = (oldest, .profiles(scope: 0, reader: 0)) }
        switch pass?.position {
        case .profiles(let scope, let reader): pass?.position = try sweepProfiles(after: scope, reader, oldest)
        case .counts(let scope): pass?.position = try sweepCounts(after: scope, oldest)
        case .tags(let tag): pass?.position = try sweepTags(after: tag)
        case .end, nil: return false
        }
        return true
    }

    private func sweepProfiles(after scope: Int64, _ reader: Int64, _ oldest: Day) throws(StoreError) -> Position {
        selectProfiles.bind(1, scope)
        selectProfiles.bind(2, reader)
        selectProfiles.bind(3, step)
        var last: (scope: Int64, reader: Int64)?
        var old: [(scope: Int64, reader: Int64)] = []
        while try selectProfiles.step() {
            let key = (scope: selectProfiles.integer(0), reader: selectProfiles.integer(1))
            if selectProfiles.integer(2) < oldest.start.milliseconds { old.append(key) }
            last = key
        }
        selectProfiles.reset()
        for key in old {
            removeProfile.bind(1, key.scope)
            removeProfile.bind(2, key.reader)
            try removeProfile.run()
        }
        return last.map { .profiles(scope: $0.scope, reader: $0.reader) } ?? .counts(scope: 0)
    }

    private func sweepCounts(after scope: Int64, _ oldest: Day) throws(StoreError) -> Position {
        nextScope.bind(1, scope)
        // Numbers begin with 1; there is none behind the last.
        guard let next = try nextScope.first(), next > scope else { return .tags(0) }
        removeCounts.bind(1, next)
        removeCounts.bind(2, Int64(oldest.number))
        removeCounts.bind(3, step)
        try removeCounts.run()
        return .counts(scope: Int64(removeCounts.changes) < step ? next : scope)
    }

    private func sweepTags(after tag: Int64) throws(StoreError) -> Position {
        lastTag.bind(1, tag)
        lastTag.bind(2, step)
        guard let last = try lastTag.first(), last > tag else { return .end }
        removeTags.bind(1, tag)
        removeTags.bind(2, last)
        try removeTags.run()
        return .tags(last)
    }
}
