import Foundation
import MarqueeWire
import PlatformStore
import Publishing

/// A data directory of its own for one test, with an app and its keys.
final class TestPlatform: Sendable {
    static let app = "demo"
    let folder: URL
    let platform: Platform
    let scope: Scope

    /// - Parameter now: the wall clock of the stores.
    init(now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "publishing-\(UUID().uuidString)")
        platform = try await Platform.open(at: folder.appending(path: "data"), now: now)
        scope = try Scope(app: Self.app)
        _ = try await platform.apps.create(Self.app, name: "Demo", by: "test")
        _ = try await KeyCeremony(platform: platform).initialize(app: Self.app, by: "test")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var publisher: Publisher { Publisher(platform: platform) }

    func write(_ text: String, to path: String) throws {
        let url = folder.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func write(_ data: Data, to path: String) throws {
        let url = folder.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    func importing(
        _ path: String, name: String? = nil, hub: String = "News", fetcher: (any SourceFetcher)? = nil
    ) async throws -> ImportReport {
        let source = path.contains("://") ? path : folder.appending(path: path).path
        let importer =
            fetcher.map { ContentImporter(platform: platform, fetcher: $0) } ?? ContentImporter(platform: platform)
        return try await importer.run(ImportRequest(source: source, name: name, app: Self.app, hub: hub))
    }

    func articles(hub: String = "news") async throws -> [ArticleRecord] {
        try await platform.content.articles(hub: hub, channel: nil, app: Self.app)
    }

    /// The smallest PNG header that tells a size.
    static func png(width: UInt8, height: UInt8) -> Data {
        Data([
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, width, 0, 0,
            0, height, 8, 2, 0, 0, 0,
        ])
    }
}
