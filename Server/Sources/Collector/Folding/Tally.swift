/// What one transaction adds to the rollups, gathered in memory so that each row is written once.
struct Tally {
    struct Key: Hashable {
        let scope: Int64
        let day: Int
        let page: Int64
        let entry: Int64
    }

    struct Reader: Hashable {
        let key: Key
        let reader: Int64
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

    var figures: [Key: Figures] = [:]
    var readers: Set<Reader> = []
    var installs: [InstallKey: Install] = [:]
}
