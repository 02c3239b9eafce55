public import Foundation
public import MarqueeWire

/// One data directory: its database, objects and keys, each behind the protocol that the rest of the server sees.
///
///     let platform = try await Platform.open(at: folder)
///     let hubs = try await platform.content.hubs(app: "demo")
public struct Platform: Sendable {
    /// The data directory.
    public let folder: URL
    /// Every app of the server.
    public var apps: any AppStore
    /// Hubs, channels, articles and their files.
    public var content: any ContentStore
    /// What is known of pictures, videos and sounds of hubs.
    public var media: any MediaStore
    /// What was signed, and what is current.
    public var releases: any ReleaseStore
    /// Bytes by their hash.
    public var objects: any ObjectStore
    /// Whole releases in one file each.
    public var releaseFiles: ReleaseFiles
    /// Private keys, apart from everything else.
    public var keys: any KeyStore
    /// The people who sign in, and their sessions.
    public var accounts: any AccountStore
    /// Links by which people make accounts for themselves.
    public var invitations: any InvitationStore
    /// Codes that sign-ins ask for after the password.
    public var secondFactors: any SecondFactorStore
    /// What programs and apps show instead of a password.
    public var credentials: any CredentialStore
    /// What was answered to requests that may come again.
    public var idempotency: any IdempotencyStore
    /// Who changed what, and when.
    public var audit: any AuditLog
    /// Sources that are read again and again.
    public var feeds: any FeedSourceStore
    /// What pages are made with.
    public var templates: any TemplateStore
    /// Lists of recipients, and the recipients in them.
    public var recipients: any RecipientStore
    /// Rows of apps beside the lists.
    public var relationalTables: any RelationalTableStore
    /// Clients of the Engage interfaces, and their tokens.
    public var engageClients: any EngageClientStore
    /// Long work over lists and tables, and its files.
    public var jobs: any JobStore
    /// Questions about behaviour that people keep.
    public var savedQuestions: any SavedQuestionStore
    /// Where the links of apps lead.
    public var linkMaps: any LinkMapStore
    /// Messages to the devices of recipients.
    public var pushCampaigns: any PushCampaignStore
    /// Devices that are kept apart from readers.
    public var testDevices: any TestDeviceStore
    /// Placements, their content units, and what devices do with them.
    public var placements: any PlacementStore
    /// Purchases that devices report, and what the store says of them.
    public var purchases: any PurchaseStore

    let database: PlatformDatabase

    /// The bytes that the control plane's database takes.
    /// - Throws: `unavailable`, `storage`.
    package func databaseSize() async throws(StoreError) -> Int {
        try await database.read { db in
            switch db.engine {
            case .sqlite: try db.count("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
            case .postgres: try db.count("SELECT pg_database_size(current_database())")
            }
        }
    }
}

extension Platform {
    /// Opens a data directory, which is created with its parts if it is missing, and brings its database to the current
    /// layout.
    /// - Parameters:
    ///   - folder: belongs to this platform alone; it gets the mode 0700 when it is created.
    ///   - database: where the database is.
    ///   - objects: where objects and whole releases are; a database keeps to the first bucket it is used with.
    ///   - now: the wall clock; tests set it.
    /// - Returns: the stores over that directory.
    /// - Throws: `permissions` when the folder of keys can be used by others, `notFound` and `invalid` when it has not the key with which
    ///   the servers over a shared database seal secrets, `damaged`, `storage`.
    public static func open(
        at folder: URL, database: DatabaseAddress = .folder, objects: ObjectsAddress = .folder,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) async throws(StoreError) -> Platform {
        try await open(
            at: folder, database: database, objects: objects, passwordCost: PasswordHash.standardCost, now: now)
    }

    /// Opens a data directory whose new passwords cost scrypt's N = 2^`passwordCost`: tests take a cheap one.
    package static func open(
        at folder: URL, database: DatabaseAddress = .folder, objects: ObjectsAddress = .folder, passwordCost: Int,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) async throws(StoreError) -> Platform {
        try PrivateFile.makeFolder(folder)
        let keys = folder.appending(path: "keys")
        let isShared = database.isShared
        let engine = try await database.open(in: folder)
        let database = PlatformDatabase(engine: engine, now: now)
        try await ObjectPlace.require(objects.place, in: engine)
        let blobs = try objects.open(in: folder)
        let audit = SQLAuditLog(database: database)
        let keyFolder = try KeyFolder(at: keys, audit: audit)
        let sealing = SealingKey(in: keys)
        if isShared { try await sealing.agree(with: engine) }
        let listNumbers = NumberBlocks("list", in: database)
        let recipients = SQLRecipientStore(database: database, listNumbers: listNumbers)
        let accounts = SQLAccountStore(database: database, sealing: sealing, cost: passwordCost)
        return Platform(
            folder: folder, apps: SQLAppStore(database: database), content: SQLContentStore(database: database),
            media: SQLMediaStore(database: database),
            releases: SQLReleaseStore(database: database),
            objects: BlobObjectStore(blobs: blobs.objects),
            releaseFiles: ReleaseFiles(blobs: blobs.releases, workshop: folder.appending(path: "releases")),
            keys: isShared ? SQLKeyStore(database: database, sealing: sealing) : keyFolder, accounts: accounts,
            invitations: SQLInvitationStore(database: database, accounts: accounts),
            secondFactors: SQLSecondFactorStore(database: database, sealing: sealing),
            credentials: SQLCredentialStore(database: database, sealing: sealing),
            idempotency: SQLIdempotencyStore(database: database), audit: audit,
            feeds: SQLFeedSourceStore(database: database), templates: SQLTemplateStore(database: database),
            recipients: recipients,
            relationalTables: SQLRelationalTableStore(database: database, listNumbers: listNumbers),
            engageClients: SQLEngageClientStore(database: database),
            jobs: SQLJobStore(database: database, recipients: recipients),
            savedQuestions: SQLSavedQuestionStore(database: database),
            linkMaps: SQLLinkMapStore(database: database),
            pushCampaigns: SQLPushCampaignStore(database: database),
            testDevices: SQLTestDeviceStore(database: database),
            placements: SQLPlacementStore(database: database),
            purchases: SQLPurchaseStore(database: database, sealing: sealing), database: database)
    }
}
