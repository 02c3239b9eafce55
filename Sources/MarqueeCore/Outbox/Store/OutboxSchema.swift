/// The tables of `outbox.sqlite3`, with one migration for each layout.
enum OutboxSchema {
    static let migrations = [
        // `IF NOT EXISTS`, because the first versions of the SDK made these tables without recording a migration.
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
                """),
        // Events keep their rows and become items of lane 0. Times (`stored`, `notBefore`, `expires`) are the outbox's
        // age in milliseconds. `lease` identifies the request that carries the item now, where that is stored; otherwise 0.
        Migration(
            "2",
            sql: """
                ALTER TABLE event RENAME TO item;
                ALTER TABLE item RENAME COLUMN sequence TO number;
                ALTER TABLE item ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE item ADD COLUMN notBefore INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE item ADD COLUMN expires INTEGER;
                ALTER TABLE item ADD COLUMN lease INTEGER NOT NULL DEFAULT 0;
                UPDATE item SET status = 5 WHERE status = 4;
                DROP INDEX eventSetAside;
                CREATE INDEX itemAside ON item (number) WHERE status != 0;
                CREATE INDEX itemInFlight ON item (number) WHERE lease != 0;
                CREATE INDEX itemLater ON item (number) WHERE notBefore != 0;
                CREATE INDEX itemExpiring ON item (number, expires) WHERE expires IS NOT NULL;

                CREATE TABLE lane (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
                INSERT INTO lane VALUES (0, 'events');

                ALTER TABLE ledger RENAME TO oldLedger;
                CREATE TABLE ledger (
                    lane INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    value INTEGER NOT NULL,
                    PRIMARY KEY (lane, name)
                ) WITHOUT ROWID;
                INSERT INTO ledger SELECT -1, name, value FROM oldLedger WHERE name IN ('agePassed', 'ageWall');
                INSERT INTO ledger SELECT 0, 'unsent', value FROM oldLedger WHERE name = 'notPosted';
                INSERT INTO ledger SELECT 0, 'unsentBytes', value FROM oldLedger WHERE name = 'notPostedBytes';
                INSERT INTO ledger SELECT 0, name, value FROM oldLedger
                    WHERE name IN ('lastSequence', 'posted') OR name LIKE 'dropped.%' OR name LIKE 'unreported.%';
                INSERT INTO ledger SELECT 0, 'failures', value FROM oldLedger WHERE name = 'retryAttempts' AND value > 0;
                INSERT INTO ledger SELECT 0, 'notBefore', wait.value + age.value
                    FROM oldLedger wait JOIN oldLedger age ON age.name = 'agePassed'
                    WHERE wait.name = 'retryWait' AND wait.value > 0;
                DROP TABLE oldLedger;
                """),
        // Lanes other than that of events may keep sent items, so their waiting items need an index; their numbers are
        // negative. Changes of the clock are known for each lane.
        Migration(
            "3",
            sql: """
                CREATE INDEX itemWaiting ON item (number) WHERE number < 0 AND status IN (0, 3, 4);
                CREATE INDEX itemTried ON item (number) WHERE attempts != 0;
                ALTER TABLE clockStep RENAME TO oldClockStep;
                CREATE TABLE clockStep (
                    lane INTEGER NOT NULL,
                    last INTEGER NOT NULL,
                    step INTEGER NOT NULL,
                    PRIMARY KEY (lane, last)
                ) WITHOUT ROWID;
                INSERT INTO clockStep SELECT 0, last, step FROM oldClockStep;
                DROP TABLE oldClockStep;
                """),
        // Items that are set aside are counted and trimmed without a look at the table. Items on hold have their own index.
        Migration(
            "4",
            sql: """
                DROP INDEX itemAside;
                CREATE INDEX itemAside ON item (number, status) WHERE status != 0;
                CREATE INDEX itemHeld ON item (number, status) WHERE number < 0 AND status = 3;
                """),
    ]
}
