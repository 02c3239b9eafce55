import PlatformStore

/// The warehouse's tables.
///
/// Events carry no index but their own key; every other question is answered by what is kept up to date beside them.
enum WarehouseSchema {
    private static let version: Int64 = 3

    /// Makes the tables in a new file.
    ///
    /// Throws `invalid` for a file of a layout that no release had, and for a file of a later layout.
    static func prepare(_ connection: SQLiteConnection) throws(StoreError) {
        try connection.execute(settings)
        try connection.transaction { () throws(StoreError) in
            let found = try connection.layout(upTo: version)
            let isNew = try isEmpty(connection)
            guard found == version || isNew else {
                throw StoreError(.invalid, "the warehouse has layout \(found), which no release of the program wrote")
            }
            try connection.claim(layout: version)
            try connection.execute(tables)
        }
    }

    private static func isEmpty(_ connection: SQLiteConnection) throws(StoreError) -> Bool {
        let count = try connection.prepare("SELECT COUNT(*) FROM sqlite_master")
        return try count.step() && count.integer(0) == 0
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
}
