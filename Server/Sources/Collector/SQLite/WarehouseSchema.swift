import MarqueeWire
import PlatformStore

/// The log's tables; each projection has tables of its own.
///
/// Events have no index but their ids; ``EventSlots`` finds those of an app, a name, an install or a user.
enum WarehouseSchema {
    private static let version: Int64 = 5
    /// The layout whose files are taken over. No release had an earlier one.
    private static let earliest: Int64 = 3
    /// Events that are read in one go when a file is taken over.
    private static let step = 100_000

    /// Makes the tables in a new file, and brings those of an earlier layout up to date.
    ///
    /// Throws `invalid` for a file of a layout that no release had, and for a file of a later layout.
    static func prepare(_ connection: SQLiteConnection, _ projections: [any Projection]) throws(StoreError) {
        try connection.execute(settings)
        try connection.transaction { () throws(StoreError) in
            let found = try connection.layout(upTo: version)
            let isNew = try connection.prepare("SELECT 1 FROM sqlite_master").first() == nil
            guard isNew || found >= earliest else {
                throw StoreError(.invalid, "the warehouse has layout \(found), which no release of the program wrote")
            }
            try connection.execute(tables)
            if try connection.lacks("seen", in: "name_list") { try connection.execute(addSeen) }
            if try connection.lacks("opted_out", in: "event") {
                try connection.execute("ALTER TABLE event ADD COLUMN opted_out INTEGER")
            }
            if try connection.lacks("scope", in: "dead_letter") {
                try connection.execute("ALTER TABLE dead_letter ADD COLUMN scope INTEGER")
            }
            if try connection.lacks("is_opt_out", in: "erasure") { try connection.execute(addOptOuts) }
            for projection in projections { try prepare(projection, connection) }
            if !isNew, found == earliest { try takeOver(connection) }
            if !isNew, found < 5 { try ReaderTakeOver.run(connection) }
            try connection.claim(layout: version)
        }
    }

    private static func prepare(_ projection: any Projection, _ connection: SQLiteConnection) throws(StoreError) {
        let find = try connection.prepare("SELECT version FROM projection WHERE name = ?")
        find.bind(1, projection.name)
        let found = Int(try find.first() ?? 0)
        guard found <= projection.versions.count else {
            throw StoreError(
                .invalid,
                "a later version of the program wrote the warehouse: its \(projection.name) have layout \(found)")
        }
        for version in projection.versions[found...] { try connection.execute(version) }
        let store = try connection.prepare("INSERT OR REPLACE INTO projection (name, version) VALUES (?, ?)")
        store.bind(1, projection.name)
        store.bind(2, Int64(projection.versions.count))
        try store.run()
    }

    /// Layout 3 had no slots, and names without a bound.
    private static func takeOver(_ connection: SQLiteConnection) throws(StoreError) {
        let slots = try EventSlots(connection)
        let events = try connection.prepare(
            "SELECT id, scope, name, install, user FROM event WHERE install <> '' ORDER BY id")
        var count = 0
        while try events.step() {
            let place = EventSlots.Place(made: events.bytes(0).prefix(6).reduce(Int64(0)) { $0 << 8 | Int64($1) })
            let scope = events.integer(1)
            slots.add(EventSlots.Subject.app.hash(scope: scope), place)
            slots.add(EventSlots.Subject.name(events.integer(2)).hash(scope: scope), place)
            events.bytes(3).withUnsafeBufferPointer {
                slots.add(EventSlots.Subject.install($0).hash(scope: scope), place)
            }
            if !events.isNull(4) {
                events.bytes(4).withUnsafeBufferPointer {
                    slots.add(EventSlots.Subject.user($0).hash(scope: scope), place)
                }
            }
            count += 1
            if count.isMultiple(of: step) { try slots.write() }
        }
        try slots.write()
        try connection.execute(
            """
            INSERT INTO name_list (list, scope, term, seen)
                SELECT 'event', scope, name, MAX(received) / 86400000 FROM event WHERE install <> '' GROUP BY scope, name;
            INSERT INTO name_list (list, scope, term, seen)
                SELECT 'entry_point', scope, entry, MAX(day) FROM rollup GROUP BY scope, entry;
            """)
    }

    // Events are added at the end: larger pages are written in fewer steps, to the log and out of it. A file of an earlier
    // build keeps its own.
    private static let settings = """
        PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000;
        PRAGMA cache_size = -32768;
        """

    /// Files of earlier builds do not know when a name was last seen: their names stay as long as those of today.
    private static let addSeen = """
        ALTER TABLE name_list ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
        UPDATE name_list SET seen = unixepoch() / 86400;
        """

    private static let addOptOuts = """
        ALTER TABLE erasure ADD COLUMN is_opt_out INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE erasure ADD COLUMN kept TEXT NOT NULL DEFAULT '[]';
        """

    private static let tables = """
        CREATE TABLE IF NOT EXISTS term (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
        CREATE TABLE IF NOT EXISTS name_list (
            list TEXT NOT NULL, scope INTEGER NOT NULL, term INTEGER NOT NULL, seen INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (list, scope, term)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS event (
            id BLOB PRIMARY KEY NOT NULL, scope INTEGER NOT NULL, name INTEGER NOT NULL, time INTEGER NOT NULL,
            received INTEGER NOT NULL, install TEXT NOT NULL, user TEXT, session TEXT, sequence INTEGER NOT NULL,
            advertiser TEXT, properties TEXT, opted_out INTEGER) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS event_slot (
            block INTEGER NOT NULL, subject INTEGER NOT NULL, bits INTEGER NOT NULL, PRIMARY KEY (block, subject)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS event_day (
            day INTEGER PRIMARY KEY, whole INTEGER NOT NULL, empty INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS stray (day INTEGER NOT NULL, id BLOB NOT NULL, PRIMARY KEY (day, id)) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS stray_by_id ON stray (id);
        CREATE TABLE IF NOT EXISTS dead_letter (
            id INTEGER PRIMARY KEY AUTOINCREMENT, received INTEGER NOT NULL, reason TEXT NOT NULL, body BLOB NOT NULL,
            scope INTEGER);
        CREATE TABLE IF NOT EXISTS cursor (spool TEXT PRIMARY KEY NOT NULL, position INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS erasure (
            id INTEGER PRIMARY KEY AUTOINCREMENT, scope INTEGER NOT NULL, ids TEXT, asked INTEGER NOT NULL,
            stage INTEGER NOT NULL, position TEXT, events INTEGER NOT NULL, finished INTEGER,
            is_opt_out INTEGER NOT NULL DEFAULT 0, kept TEXT NOT NULL DEFAULT '[]');
        CREATE TABLE IF NOT EXISTS opt_out_cursor (id INTEGER PRIMARY KEY CHECK (id = 0), place TEXT NOT NULL);
        CREATE TABLE IF NOT EXISTS projection (name TEXT PRIMARY KEY NOT NULL, version INTEGER NOT NULL);
        """
}
