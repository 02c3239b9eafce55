/// What one transaction adds to the rollups, gathered in memory so that each row is written once.
struct Tally {
    struct Key: Hashable {
        let scope: Int64
        let day: Int
        let page: Int64
        let entry: Int64
    }

    struct Row {
        let key: Key
        var figures = Figures()
        /// As they came, some more than once.
        var readers: [Int64] = []
    }

    struct InstallKey: Hashable {
        let scope: Int64
        let id: String
    }

    struct Install {
        var firstSeen: Int64
        var lastSeen: Int64
        var sdk: String
        var release: Int64?
        var events = 0
    }

    struct ProfileKey: Hashable {
        let scope: Int64
        let reader: Int64
    }

    /// What a user's profile held at a time.
    struct Profile {
        let time: Int64
        /// A JSON array of texts, as it was sent.
        let tags: String
    }

    /// The latest of each user.
    private(set) var profiles: [ProfileKey: Profile] = [:]
    var rows: [Row] = []
    var installs: [InstallKey: Install] = [:]
    /// New events by the day they arrived on.
    var arrivals: [Int: Int] = [:]
    private var places: [Key: Int] = [:]

    /// Events arrive out of their order; the latest profile counts.
    mutating func note(_ profile: Profile, of key: ProfileKey) {
        if let known = profiles[key], known.time > profile.time { return }
        profiles[key] = profile
    }

    /// The place of a key's row.
    mutating func row(of key: Key) -> Int {
        if let place = places[key] { return place }
        places[key] = rows.count
        rows.append(Row(key: key))
        return rows.count - 1
    }
}
