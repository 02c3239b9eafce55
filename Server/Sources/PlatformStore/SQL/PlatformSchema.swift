import MarqueeWire
import Secrets

/// The tables of the control plane, in SQL that every engine takes.
///
/// What a published migration makes is never changed; a new one is added.
enum PlatformSchema {
    static let migrations = [
        SQLMigration(name: "1 content") {
            try $0.script(content)
            try indexImports($0)
        },
        SQLMigration(name: "2 releases") { try $0.script(releases) },
        SQLMigration(name: "3 people") { try $0.script(people) },
        SQLMigration(name: "4 feeds and templates") { try $0.script(feedsAndTemplates) },
        SQLMigration(name: "5 portal") { try $0.script(portal) },
        SQLMigration(name: "6 lists") {
            try $0.script(lists)
            try indexLists($0)
            try fillLists($0)
        },
        SQLMigration(name: "7 team and credentials") {
            try $0.script(team)
            try nameSessions($0)
        },
        SQLMigration(name: "8 idempotency") { try $0.script(idempotency) },
        SQLMigration(name: "9 ids instead of counters", run: replaceCounters),
        SQLMigration(name: "10 facts and keys") { try $0.script(factsAndKeys) },
        FormerVersions.migration,
        RecipientTables.migration,
        EngageRoles.migration,
        CampaignTables.migration,
        MediaTables.migration,
        ArticleVersionTables.migration,
        SQLTestDeviceStore.migration,
        PlacementTables.migration,
        PurchaseTables.migration,
        PlacementTables.badgeMigration,
        SQLTestDeviceStore.consoleMigration,
        PurchaseReportTables.migration,
        PlacementTables.showingsMigration,
        PlacementTables.submissionMigration,
        PurchaseTables.statementMigration,
        PlacementTables.badgeIndexMigration,
        PurchaseTables.readingMigration,
        PurchaseTables.turnsMigration,
        PurchaseReportTables.finerMigration,
        PlacementTables.optOutMigration,
        PurchaseTables.offerMigration,
        PlacementTables.optInMigration,
    ]

    private static let content = """
        CREATE TABLE app (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, created INTEGER NOT NULL);
        CREATE TABLE hub (
            app TEXT NOT NULL REFERENCES app, id TEXT NOT NULL, title TEXT NOT NULL, summary TEXT NOT NULL, tags TEXT NOT NULL,
            language TEXT NOT NULL, position INTEGER NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (app, id));
        CREATE TABLE channel (
            app TEXT NOT NULL, hub TEXT NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL, summary TEXT NOT NULL,
            tags TEXT NOT NULL, position INTEGER NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (app, hub, id),
            FOREIGN KEY (app, hub) REFERENCES hub ON DELETE CASCADE);
        CREATE TABLE article (
            app TEXT NOT NULL, hub TEXT NOT NULL, id TEXT NOT NULL, channel TEXT NOT NULL, position INTEGER NOT NULL,
            version INTEGER NOT NULL, modified INTEGER NOT NULL, import_source TEXT, import_key TEXT, import_hash TEXT,
            import_version INTEGER, title TEXT NOT NULL, summary TEXT NOT NULL, body TEXT NOT NULL, format TEXT NOT NULL,
            authors TEXT NOT NULL, tags TEXT NOT NULL, language TEXT, source TEXT, published INTEGER, embargo INTEGER,
            expires INTEGER, is_draft BOOLEAN NOT NULL, PRIMARY KEY (app, hub, id),
            FOREIGN KEY (app, hub, channel) REFERENCES channel ON DELETE CASCADE);
        CREATE INDEX article_by_channel ON article (app, hub, channel, position);
        CREATE TABLE used_article_id (app TEXT NOT NULL, hub TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (app, hub, id));
        CREATE TABLE asset (
            app TEXT NOT NULL, hub TEXT NOT NULL, name TEXT NOT NULL, media_type TEXT NOT NULL, sha256 TEXT NOT NULL,
            length INTEGER NOT NULL, PRIMARY KEY (app, hub, name), FOREIGN KEY (app, hub) REFERENCES hub ON DELETE CASCADE);
        CREATE TABLE audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, who TEXT NOT NULL, app TEXT, action TEXT NOT NULL,
            subject TEXT NOT NULL, detail TEXT NOT NULL);
        CREATE INDEX audit_by_app ON audit (app, id);
        """

