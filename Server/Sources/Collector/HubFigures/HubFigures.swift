import MarqueeWire
import PlatformStore

/// The reports' figures: each ``HubMetric`` and the readers, by app, day, page and entry point.
struct HubFigures: Projection {
    static let uri = PropertyKey("uri")
    static let channel = PropertyKey("channel", isProgramText: true)
    static let entryPoint = PropertyKey("entry_point", isProgramText: true)
    static let release = PropertyKey("release")
    static let url = PropertyKey("url", longest: 1024)

    let releases: PublishedReleases
    var mostPages = PageTable.mostPages

    let name = "hub_figures"
    let eventNames: Set<String>? = Set(HubMetric.allCases.map(\.definition.event))
    let keys = [uri, channel, entryPoint, release, url] + HubMetric.allCases.compactMap(\.definition.amount.key)

    let versions = [
        """
        CREATE TABLE IF NOT EXISTS page (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, uri TEXT NOT NULL, type TEXT NOT NULL, hub TEXT NOT NULL,
            channel TEXT, UNIQUE (scope, uri));
        CREATE TABLE IF NOT EXISTS rollup (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, day INTEGER NOT NULL, page INTEGER NOT NULL, entry INTEGER NOT NULL,
            UNIQUE (scope, day, page, entry));
        CREATE TABLE IF NOT EXISTS reader (
            rollup INTEGER NOT NULL, block INTEGER NOT NULL, bits INTEGER NOT NULL, PRIMARY KEY (rollup, block)) WITHOUT ROWID;
        """,
        LinkClicks.tables,
    ]

    func prepare(for scopes: Set<Scope>) async { await releases.update(scopes) }

    func open(in warehouse: FoldContext) throws(StoreError) -> any ProjectionFold {
        for metric in HubMetric.allCases {
            let column = metric.definition.column
            guard try warehouse.connection.lacks(column, in: "rollup") else { continue }
            try warehouse.connection.execute("ALTER TABLE rollup ADD COLUMN \(column) INTEGER NOT NULL DEFAULT 0")
        }
        try separateTestDevices(warehouse.connection)
        return try HubFiguresFold(warehouse, releases, mostPages: mostPages)
    }

    /// Gives `rollup` a row for readers and one for test devices. What was counted before is readers'.
    private func separateTestDevices(_ connection: SQLiteConnection) throws(StoreError) {
        guard try connection.lacks("is_test", in: "rollup") else { return }
        let columns = HubMetric.allCases.map(\.definition.column)
        let names = columns.joined(separator: ", ")
        try connection.transaction { () throws(StoreError) in
            try connection.execute(
                """
                ALTER TABLE rollup RENAME TO joint_rollup;
                CREATE TABLE rollup (
                    id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, day INTEGER NOT NULL, page INTEGER NOT NULL,
                    entry INTEGER NOT NULL, is_test INTEGER NOT NULL,
                    \(columns.map { "\($0) INTEGER NOT NULL DEFAULT 0" }.joined(separator: ", ")),
                    UNIQUE (scope, day, page, entry, is_test));
                INSERT INTO rollup (id, scope, day, page, entry, is_test, \(names))
                    SELECT id, scope, day, page, entry, 0, \(names) FROM joint_rollup;
                DROP TABLE joint_rollup;
                """)
        }
    }
}
