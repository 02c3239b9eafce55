import GRDB

/// The tables of the control plane, in standard SQL wherever SQLite has it.
///
/// A published migration is never changed; a new one is added.
enum PlatformSchema {
    /// The number of the layout that all migrations lead to.
    static var layout: Int64 { Int64(migrator.migrations.count) }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 content") { try $0.execute(sql: content) }
        migrator.registerMigration("2 releases") { try $0.execute(sql: releases) }
        migrator.registerMigration("3 people") { try $0.execute(sql: people) }
        migrator.registerMigration("4 feeds and templates") { try $0.execute(sql: feedsAndTemplates) }
        migrator.registerMigration("5 portal") { try $0.execute(sql: portal) }
        migrator.registerMigration("6 lists") {
            try $0.execute(sql: lists)
            try fillLists($0)
        }
        return migrator
    }

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
        CREATE UNIQUE INDEX article_by_import ON article (app, hub, import_source, import_key);
        CREATE TABLE used_article_id (app TEXT NOT NULL, hub TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (app, hub, id));
        CREATE TABLE asset (
            app TEXT NOT NULL, hub TEXT NOT NULL, name TEXT NOT NULL, media_type TEXT NOT NULL, sha256 TEXT NOT NULL,
            length INTEGER NOT NULL, PRIMARY KEY (app, hub, name), FOREIGN KEY (app, hub) REFERENCES hub ON DELETE CASCADE);
        CREATE TABLE audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, who TEXT NOT NULL, app TEXT, action TEXT NOT NULL,
            subject TEXT NOT NULL, detail TEXT NOT NULL);
        CREATE INDEX audit_by_app ON audit (app, id);
        """

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

    /// Attempts count by account, by origin and by both; either column is empty where it does not matter.
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
        CREATE INDEX article_by_date ON article (app, listed, hub, id, channel, search, embargo, expires, is_draft);
        CREATE INDEX article_by_title ON article (app, search, hub, id, channel, embargo, expires, is_draft);
        CREATE TABLE article_tag (
            app TEXT NOT NULL, hub TEXT NOT NULL, article TEXT NOT NULL, tag TEXT NOT NULL,
            PRIMARY KEY (app, hub, article, tag), FOREIGN KEY (app, hub, article) REFERENCES article ON DELETE CASCADE);
        CREATE INDEX article_by_tag ON article_tag (app, tag, hub, article);
        """

    private static func fillLists(_ db: Database) throws {
        for row in try db.rows("SELECT app, hub, id, title, summary, tags FROM article") {
            let (app, hub, id) = (row["app"] as String, row["hub"] as String, row["id"] as String)
            try db.execute(
                sql: "UPDATE article SET search = ? WHERE app = ? AND hub = ? AND id = ?",
                arguments: [Database.searchText(title: row["title"], summary: row["summary"]), app, hub, id])
            try db.setTags(try row.json("tags", as: [String].self), of: id, hub: hub, app: app)
        }
    }
}