    /// A source and a key can each have thousands of bytes.
    private static func indexImports(_ db: any SQLTransaction) throws {
        let columns =
            switch db.engine {
            case .sqlite: "import_source, import_key"
            case .postgres: "md5(import_source), md5(import_key)"
            }
        try db.script("CREATE UNIQUE INDEX article_by_import ON article (app, hub, \(columns))")
    }

    private static let releases = """
        CREATE TABLE release (
            app TEXT NOT NULL, stream TEXT NOT NULL, version INTEGER NOT NULL, issued INTEGER NOT NULL, note TEXT NOT NULL,
            who TEXT NOT NULL, sha256 TEXT NOT NULL, length INTEGER NOT NULL, manifests TEXT NOT NULL,
            PRIMARY KEY (app, stream, version));
        CREATE TABLE document (
            type TEXT NOT NULL, app TEXT NOT NULL, stream TEXT NOT NULL, version INTEGER NOT NULL, stored INTEGER NOT NULL,
            bytes BLOB NOT NULL, PRIMARY KEY (type, app, stream, version));
        """

    private static let people = """
        CREATE TABLE account (
            name TEXT PRIMARY KEY NOT NULL, role TEXT NOT NULL, password TEXT NOT NULL, created INTEGER NOT NULL);
        CREATE TABLE session (
            token_hash TEXT PRIMARY KEY NOT NULL, csrf TEXT NOT NULL, account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            expires INTEGER NOT NULL);
        CREATE INDEX session_by_account ON session (account);
        CREATE TABLE sign_in_attempt (name TEXT PRIMARY KEY NOT NULL, failures INTEGER NOT NULL, latest INTEGER NOT NULL);
        """

    private static let feedsAndTemplates = """
        CREATE TABLE feed_source (
            app TEXT NOT NULL REFERENCES app, id TEXT NOT NULL, hub TEXT NOT NULL, kind TEXT NOT NULL, location TEXT NOT NULL,
            interval_seconds INTEGER, next_run INTEGER, version INTEGER NOT NULL, PRIMARY KEY (app, id));
        CREATE TABLE feed_run (
            id INTEGER PRIMARY KEY AUTOINCREMENT, app TEXT NOT NULL, source TEXT NOT NULL, run TEXT NOT NULL,
            FOREIGN KEY (app, source) REFERENCES feed_source ON DELETE CASCADE);
        CREATE INDEX feed_run_by_source ON feed_run (app, source, id);
        CREATE TABLE template (
            app TEXT NOT NULL REFERENCES app, name TEXT NOT NULL, text TEXT NOT NULL, version INTEGER NOT NULL,
            PRIMARY KEY (app, name));
        """

    /// Attempts are counted by account, by origin and by both; a column that does not matter is empty.
    private static let portal = """
        DROP TABLE sign_in_attempt;
        CREATE TABLE sign_in_attempt (
            account TEXT NOT NULL, origin TEXT NOT NULL, failures INTEGER NOT NULL, started INTEGER NOT NULL,
            latest INTEGER NOT NULL, PRIMARY KEY (account, origin));
        CREATE INDEX sign_in_attempt_by_age ON sign_in_attempt (latest);
        CREATE TABLE trusted_browser (
            token_hash TEXT PRIMARY KEY NOT NULL, account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            latest INTEGER NOT NULL);
        CREATE INDEX trusted_browser_by_account ON trusted_browser (account, latest);
        ALTER TABLE feed_source ADD COLUMN channel TEXT;
        ALTER TABLE feed_source ADD COLUMN publishes BOOLEAN NOT NULL DEFAULT FALSE;
        ALTER TABLE release ADD COLUMN restores INTEGER;
        """

