import MarqueeWire

/// The tables of articles' earlier versions, and of the versions that releases hold.
///
/// The newest version of an article is its row in `article`; `article_version` has those before it. A row of
/// `article_release` says in which releases of a stream one version was: from `from_release` up to, but not including,
/// `to_release`, which is null for a version that is live. `article.live_version` repeats the live version of the main
/// stream, so that lists find it without a join.
///
/// `article.is_scheduled` marks a saved version that was finished before its embargo ended: it goes live by itself, once.
/// `article_release.since` and `who` say when and by whom a version went live, which can be after its release was made.
enum ArticleVersionTables {
    static let migration = SQLMigration(name: "16 versions of articles") {
        try $0.script(tables)
        try indexLists($0)
        try $0.script(live)
    }

    private static let tables = """
        ALTER TABLE article ADD COLUMN saved_by TEXT NOT NULL DEFAULT '';
        ALTER TABLE article ADD COLUMN saved_as TEXT NOT NULL DEFAULT 'edit';
        ALTER TABLE article ADD COLUMN live_version BIGINT;
        ALTER TABLE article ADD COLUMN is_scheduled BOOLEAN NOT NULL DEFAULT 0;
        CREATE INDEX article_by_embargo ON article (app, is_scheduled, embargo);
        CREATE TABLE article_version (
            app TEXT NOT NULL, hub TEXT NOT NULL, id TEXT NOT NULL, version BIGINT NOT NULL, channel TEXT NOT NULL,
            position BIGINT NOT NULL, modified BIGINT NOT NULL, saved_by TEXT NOT NULL, saved_as TEXT NOT NULL,
            title TEXT NOT NULL, summary TEXT NOT NULL, body TEXT NOT NULL, format TEXT NOT NULL, authors TEXT NOT NULL,
            tags TEXT NOT NULL, language TEXT, source TEXT, published BIGINT, embargo BIGINT, expires BIGINT,
            is_draft BOOLEAN NOT NULL, PRIMARY KEY (app, hub, id, version),
            FOREIGN KEY (app, hub, id) REFERENCES article ON DELETE CASCADE);
        CREATE TABLE article_release (
            app TEXT NOT NULL, stream TEXT NOT NULL, hub TEXT NOT NULL, article TEXT NOT NULL, from_release BIGINT NOT NULL,
            to_release BIGINT, version BIGINT NOT NULL, expires BIGINT, since BIGINT NOT NULL, who TEXT NOT NULL,
            PRIMARY KEY (app, stream, hub, article, from_release, version));
        CREATE UNIQUE INDEX article_live ON article_release (app, stream, hub, article) WHERE to_release IS NULL;
        """

    /// The indices that a search reads in place of the rows have the live version too.
    private static func indexLists(_ db: any SQLTransaction) throws {
        guard db.engine == .sqlite else { return }
        try db.script(
            """
            DROP INDEX article_by_date;
            DROP INDEX article_by_title;
            CREATE INDEX article_by_date ON article (
                app, listed, hub, id, channel, search, embargo, expires, is_draft, version, live_version);
            CREATE INDEX article_by_title ON article (
                app, search, hub, id, channel, embargo, expires, is_draft, version, live_version);
            """)
    }

    /// What is saved and no draft counts as what the newest release holds: the next publish changes no more than before.
    ///
    /// A release that was signed again, or that repeats an earlier one after a rollback, holds what was saved when its
    /// content was first released: `made`. What was saved later is live in an unknown version, and what was written later
    /// is not live. A schedule counts as done when a release was made after its embargo.
    private static let live = """
        INSERT INTO article_release (
            app, stream, hub, article, from_release, to_release, version, expires, since, who)
        SELECT a.app, r.stream, a.hub, a.id, r.version, NULL,
            CASE WHEN a.modified > made.issued THEN \(LiveArticle.unknownVersion) ELSE a.version END, a.expires, r.issued, r.who
        FROM (SELECT app, stream, MAX(version) AS version FROM release GROUP BY app, stream) AS newest
        JOIN release r ON r.app = newest.app AND r.stream = newest.stream AND r.version = newest.version
        JOIN (
            SELECT n.app, n.stream, n.version, MIN(o.issued) AS issued FROM release n
            JOIN release o ON o.app = n.app AND o.stream = n.stream AND o.manifests = n.manifests
            GROUP BY n.app, n.stream, n.version) AS made
        ON made.app = r.app AND made.stream = r.stream AND made.version = r.version
        JOIN article a ON a.app = r.app
        LEFT JOIN (
            SELECT app, subject, MAX(time) AS time FROM audit WHERE action = 'article.create' GROUP BY app, subject
        ) AS written ON written.app = a.app AND written.subject = '\(ContentURI.scheme)://' || a.hub || '/a/' || a.id
        WHERE a.is_draft = 0 AND (a.embargo IS NULL OR a.embargo <= made.issued)
        AND (a.expires IS NULL OR a.expires > made.issued) AND NOT (a.version = 1 AND a.modified > made.issued)
        AND (written.time IS NULL OR written.time <= made.issued);
        UPDATE article SET live_version = (
            SELECT l.version FROM article_release l WHERE l.app = article.app AND l.stream = 'main'
            AND l.hub = article.hub AND l.article = article.id);
        UPDATE article SET is_scheduled = 1 WHERE is_draft = 0 AND embargo > modified AND NOT EXISTS (
            SELECT 1 FROM release r WHERE r.app = article.app AND r.stream = 'main' AND r.issued >= article.embargo);
        """
}
