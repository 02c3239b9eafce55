import PlatformStore

/// Gives readers of files before layout 5 a number in each app. Those files numbered an id once for all apps.
///
/// A file of one app keeps all numbers. In a file of several, the first app in which an id is known keeps its number. An id
/// of which no app is known loses its text, and is counted as a new reader when it comes back.
enum ReaderTakeOver {
    static func run(_ connection: SQLiteConnection) throws(StoreError) {
        try connection.execute(
            """
            CREATE TEMP TABLE kept_term (id INTEGER PRIMARY KEY);
            INSERT OR IGNORE INTO kept_term SELECT term FROM name_list;
            INSERT OR IGNORE INTO kept_term SELECT scope FROM name_list;
            INSERT OR IGNORE INTO kept_term SELECT name FROM event_count;
            INSERT OR IGNORE INTO kept_term SELECT scope FROM install;
            INSERT OR IGNORE INTO kept_term SELECT scope FROM page;
            INSERT OR IGNORE INTO kept_term SELECT entry FROM rollup;
            """)
        let scopes = try connection.prepare(
            "SELECT COUNT(DISTINCT scope), MIN(scope) FROM (SELECT scope FROM install UNION SELECT scope FROM name_list)"
        )
        guard try scopes.step() else { return }
        let (count, first) = (scopes.integer(0), scopes.integer(1))
        scopes.reset()
        if count == 1 {
            try rename(connection, "char(1) || substr(text, 1, 1) || \(first) || ':' || substr(text, 2)")
        } else {
            try share(connection)
            try rename(connection, "char(1) || 'x' || id")
        }
        try connection.execute("DROP TABLE kept_term")
    }

    /// Renames the readers that still have their old texts.
    private static func rename(_ connection: SQLiteConnection, _ text: String) throws(StoreError) {
        try connection.execute(
            """
            UPDATE term SET text = \(text) WHERE substr(text, 1, 1) IN ('u', 'i') AND id NOT IN (SELECT id FROM kept_term)
            """)
    }

    /// The readers that each app is known to have.
    private static func share(_ connection: SQLiteConnection) throws(StoreError) {
        try connection.execute(
            """
            CREATE TEMP TABLE old_reader (text TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
            INSERT INTO old_reader SELECT text, id FROM term
                WHERE substr(text, 1, 1) IN ('u', 'i') AND id NOT IN (SELECT id FROM kept_term);
            CREATE TEMP TABLE app_reader (
                scope INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (scope, text)) WITHOUT ROWID;
            INSERT OR IGNORE INTO app_reader SELECT scope, text FROM user_profile JOIN old_reader ON number = reader;
            """)
        let add = try connection.prepare("INSERT OR IGNORE INTO app_reader (scope, text) VALUES (?, ?)")
        for (letter, table) in [
            ("i", "SELECT scope, id FROM install"), ("u", "SELECT DISTINCT scope, user FROM event"),
        ] {
            let select = try connection.prepare(table)
            while try select.step() {
                guard !select.isNull(1) else { continue }
                add.bind(1, select.integer(0))
                add.bind(2, letter + NameTable.stored(select.bytes(1)))
                try add.run()
            }
        }
        // The first app takes the old row, the others get new ones, and the rows that have them.
        try connection.execute(
            """
            CREATE TEMP TABLE new_reader AS SELECT scope, text, number, char(1) || substr(text, 1, 1) || scope || ':' ||
                substr(text, 2) AS name, ROW_NUMBER() OVER (PARTITION BY text ORDER BY scope) AS place
                FROM app_reader JOIN old_reader USING (text);
            UPDATE term SET text = name FROM new_reader WHERE place = 1 AND number = id;
            INSERT INTO term (text) SELECT name FROM new_reader WHERE place > 1;
            """)
        for (table, column) in [
            ("user_profile", "reader"), ("lane_count", "install"), ("sequence_gap", "install"),
        ] {
            try connection.execute(
                """
                UPDATE \(table) SET \(column) = term.id FROM new_reader JOIN term ON term.text = name
                WHERE place > 1 AND \(table).scope = new_reader.scope AND \(table).\(column) = number
                """)
        }
        try connection.execute("DROP TABLE old_reader; DROP TABLE app_reader; DROP TABLE new_reader")
    }
}
