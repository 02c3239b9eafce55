/// The layout of `contentDB.sqlite3`: the server writes it for a whole release, and the device builds it from objects.
///
/// A file contains one complete release with the signed documents that prove it. A reader trusts nothing else in the
/// file. Bytes are stored once per hash, deflated where that saves space (`encoding` 1, raw deflate), otherwise
/// unchanged (`encoding` 0).
public enum ContentDatabaseSchema {
    /// SQLite's `application_id`: "MRQC".
    public static let applicationID: Int32 = 0x4D52_5143
    /// SQLite's `user_version`.
    public static let version: Int32 = 1
    /// The file name in apps and on servers.
    public static let fileName = "contentDB.sqlite3"

    /// The statements that create an empty database, in order.
    public static let statements = [
        "PRAGMA application_id = \(applicationID)",
        "PRAGMA user_version = \(version)",
        // `name`: root/1, root/2, … (the whole chain), fresh, release: signed documents as received.
        "CREATE TABLE document (name TEXT PRIMARY KEY NOT NULL, bytes BLOB NOT NULL) WITHOUT ROWID",
        "CREATE TABLE object (sha256 TEXT PRIMARY KEY NOT NULL, length INTEGER NOT NULL, encoding INTEGER NOT NULL, bytes BLOB NOT NULL) WITHOUT ROWID",
        // Hubs, channels and articles. `position` is the order within the parent. `parent` is the hub's URI for a
        // channel and the channel's URI for an article.
        """
        CREATE TABLE item (uri TEXT PRIMARY KEY NOT NULL, type TEXT NOT NULL, parent TEXT, position INTEGER NOT NULL, title TEXT NOT NULL, \
        summary TEXT, published INTEGER, expires INTEGER, source TEXT, language TEXT, sha256 TEXT NOT NULL REFERENCES object) WITHOUT ROWID
        """,
        "CREATE INDEX item_by_parent ON item (parent, position)",
        "CREATE INDEX item_by_source ON item (source) WHERE source IS NOT NULL",
        "CREATE TABLE item_tag (uri TEXT NOT NULL REFERENCES item, tag TEXT NOT NULL, PRIMARY KEY (uri, tag)) WITHOUT ROWID",
        "CREATE TABLE asset (uri TEXT PRIMARY KEY NOT NULL, media_type TEXT NOT NULL, sha256 TEXT NOT NULL REFERENCES object) WITHOUT ROWID",
    ]
}
