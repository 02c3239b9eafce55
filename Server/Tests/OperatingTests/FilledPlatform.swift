import Foundation
import MarqueeWire
import TestPostgres
import Testing

@testable import PlatformStore

/// A data directory with something in every part: an app with keys, content, an object, a sealed secret, and events.
final class FilledPlatform: Sendable {
    let folder: URL
    let database: DatabaseAddress
    let platform: Platform
    let keys: [SigningKey]
    let object: ObjectReference

    /// An engine and a place for a new database on it.
    enum Engine: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case sqlite = "SQLite"
        case postgres = "PostgreSQL"

        var testDescription: String { rawValue }

        func makeDatabase() throws -> DatabaseAddress {
            self == .sqlite ? .folder : try DatabaseAddress(postgres: TestPostgres.shared.makeDatabase())
        }
    }

    init(_ engine: Engine, articles: Int = 3) async throws {
        folder = Self.newFolder()
        database = try engine.makeDatabase()
        platform = try await Platform.open(at: folder, database: database, passwordCost: 4)
        _ = try await platform.apps.create("demo", name: "Demo \"quoted\" \\ ü\n\u{1}", by: "test")
        _ = try await platform.content.create(HubRecord(app: "demo", id: "magazine", title: "Magazine"), by: "test")
        _ = try await platform.content.create(
            ChannelRecord(app: "demo", hub: "magazine", id: "news", title: "News"), by: "test")
        let channel = ContentURI(hub: "magazine", .channel("news"))
        for number in 0..<articles {
            _ = try await platform.content.createArticle(
                ArticleContent(title: "Article \(number)", body: "Text 🏔 \(number)"), in: channel, app: "demo",
                by: "test")
        }
        var keys: [SigningKey] = []
        for role in DocumentType.allCases {
            let key = try SigningKey.generate()
            _ = try await platform.keys.store(key, role: role, app: "demo", by: "test")
            keys.append(key)
        }
        self.keys = keys
        object = try await platform.objects.put(Data("an object".utf8))
        _ = try await platform.credentials.createSecret(app: "demo", by: "test")
        try await Self.fillRecipients(platform)
        try await Self.fillMedia(platform, object)
        try await Self.fillPurchases(platform)
    }

    /// A purchase with each column filled, a notice, and the store's password.
    private static func fillPurchases(_ platform: Platform) async throws {
        let identity = StoreIdentity(bundleIDs: ["org.example.game"], password: "shared \"ü\"")
        try await platform.purchases.setIdentity(identity, app: "demo", by: "test")
        try await platform.purchases.record(
            TrackedPurchase(
                install: "gid", product: "coins \"ü\"", price: .init(milliunits: 990, currency: "USD"), errorCode: 1,
                unit: "unit", receipt: Data([0x30, 0, 255])), app: "demo")
        let now = Timestamp(Date())
        guard let pending = try await platform.purchases.claimDue(.older, app: "demo", at: now) else {
            throw CancellationError()
        }
        let sold = StoreTransaction(
            id: "1", originalID: "0", bundleID: "org.example.game", product: pending.product, quantity: 1,
            environment: .production, purchased: now)
        _ = try await platform.purchases.settle(pending, as: .valid([sold]))
        try await platform.purchases.record(
            StoreNotice(id: "n", kind: "REFUND", transactionID: "1", environment: .production, signed: now), app: "demo"
        )
    }

    private static func fillMedia(_ platform: Platform, _ object: ObjectReference) async throws {
        let asset = AssetRecord(
            app: "demo", hub: "magazine", name: "boots.png", mediaType: "image/png", object: object)
        let media = MediaRecord(
            app: "demo", hub: "magazine", name: "boots.png", kind: .picture, size: .init(width: 30, height: 20),
            description: .init(alt: "Boots \"quoted\" ü"), variants: .init(card: "boots-card.png"),
            origin: .init(
                fileName: "Boots.png", digest: "d", madeBy: "test", stored: Timestamp(milliseconds: 1_790_000_000_000)))
        _ = try await platform.media.save(media, assets: [asset], expectedVersion: 0, by: "test")
    }

    /// Something in each table of recipients.
    private static func fillRecipients(_ platform: Platform) async throws {
        let (recipients, key) = (platform.recipients, ListColumn(name: "Id", type: .text, lookup: .unique))
        let list = try await recipients.createList(
            "List", folder: "", columns: [key, ListColumn(name: "Name", type: .text, lookup: .indexed)], app: "demo",
            by: "test")
        let values = ["Id": "one", "Name": "Zoë \u{1}\"🏔\""]
        let recipient = try await recipients.add(RecipientAddition(values), to: list.id, app: "demo")
        let contacts = try await recipients.createContactList("Some", folder: "", of: list.id, app: "demo", by: "test")
        _ = try await recipients.addContact(.id(recipient.id), to: contacts.id, app: "demo")
        let table = try await platform.relationalTables.createTable(
            "Table", folder: "", columns: [key], app: "demo", by: "test")
        try await platform.relationalTables.insertOrUpdate([["Id": "row"]], in: table.id, app: "demo")
        _ = try await platform.jobs.storeFile(Data("two,a\nbad,b,c\n".utf8), name: "a.csv", app: "demo", by: "test")
        let work = JobWork.importList(
            list: list.id, file: "a.csv", columns: ["Id", "Name"], skipsFirst: false, action: .addAndUpdate)
        _ = try await platform.jobs.create(work, app: "demo", by: "test")
        _ = try await platform.jobs.runDue()
        try await platform.engageClients.setAccount(EngageAccount(app: "demo", isProvisioned: true), by: "test")
        let client = try await platform.engageClients.createClient(name: "App", app: "demo", by: "test")
        _ = try await platform.engageClients.issueToken(
            client: client.client.id, secret: client.secret, refreshToken: client.refreshToken)
        _ = try await platform.savedQuestions.save("event.1=a", as: "One", kind: .segment, app: "demo", by: "test")
        _ = try await platform.linkMaps.save("{}", app: "demo", by: "test")
        let push = try await platform.pushCampaigns.create(
            PushMessage(campaign: "Summer", text: "Zoë \"🏔\""), list: list.id, app: "demo", by: "test")
        _ = try await platform.pushCampaigns.reserve([recipient.id], of: push.id, app: "demo")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    static func newFolder() -> URL {
        FileManager.default.temporaryDirectory.appending(
            path: "operating-\(UUID().uuidString)", directoryHint: .isDirectory)
    }
}
