import MarqueeWire
import Testing

@testable import PlatformStore

// HUB-002
@Suite struct FeedSourceStoreTests {
    @Test(arguments: StoreEngine.all) func `a due source is claimed once and its failed run is kept with the cause`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let feeds = store.platform.feeds
        let source = FeedSourceRecord(
            id: "blog", app: "demo", hub: "magazine", kind: .rss, location: "https://example.org/feed",
            intervalSeconds: 300)
        _ = try await feeds.create(source, by: "test")
        let now = Timestamp(milliseconds: 1_790_000_000_000)
        #expect(try await feeds.claimDue(at: now)?.id == "blog")
        #expect(try await feeds.claimDue(at: now) == nil)
        #expect(try await feeds.claimDue(at: now + .seconds(301))?.id == "blog")
        let run = FeedRun(started: now, finished: now, failure: "the server answered 500")
        try await feeds.record(run, of: "blog", app: "demo")
        #expect(try await feeds.source("blog", app: "demo")?.lastRun == run)
    }

    @Test(arguments: StoreEngine.all) func `a source is changed under its version, and removed with its runs`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let feeds = store.platform.feeds
        var source = try await feeds.create(
            FeedSourceRecord(id: "blog", app: "demo", hub: "magazine", kind: .rss, location: "https://example.org/a"),
            by: "test")
        source.location = "https://example.org/b"
        let changed = try await feeds.update(source, expectedVersion: source.version, by: "test")
        #expect(changed.location == "https://example.org/b" && changed.version == source.version + 1)
        let late = source
        #expect(
            await store.code { _ = try await feeds.update(late, expectedVersion: late.version, by: "test") }
                == .versionConflict)
        try await feeds.record(FeedRun(started: store.now, finished: store.now, failure: nil), of: "blog", app: "demo")
        try await feeds.remove("blog", app: "demo", by: "test")
        #expect(try await feeds.sources(app: "demo").isEmpty)
        #expect(try await feeds.runs(of: "blog", app: "demo", limit: 10).isEmpty)
        #expect(await store.code { try await feeds.remove("blog", app: "demo", by: "test") } == .notFound)
    }
}
