import MarqueeWire
import Testing

@testable import PlatformStore

@Suite struct ContentImportTests {
    private func batch(_ articles: [(key: String, hash: String)]) -> ContentImport {
        ContentImport(
            app: "demo", source: "blog", hub: HubRecord(app: "demo", id: "blog", title: "Blog"),
            channels: [ChannelRecord(app: "demo", hub: "blog", id: "posts", title: "Posts")],
            articles: articles.map {
                ContentImport.Article(
                    channel: "posts", key: $0.key, hash: $0.hash, content: ArticleContent(title: $0.key, body: $0.hash))
            })
    }

    @Test(arguments: StoreEngine.all) func `a second import changes only what changed`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let first = try await content.apply(batch([("b", "1"), ("a", "1")]), by: "import")
        #expect(first.added.count == 2)
        let same = try await content.apply(batch([("b", "1"), ("a", "1")]), by: "import")
        #expect(same.unchanged.count == 2 && same.added.isEmpty && same.changed.isEmpty)
        let next = try await content.apply(batch([("c", "1"), ("b", "2")]), by: "import")
        #expect(next.added.count == 1 && next.changed.count == 1 && next.removed.count == 1)
        #expect(next.uris["b"] == first.uris["b"])
        let titles = try await content.articles(hub: "blog", channel: nil, app: "demo").map(\.content.title)
        #expect(titles == ["c", "b"])
    }

    @Test(arguments: StoreEngine.all) func `an edit made here survives a changed source`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let first = try await content.apply(batch([("a", "1")]), by: "import")
        let uri = try #require(first.uris["a"])
        var record = try #require(try await content.article(uri, app: "demo"))
        record.content.title = "Edited"
        _ = try await content.update(record, expectedVersion: record.version, by: "Ann")
        let next = try await content.apply(batch([("a", "2")]), by: "import")
        #expect(next.kept == [uri])
        #expect(try await content.article(uri, app: "demo")?.content.title == "Edited")
    }

    @Test(arguments: StoreEngine.all) func `an import that fails leaves nothing behind`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let broken = ContentImport(
            app: "demo", source: "blog", hub: HubRecord(app: "demo", id: "blog", title: "Blog"), channels: [],
            articles: [
                ContentImport.Article(
                    channel: "none", key: "a", hash: "1", content: ArticleContent(title: "A", body: ""))
            ])
        #expect(await store.code { _ = try await store.platform.content.apply(broken, by: "import") } == .notFound)
        #expect(try await store.platform.content.hub("blog", app: "demo") == nil)
    }
}
