import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Publishing

/// A publisher over stores with one clock, which the test moves, and one channel.
struct ClockedPlatform {
    final class Clock: Sendable {
        let time = Mutex(Timestamp(milliseconds: 1_790_000_000_000))

        var now: Timestamp { time.withLock { $0 } }

        func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    let test: TestPlatform
    let clock = Clock()
    let publisher: Publisher
    let channel: ContentURI

    init() async throws {
        test = try await TestPlatform { [clock] in clock.now }
        publisher = Publisher(platform: test.platform) { [clock] in clock.now }
        let hub = try await test.platform.content.create(
            HubRecord(app: TestPlatform.app, id: "news", title: "News"), by: "a")
        channel = try await test.platform.content.create(
            ChannelRecord(app: TestPlatform.app, hub: hub.id, id: "c", title: "C"), by: "a"
        ).uri
    }

    @discardableResult
    func add(_ title: String, _ schedule: ArticleSchedule = .init()) async throws -> ArticleRecord {
        try await test.platform.content.createArticle(
            ArticleContent(title: title, body: "x", schedule: schedule), in: channel, app: TestPlatform.app, by: "a")
    }

    /// The titles of the articles in the newest release.
    func titles() async throws -> [String] {
        let version = try #require(try await publisher.history(test.scope, limit: 1).first).version
        let manifests = try await publisher.manifests(of: version, in: test.scope)
        return manifests.flatMap { $0.items.map(\.title) }.filter { !["News", "C"].contains($0) }.sorted()
    }
}
