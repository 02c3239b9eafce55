import MarqueeWire
import PlatformStore

/// The tags of users' profiles, counted as they arrive.
struct UserTags: Projection {
    /// A hundred tags of ordinary length; a longer list is no profile.
    fileprivate static let tags = PropertyKey("tags", longest: 8192)

    let name = "user_tags"
    let eventNames: Set<String>? = [EventName.userTags]
    let keys = [tags]

    let versions = [
        """
        CREATE TABLE IF NOT EXISTS user_profile (
            scope INTEGER NOT NULL, reader INTEGER NOT NULL, time INTEGER NOT NULL, tags TEXT NOT NULL,
            PRIMARY KEY (scope, reader)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS tag (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (scope, text));
        CREATE TABLE IF NOT EXISTS tag_day (
            scope INTEGER NOT NULL, day INTEGER NOT NULL, tag INTEGER NOT NULL, users INTEGER NOT NULL,
            PRIMARY KEY (scope, day, tag)) WITHOUT ROWID;
        """,
        "CREATE INDEX tag_day_by_tag ON tag_day (tag);",
    ]

    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold { try UserTagsFold(warehouse) }
}

private final class UserTagsFold: ProjectionFold {
    private let warehouse: FoldContext
    private let tags: FoldKey
    private let counts: ProfileCounts
    private let sweep: ProfileSweep
    /// The latest profile of each user in the transaction.
    private var profiles: [ProfileCounts.UserKey: ProfileCounts.Profile] = [:]

    init(_ warehouse: FoldContext) throws(StoreError) {
        self.warehouse = warehouse
        tags = warehouse.key(UserTags.tags)
        counts = try ProfileCounts(warehouse.connection)
        sweep = try ProfileSweep(warehouse.connection)
    }

    func fold(_ events: [FoldedEvent], of batch: FoldedBatch) throws(StoreError) {
        for event in events { try fold(event, of: batch) }
    }

    private func fold(_ event: FoldedEvent, of batch: FoldedBatch) throws(StoreError) {
        guard let tags = batch.text(tags, of: event) else { return }
        let key = ProfileCounts.UserKey(
            scope: batch.scopeNumber, reader: try warehouse.names.reader(of: event, batch))
        // Events arrive out of order; the latest profile counts.
        if let known = profiles[key], known.time > event.time.milliseconds { return }
        profiles[key] = .init(time: event.time.milliseconds, tags: batch.scanner.string(tags))
    }

    func write() throws(StoreError) {
        // Readers are numbered in the order of their first events: when there is no room for all tags, theirs are counted.
        for (key, profile) in profiles.sorted(by: { $0.key.reader < $1.key.reader }) {
            try counts.count(profile, of: key)
        }
        try counts.write()
        profiles = [:]
    }

    func forget() {
        profiles = [:]
        counts.forget()
        sweep.forget()
    }

    func erase(_ person: ErasedPerson) throws(StoreError) -> Bool {
        for reader in person.readers { try counts.remove(.init(scope: person.scope, reader: reader)) }
        try counts.write()
        return false
    }

    func tidy(now: Timestamp) throws(StoreError) -> Bool {
        let goesOn = try sweep.run(oldest: Day(now + (.zero - ProfileTags.age)))
        if goesOn { counts.forget() }
        return goesOn
    }
}