    /// What lists of articles are made from: the texts themselves are long, and are not read for a list.
    private static let lists = """
        ALTER TABLE article ADD COLUMN search TEXT NOT NULL DEFAULT '';
        ALTER TABLE article ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
        UPDATE article SET listed = COALESCE(published, modified);
        CREATE TABLE article_tag (
            app TEXT NOT NULL, hub TEXT NOT NULL, article TEXT NOT NULL, tag TEXT NOT NULL,
            PRIMARY KEY (app, hub, article, tag), FOREIGN KEY (app, hub, article) REFERENCES article ON DELETE CASCADE);
        CREATE INDEX article_by_tag ON article_tag (app, tag, hub, article);
        """

    /// SQLite finds what matches in the indices alone, since they have every column that a search needs. PostgreSQL keeps
    /// long texts apart from the rows, which it reads quickly without an index that holds them.
    private static func indexLists(_ db: any SQLTransaction) throws {
        switch db.engine {
        case .sqlite:
            try db.script(
                """
                CREATE INDEX article_by_date ON article (app, listed, hub, id, channel, search, embargo, expires, is_draft);
                CREATE INDEX article_by_title ON article (app, search, hub, id, channel, embargo, expires, is_draft);
                """)
        case .postgres:
            try db.script("CREATE INDEX article_by_date ON article (app, listed, hub, id, channel)")
        }
    }

    private static func fillLists(_ db: any SQLTransaction) throws {
        for row in try db.rows("SELECT app, hub, id, title, summary, tags FROM article") {
            let (app, hub, id): (String, String, String) = try (row["app"], row["hub"], row["id"])
            try db.execute(
                "UPDATE article SET search = ? WHERE app = ? AND hub = ? AND id = ?",
                [ArticleSearch.text(title: try row["title"], summary: try row["summary"]), app, hub, id])
            try db.setTags(try row.json("tags", as: [String].self), of: id, hub: hub, app: app)
        }
    }

    /// An account's single role becomes a role in each wing. Sessions that are open go on.
    private static let team = """
        CREATE TABLE account_role (
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, wing TEXT NOT NULL, role TEXT NOT NULL,
            PRIMARY KEY (account, wing));
        INSERT INTO account_role SELECT name, wing.id, 'owner' FROM account, (SELECT 'content' AS id UNION SELECT 'team') AS wing
            WHERE role = 'administrator';
        INSERT INTO account_role SELECT name, 'content', role FROM account WHERE role IN ('editor', 'viewer');
        INSERT INTO account_role SELECT name, 'team', 'viewer' FROM account WHERE role IN ('editor', 'viewer');
        ALTER TABLE account DROP COLUMN role;
        ALTER TABLE session ADD COLUMN id TEXT NOT NULL DEFAULT '';
        ALTER TABLE session ADD COLUMN created BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE session ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';
        ALTER TABLE session ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';
        UPDATE session SET created = expires - 43200000, seen = expires - 43200000;
        CREATE TABLE invitation (
            id TEXT PRIMARY KEY NOT NULL, token_hash TEXT NOT NULL UNIQUE, roles TEXT NOT NULL, note TEXT NOT NULL,
            made_by TEXT NOT NULL, created BIGINT NOT NULL, expires BIGINT NOT NULL, used BIGINT, account TEXT,
            revoked BIGINT);
        CREATE TABLE second_factor (
            account TEXT PRIMARY KEY NOT NULL REFERENCES account ON DELETE CASCADE, secret BLOB NOT NULL,
            begun BIGINT NOT NULL, confirmed BIGINT, last_step BIGINT NOT NULL);
        CREATE TABLE recovery_code (
            account TEXT NOT NULL REFERENCES account ON DELETE CASCADE, hash TEXT NOT NULL, PRIMARY KEY (account, hash));
        CREATE TABLE sign_in_step (
            token_hash TEXT PRIMARY KEY NOT NULL, account TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            password TEXT NOT NULL, expires BIGINT NOT NULL);
        CREATE TABLE api_token (
            id TEXT PRIMARY KEY NOT NULL, token_hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL, app TEXT REFERENCES app,
            scopes TEXT NOT NULL, made_by TEXT NOT NULL, created BIGINT NOT NULL, expires BIGINT, used BIGINT,
            revoked BIGINT);
        CREATE TABLE app_secret (
            id TEXT PRIMARY KEY NOT NULL, app TEXT NOT NULL REFERENCES app, sealed BLOB, made_by TEXT NOT NULL,
            created BIGINT NOT NULL, expires BIGINT, revoked BIGINT);
        CREATE INDEX app_secret_by_app ON app_secret (app, created);
        """

