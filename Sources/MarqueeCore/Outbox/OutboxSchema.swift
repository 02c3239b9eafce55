/// The tables of `outbox.sqlite3`, one step for each layout there has been.
enum OutboxSchema {
    static let migrations = [
        // `IF NOT EXISTS`: the first versions of the SDK made these tables without remembering that they had.
        Migration(
            "1",
            sql: """
                CREATE TABLE IF NOT EXISTS event (
                    sequence INTEGER PRIMARY KEY,
                    id BLOB NOT NULL,
                    status INTEGER NOT NULL,
                    stored INTEGER NOT NULL,
                    body BLOB NOT NULL,
                    reason TEXT
                );
                CREATE INDEX IF NOT EXISTS eventSetAside ON event (sequence) WHERE status != 0;
                CREATE TABLE IF NOT EXISTS ledger (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
                CREATE TABLE IF NOT EXISTS clockStep (last INTEGER PRIMARY KEY, step INTEGER NOT NULL);
                """)
    ]
}
