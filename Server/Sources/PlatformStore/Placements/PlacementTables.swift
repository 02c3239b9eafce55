/// The tables of placements, content units, and what devices do with them.
///
/// A row of `placement_showing` counts showings of a unit. `subject` is an install, or empty for everybody; `bucket` is the
/// second, or for everybody the minute, in seconds since 1970, and 0 for all time.
enum PlacementTables {
    static let migration = SQLMigration(name: "18 placements") {
        try $0.script(
            """
            CREATE TABLE placement_catalogue (app TEXT PRIMARY KEY NOT NULL REFERENCES app, version BIGINT NOT NULL);
            CREATE TABLE placement (
                app TEXT NOT NULL REFERENCES app, tag TEXT NOT NULL, name TEXT NOT NULL, badge TEXT NOT NULL,
                version BIGINT NOT NULL, PRIMARY KEY (app, tag));
            CREATE TABLE content_unit (
                app TEXT NOT NULL REFERENCES app, id TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
                document TEXT NOT NULL, weight BIGINT NOT NULL, is_paused BOOLEAN NOT NULL, starts BIGINT, ends BIGINT,
                rules TEXT NOT NULL, valid_seconds BIGINT, version BIGINT NOT NULL, PRIMARY KEY (app, id));
            CREATE TABLE placement_unit (
                app TEXT NOT NULL, tag TEXT NOT NULL, unit TEXT NOT NULL, priority BIGINT NOT NULL,
                PRIMARY KEY (app, tag, unit), FOREIGN KEY (app, tag) REFERENCES placement ON DELETE CASCADE,
                FOREIGN KEY (app, unit) REFERENCES content_unit ON DELETE CASCADE);
            CREATE INDEX placement_unit_by_unit ON placement_unit (app, unit);
            CREATE TABLE placement_nonce (
                app TEXT NOT NULL REFERENCES app, nonce TEXT NOT NULL, ends BIGINT NOT NULL, PRIMARY KEY (app, nonce));
            CREATE INDEX placement_nonce_by_end ON placement_nonce (ends);
            CREATE TABLE placement_showing (
                app TEXT NOT NULL, subject TEXT NOT NULL, unit TEXT NOT NULL, bucket BIGINT NOT NULL,
                number BIGINT NOT NULL, PRIMARY KEY (app, subject, unit, bucket),
                FOREIGN KEY (app, unit) REFERENCES content_unit ON DELETE CASCADE);
            CREATE INDEX placement_showing_by_unit ON placement_showing (app, unit);
            CREATE INDEX placement_showing_by_time ON placement_showing (bucket);
            CREATE TABLE placement_session (
                app TEXT NOT NULL REFERENCES app, token_hash TEXT NOT NULL, install TEXT NOT NULL, seen BIGINT NOT NULL,
                PRIMARY KEY (app, token_hash));
            CREATE INDEX placement_session_by_install ON placement_session (app, install);
            CREATE INDEX placement_session_by_age ON placement_session (seen);
            CREATE TABLE form_answer (
                id TEXT PRIMARY KEY NOT NULL, app TEXT NOT NULL, unit TEXT NOT NULL, install TEXT, answers TEXT NOT NULL,
                time BIGINT NOT NULL, FOREIGN KEY (app, unit) REFERENCES content_unit ON DELETE CASCADE);
            CREATE INDEX form_answer_by_unit ON form_answer (app, unit, id);
            CREATE INDEX form_answer_by_install ON form_answer (app, install);
            CREATE TABLE placement_request (
                id TEXT PRIMARY KEY NOT NULL, app TEXT NOT NULL REFERENCES app, install TEXT NOT NULL, route TEXT NOT NULL,
                parameters TEXT NOT NULL, outcome TEXT NOT NULL, detail TEXT NOT NULL, time BIGINT NOT NULL);
            CREATE INDEX placement_request_by_app ON placement_request (app, id);
            CREATE INDEX placement_request_by_age ON placement_request (time);
            """)
    }

    /// Which request was answered with a form, and which installs opted out lately.
    static let submissionMigration = SQLMigration(name: "24 submissions of forms") {
        try $0.script(
            """
            ALTER TABLE form_answer ADD COLUMN nonce TEXT;
            CREATE UNIQUE INDEX form_answer_by_nonce ON form_answer (app, nonce);
            CREATE TABLE placement_opt_out (
                app TEXT NOT NULL REFERENCES app, install_hash TEXT NOT NULL, time BIGINT NOT NULL,
                PRIMARY KEY (app, install_hash));
            CREATE INDEX placement_opt_out_by_age ON placement_opt_out (time);
            """)
    }

    /// Installs whose events of placements each server has to erase from its warehouse.
    static let optOutMigration = SQLMigration(name: "30 erasures after opt-outs") {
        try $0.script(
            """
            CREATE TABLE placement_erasure (
                id TEXT PRIMARY KEY NOT NULL, app TEXT NOT NULL REFERENCES app, install TEXT NOT NULL);
            """)
    }

    /// Which of the installs that opted out have opted in again. Nobody knows it of earlier rows: those installs are forgotten
    /// once more when they say again that they opted out.
    static let optInMigration = SQLMigration(name: "32 ends of opt-outs") {
        try $0.script("ALTER TABLE placement_opt_out ADD COLUMN is_over BOOLEAN NOT NULL DEFAULT TRUE;")
    }

    /// A number of the app that goes up, on SQLite, with every transaction that counts showings to everybody.
    static let showingsMigration = SQLMigration(name: "23 number of showings") {
        try $0.script("ALTER TABLE placement_catalogue ADD COLUMN showings BIGINT NOT NULL DEFAULT 0;")
    }

    /// The badge that a placement had when an install opened one of its units.
    static let badgeMigration = SQLMigration(name: "20 opened badges") {
        try $0.script(
            """
            CREATE TABLE placement_badge (
                app TEXT NOT NULL REFERENCES app, install TEXT NOT NULL, tag TEXT NOT NULL, badge TEXT NOT NULL,
                seen BIGINT NOT NULL, PRIMARY KEY (app, install, tag));
            CREATE INDEX placement_badge_by_age ON placement_badge (seen);
            """)
    }

    /// For a badge that changes: every install's row of the placement is deleted.
    static let badgeIndexMigration = SQLMigration(name: "26 badges by placement") {
        try $0.script("CREATE INDEX placement_badge_by_placement ON placement_badge (app, tag);")
    }
}
