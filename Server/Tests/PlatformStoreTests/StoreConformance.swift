import TestPostgres
import Testing

@testable import PlatformStore

/// An engine on which every store has to do the same.
struct StoreEngine: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// A database with nothing in its tables.
    let makeDatabase: @Sendable () async throws -> DatabaseAddress

    static let sqlite = StoreEngine(testDescription: "SQLite") { .folder }

    static let postgres = StoreEngine(testDescription: "PostgreSQL") {
        try DatabaseAddress(postgres: TestPostgres.shared.makeDatabase(copying: try await migrated.value))
    }

    /// The address of a database to copy: making the tables takes several times as long.
    private static let migrated = Task {
        let address = try TestPostgres.shared.makeDatabase()
        let database = try PostgresDatabase(address)
        try await database.migrate(PlatformSchema.migrations)
        await database.close()
        return address
    }

    static let all = [sqlite, postgres]
}

/// Which suites describe what each store of ``Platform`` promises; their tests run on every engine.
@Suite struct StoreConformance {
    private static let suites: [String: [Any.Type]] = [
        "apps": [AppStoreTests.self],
        "content": [
            ContentStoreTests.self, ContentImportTests.self, ArticleListTests.self, ArticleVersionTests.self,
            LiveVersionTests.self,
        ],
        "media": [MediaStoreTests.self],
        "releases": [ReleaseStoreTests.self, ArticleVersionTests.self, LiveVersionTests.self],
        "accounts": [AccountStoreTests.self, SessionListTests.self],
        "invitations": [InvitationTests.self],
        "secondFactors": [SecondFactorTests.self],
        "credentials": [CredentialStoreTests.self],
        "idempotency": [IdempotencyStoreTests.self],
        "audit": [AuditLogTests.self],
        "keys": [KeyStoreTests.self],
        "feeds": [FeedSourceStoreTests.self],
        "templates": [TemplateStoreTests.self],
        "recipients": [RecipientStoreTests.self, RecipientSearchTests.self, RecipientListTests.self],
        "relationalTables": [RelationalTableStoreTests.self],
        "engageClients": [EngageClientStoreTests.self],
        "jobs": [JobStoreTests.self],
        "savedQuestions": [SavedQuestionStoreTests.self],
        "linkMaps": [LinkMapStoreTests.self],
        "pushCampaigns": [PushCampaignStoreTests.self],
        "testDevices": [TestDeviceStoreTests.self, TestConsoleStoreTests.self],
        "placements": [
            PlacementStoreTests.self, PlacementFormTests.self, PlacementBadgeTests.self, StoredAttributesTests.self,
            TestConsoleStoreTests.self, LibraryPictureTests.self,
        ],
        "purchases": [PurchaseStoreTests.self, PurchaseSettlingTests.self, PurchaseReportTests.self],
    ]
    /// Not in the database. ``ObjectStoreConformance`` describes the objects.
    private static let others: Set = ["database", "folder", "objects", "releaseFiles"]

    @Test func `every store is described`() async throws {
        let parts = Mirror(reflecting: try await TemporaryPlatform(.sqlite).platform).children.compactMap(\.label)
        #expect(Set(parts) == Self.others.union(Self.suites.keys))
    }
}