    /// Answers to requests of programs, by the token that asked and the key that it gave the request.
    private static let idempotency = """
        CREATE TABLE idempotency (
            token TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, begun BIGINT NOT NULL, answer TEXT,
            PRIMARY KEY (token, key));
        CREATE INDEX idempotency_by_age ON idempotency (begun);
        CREATE INDEX idempotency_open ON idempotency (begun) WHERE answer IS NULL;
        """

    /// What servers over one database have to agree on, and private keys, sealed.
    private static let factsAndKeys = """
        CREATE TABLE server_fact (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL);
        CREATE TABLE signing_key (
            app TEXT NOT NULL, role TEXT NOT NULL, id TEXT NOT NULL, sealed BLOB NOT NULL, stored BIGINT NOT NULL,
            PRIMARY KEY (app, role, id));
        """

    private static func nameSessions(_ db: any SQLTransaction) throws {
        for row in try db.rows("SELECT token_hash FROM session") {
            try db.execute(
                "UPDATE session SET id = ? WHERE token_hash = ?",
                [RandomToken.makeID(), try row["token_hash"] as String])
        }
        try db.script("CREATE UNIQUE INDEX session_by_id ON session (id)")
    }

    /// Rows that had numbers from a counter of SQLite's get a ``TimedID`` of their time. Rows of one time keep their order.
    private static func replaceCounters(_ db: any SQLTransaction) throws {
        try db.script(
            """
            DROP INDEX audit_by_app;
            ALTER TABLE audit RENAME TO numbered_audit;
            CREATE TABLE audit (
                id TEXT PRIMARY KEY NOT NULL, time BIGINT NOT NULL, who TEXT NOT NULL, app TEXT, action TEXT NOT NULL,
                subject TEXT NOT NULL, detail TEXT NOT NULL);
            CREATE INDEX audit_by_app ON audit (app, id);
            DROP INDEX feed_run_by_source;
            ALTER TABLE feed_run RENAME TO numbered_feed_run;
            CREATE TABLE feed_run (
                id TEXT PRIMARY KEY NOT NULL, app TEXT NOT NULL, source TEXT NOT NULL, run TEXT NOT NULL,
                FOREIGN KEY (app, source) REFERENCES feed_source ON DELETE CASCADE);
            CREATE INDEX feed_run_by_source ON feed_run (app, source, id);
            ALTER TABLE app_secret ADD COLUMN place TEXT NOT NULL DEFAULT '';
            """)
        try renumber("audit", db) { Timestamp(milliseconds: try $0["time"]) }
        try renumber("feed_run", db) { _ in Timestamp(milliseconds: 0) }
        for (number, row) in try db.rows("SELECT id, created FROM app_secret ORDER BY created, id").enumerated() {
            let id = TimedID.make(at: try row["created"], number: Int64(number))
            try db.execute("UPDATE app_secret SET place = ? WHERE id = ?", [id, try row["id"] as String])
        }
        try db.script("DROP TABLE numbered_audit; DROP TABLE numbered_feed_run")
    }

    private static func renumber(
        _ table: String, _ db: any SQLTransaction, time: (SQLRow) throws -> Timestamp
    ) throws {
        var number = Int64.min
        while true {
            let rows = try db.rows("SELECT * FROM numbered_\(table) WHERE id > ? ORDER BY id LIMIT 1000", [number])
            guard !rows.isEmpty else { return }
            for row in rows {
                number = try row["id"]
                let names = row.columns.index.keys.sorted()
                let values = try names.map { name in
                    name == "id" ? .text(TimedID.make(at: try time(row), number: number)) : try row[name] as SQLValue
                }
                let places = Array(repeating: "?", count: names.count).joined(separator: ", ")
                try db.execute(
                    "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))", values)
            }
        }
    }
}
