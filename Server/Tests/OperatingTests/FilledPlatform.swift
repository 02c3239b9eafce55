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
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    static func newFolder() -> URL {
        FileManager.default.temporaryDirectory.appending(
            path: "operating-\(UUID().uuidString)", directoryHint: .isDirectory)
    }
}
