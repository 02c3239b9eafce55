public import Foundation
public import MarqueeWire

/// One data directory: its database, objects and keys, each behind the protocol that the rest of the server sees.
///
///     let platform = try Platform.open(at: folder)
///     let hubs = try await platform.content.hubs(app: "demo")
public struct Platform: Sendable {
    /// The data directory.
    public let folder: URL
    /// Every app of the server.
    public let apps: any AppStore
    /// Hubs, channels, articles and their files.
    public let content: any ContentStore
    /// What was signed, and what is current.
    public let releases: any ReleaseStore
    /// Bytes by their hash.
    public let objects: any ObjectStore
    /// Private keys, apart from everything else.
    public let keys: any KeyStore
    /// Who may sign in.
    public let accounts: any AccountStore
    /// Who changed what, and when.
    public let audit: any AuditLog
    /// Sources that are read again and again.
    public let feeds: any FeedSourceStore
    /// What pages are made with.
    public let templates: any TemplateStore

    /// Puts a platform together from its stores, whichever stand behind the protocols.
    public init(
        folder: URL, apps: any AppStore, content: any ContentStore, releases: any ReleaseStore,
        objects: any ObjectStore,
        keys: any KeyStore, accounts: any AccountStore, audit: any AuditLog, feeds: any FeedSourceStore,
        templates: any TemplateStore
    ) {
        self.folder = folder
        self.apps = apps
        self.content = content
        self.releases = releases
        self.objects = objects
        self.keys = keys
        self.accounts = accounts
        self.audit = audit
        self.feeds = feeds
        self.templates = templates
    }
}

extension Platform {
    /// Opens a data directory, which is created with its parts if it is missing, and brings its database to the current
    /// layout.
    /// - Parameters:
    ///   - folder: belongs to this platform alone; it gets the mode 0700 when it is created.
    ///   - now: the wall clock; tests set it.
    /// - Returns: the stores over that directory.
    /// - Throws: `permissions` when the folder of keys can be used by others, `damaged`, `storage`.
    public static func open(
        at folder: URL, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) throws(StoreError) -> Platform {
        try open(at: folder, passwordCost: PasswordHash.standardCost, now: now)
    }

    /// Opens a data directory whose new passwords cost scrypt's N = 2^`passwordCost`: tests take a cheap one.
    package static func open(
        at folder: URL, passwordCost: Int, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) throws(StoreError) -> Platform {
        try DurableFile.makeFolder(folder)
        let database = try PlatformDatabase(at: folder.appending(path: "marquee.sqlite3"), now: now)
        let audit = SQLAuditLog(database: database)
        return Platform(
            folder: folder, apps: SQLAppStore(database: database), content: SQLContentStore(database: database),
            releases: SQLReleaseStore(database: database),
            objects: try ObjectFolder(at: folder.appending(path: "objects")),
            keys: try KeyFolder(at: folder.appending(path: "keys"), audit: audit),
            accounts: SQLAccountStore(database: database, cost: passwordCost), audit: audit,
            feeds: SQLFeedSourceStore(database: database), templates: SQLTemplateStore(database: database))
    }
}
