/// What is known of pictures, videos and sounds besides their bytes.
///
/// A file that an import brought has no row until somebody describes it.
enum MediaTables {
    static let migration = SQLMigration(name: "15 media") {
        try $0.script(
            """
            CREATE TABLE media (
                app TEXT NOT NULL, hub TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, alt TEXT NOT NULL,
                is_decorative BOOLEAN NOT NULL, width BIGINT, height BIGINT, focus_x BIGINT NOT NULL,
                focus_y BIGINT NOT NULL, variants TEXT NOT NULL, poster TEXT, captions TEXT, file_name TEXT NOT NULL,
                address TEXT, address_digest TEXT, digest TEXT NOT NULL, made_by TEXT NOT NULL, stored BIGINT NOT NULL,
                is_imported BOOLEAN NOT NULL, version BIGINT NOT NULL, PRIMARY KEY (app, hub, name),
                FOREIGN KEY (app, hub, name) REFERENCES asset ON DELETE CASCADE);
            CREATE INDEX media_by_digest ON media (app, hub, digest);
            """)
    }
}
