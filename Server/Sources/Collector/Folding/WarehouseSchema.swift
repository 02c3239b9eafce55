import PlatformStore

/// The warehouse's tables.
///
/// Events carry no index but their own key; every other question is answered by what is kept up to date beside them.
enum WarehouseSchema {
    private static let version: Int64 = 3

    /// Makes the tables in a new file, and today's tables of an earlier build's.
    static func prepare(_ connection: SQLiteConnection) throws(StoreError) {
        try connection.execute(settings)
        try connection.transaction { () throws(StoreError) in
            try connection.claim(layout: version)
            let found = try layout(connection)
            try connection.execute(setAside[found] ?? "")
            try connection.execute(tables)
            try connection.execute(takeOver[found] ?? "")
            try connection.execute(countEvents)
            // Tables of their own until layout 3, which counts tags as profiles come.
            guard try connection.lacks("user", in: "profile") else { return }
            try countProfiles(connection)
            try connection.execute("DROP TABLE profile")
        }
    }

    private static func countProfiles(_ connection: SQLiteConnection) throws(StoreError) {
        let counts = try ProfileCounts(connection)
        let select = try connection.prepare("SELECT scope, reader, time, tags FROM profile")
        while try select.step() {
            try counts.note(
                Tally.Profile(time: select.integer(2), tags: select.text(3)),
                of: Tally.ProfileKey(scope: select.integer(0), reader: select.integer(1)))
        }
        try counts.write()
    }

    /// Of the tables themselves; today's for a file without any.
    private static func layout(_ connection: SQLiteConnection) throws(StoreError) -> Int64 {
        if try connection.lacks("id", in: "rollup") { return 0 }
        if try connection.lacks("bits", in: "reader") { return 1 }
        return try connection.lacks("user", in: "profile") ? 2 : version
    }

    // Events are added at the end: larger pages are written in fewer steps, to the log and out of it. A file of an earlier
    // build keeps its own.
    private static let settings = """
        PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000;
        PRAGMA cache_size = -32768;
        """

    private static let tables = """
        CREATE TABLE IF NOT EXISTS term (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
        CREATE TABLE IF NOT EXISTS page (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, uri TEXT NOT NULL, type TEXT NOT NULL, hub TEXT NOT NULL,
            channel TEXT, UNIQUE (scope, uri));
        CREATE TABLE IF NOT EXISTS event (
            id BLOB PRIMARY KEY NOT NULL, scope INTEGER NOT NULL, name INTEGER NOT NULL, time INTEGER NOT NULL,
            received INTEGER NOT NULL, install TEXT NOT NULL, user TEXT, session TEXT, sequence INTEGER NOT NULL,
            advertiser TEXT, properties TEXT) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS rollup (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, day INTEGER NOT NULL, page INTEGER NOT NULL, entry INTEGER NOT NULL,
            presentations INTEGER NOT NULL, views INTEGER NOT NULL, reads INTEGER NOT NULL, dwell INTEGER NOT NULL,
            completions INTEGER NOT NULL, links INTEGER NOT NULL, UNIQUE (scope, day, page, entry));
        CREATE TABLE IF NOT EXISTS reader (
            rollup INTEGER NOT NULL, block INTEGER NOT NULL, bits INTEGER NOT NULL, PRIMARY KEY (rollup, block)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS install (
            scope INTEGER NOT NULL, id TEXT NOT NULL, first_seen INTEGER NOT NULL, last_seen INTEGER NOT NULL,
            sdk TEXT NOT NULL, release INTEGER, events INTEGER NOT NULL, PRIMARY KEY (scope, id)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS user_profile (
            scope INTEGER NOT NULL, reader INTEGER NOT NULL, time INTEGER NOT NULL, tags TEXT NOT NULL,
            PRIMARY KEY (scope, reader)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS tag (
            id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (scope, text));
        CREATE TABLE IF NOT EXISTS tag_day (
            scope INTEGER NOT NULL, day INTEGER NOT NULL, tag INTEGER NOT NULL, users INTEGER NOT NULL,
            PRIMARY KEY (scope, day, tag)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS event_day (
            day INTEGER PRIMARY KEY, whole INTEGER NOT NULL, empty INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS stray (day INTEGER NOT NULL, id BLOB NOT NULL, PRIMARY KEY (day, id)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS dead_letter (
            id INTEGER PRIMARY KEY AUTOINCREMENT, received INTEGER NOT NULL, reason TEXT NOT NULL, body BLOB NOT NULL);
        CREATE TABLE IF NOT EXISTS cursor (spool TEXT PRIMARY KEY NOT NULL, position INTEGER NOT NULL);
        """

    // Layout 0 repeated a figure's whole key for each of its readers, layout 1 had a row for each.
    private static let setAside: [Int64: String] = [
        0: "ALTER TABLE rollup RENAME TO rollup_0; ALTER TABLE reader RENAME TO reader_0;",
        1: "ALTER TABLE reader RENAME TO reader_1;",
    ]

    // Places in the SQLite file that was the spool then mean nothing in its files.
    private static let takeOver: [Int64: String] = [
        0: """
        INSERT INTO rollup (scope, day, page, entry, presentations, views, reads, dwell, completions, links)
            SELECT scope, day, page, entry, presentations, views, reads, dwell, completions, links FROM rollup_0;
        INSERT INTO reader (rollup, block, bits)
            SELECT id, reader_0.reader >> 6, \(bits("reader_0.reader"))
            FROM reader_0 JOIN rollup USING (scope, day, page, entry) GROUP BY 1, 2;
        DROP TABLE reader_0; DROP TABLE rollup_0; DELETE FROM cursor;
        """,
        1: """
        INSERT INTO reader (rollup, block, bits)
            SELECT rollup, reader >> 6, \(bits("reader")) FROM reader_1 GROUP BY 1, 2;
        DROP TABLE reader_1; DELETE FROM cursor;
        """,
    ]

    /// Counts events that came before their days were counted; the first six bytes of an id are the time it was made at.
    private static let countEvents = """
        INSERT OR IGNORE INTO stray (day, id)
            SELECT received / 86400000, id FROM event
            WHERE NOT EXISTS (SELECT 1 FROM event_day)
                AND substr(hex(id), 1, 12) NOT BETWEEN printf('%012X', received - 86399999)
                AND printf('%012X', received + 86399999);
        INSERT INTO event_day (day, whole, empty)
            SELECT received / 86400000, COUNT(*), 0 FROM event WHERE NOT EXISTS (SELECT 1 FROM event_day) GROUP BY 1;
        """

    /// The sum of different bits is the bits together.
    private static func bits(_ reader: String) -> String { "SUM(1 << (\(reader) & 63))" }
}
