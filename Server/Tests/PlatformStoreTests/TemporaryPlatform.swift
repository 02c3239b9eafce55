import Foundation
import MarqueeWire
import Synchronization

@testable import PlatformStore

/// A platform in a folder of its own, with one app, one hub and one channel, and a clock that the test moves.
final class TemporaryPlatform: Sendable {
    static let channel = ContentURI(hub: "magazine", .channel("news"))
    let folder: URL
    let platform: Platform
    private let clock: Clock
    let database: DatabaseAddress

    final class Clock: Sendable {
        let time = Mutex(Timestamp(milliseconds: 1_790_000_000_000))
    }

    init(_ engine: StoreEngine) async throws {
        let clock = Clock()
        self.clock = clock
        folder = FileManager.default.temporaryDirectory.appending(path: "platform-\(UUID().uuidString)")
        database = try await engine.makeDatabase()
        platform = try await Platform.open(at: folder, database: database, passwordCost: 4) {
            clock.time.withLock { $0 }
        }
        _ = try await platform.apps.create("demo", name: "Demo", by: "test")
        _ = try await platform.content.create(HubRecord(app: "demo", id: "magazine", title: "Magazine"), by: "test")
        _ = try await platform.content.create(
            ChannelRecord(app: "demo", hub: "magazine", id: "news", title: "News"), by: "test")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A second platform over the same folder and database, as after a restart.
    func reopened() async throws -> Platform {
        try await Platform.open(at: folder, database: database, passwordCost: 4) { [clock] in
            clock.time.withLock { $0 }
        }
    }

    var now: Timestamp { clock.time.withLock { $0 } }

    func advance(by duration: Duration) { clock.time.withLock { $0 = $0 + duration } }

    func article(_ title: String) async throws -> ArticleRecord {
        try await platform.content.createArticle(
            ArticleContent(title: title, body: "Text"), in: Self.channel, app: "demo", by: "test")
    }

    func code(_ body: () async throws -> Void) async -> StoreError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }
}

/// Whether the work was done; `false` for a refusal that is expected of all askers but some.
func succeeds(
    unless expected: Set<StoreError.Code>, _ body: () async throws(StoreError) -> Void
) async throws(StoreError) -> Bool {
    do {
        try await body()
        return true
    } catch {
        guard expected.contains(error.code) else { throw error }
        return false
    }
}
