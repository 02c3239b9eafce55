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
        var readers: Set<Int64> = []
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

    var rows: [Row] = []
    var installs: [InstallKey: Install] = [:]
    private var places: [Key: Int] = [:]

    /// The place of a key's row.
    mutating func row(of key: Key) -> Int {
        if let place = places[key] { return place }
        places[key] = rows.count
        rows.append(Row(key: key))
        return rows.count - 1
    }
}
