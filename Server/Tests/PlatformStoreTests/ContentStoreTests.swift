import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

@Suite struct ContentStoreTests {
    // HUB-005
    @Test(arguments: StoreEngine.all) func `the second save of one article is a version conflict`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let read = try await store.article("First")
        var mine = read
        mine.content.title = "Mine"
        var theirs = read
        theirs.content.title = "Theirs"
        let saved = try await content.update(mine, expectedVersion: read.version, by: "me")
        #expect(saved.version == read.version + 1)
        let late = theirs
        #expect(
            await store.code { _ = try await content.update(late, expectedVersion: read.version, by: "they") }
                == .versionConflict)
        #expect(try await content.article(read.uri, app: "demo")?.content.title == "Mine")
    }

    @Test(arguments: StoreEngine.all) func `a hub or channel that is made again has none of its former versions`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let hub = HubRecord(app: "demo", id: "brand", title: "Brand")
        let channel = ChannelRecord(app: "demo", hub: "brand", id: "cars", title: "Cars")
        let first = try await content.create(hub, by: "test")
        _ = try await content.update(first, expectedVersion: first.version, by: "test")
        _ = try await content.create(channel, by: "test")
        try await content.delete(channel.uri, expectedVersion: 1, app: "demo", by: "test")
        #expect(try await content.create(channel, by: "test").version == 2)
        #expect(
            await store.code {
                try await content.delete(channel.uri, expectedVersion: 1, app: "demo", by: "test")
            } == .versionConflict)
        try await content.delete(hub.uri, expectedVersion: 2, app: "demo", by: "test")
        #expect(try await content.create(hub, by: "test").version == 3)
        #expect(try await content.create(channel, by: "test").version == 3, "the hub's deletion deleted it too")
        #expect(try await content.create(hub.named("other"), by: "test").version == 1)
    }

    @Test(arguments: StoreEngine.all) func `the longest texts are stored, and a zero byte in a body becomes a mark`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        // Text that does not get shorter by compression.
        func text(_ count: Int) throws -> String {
            String(decoding: try randomBytes(count).base64EncodedData().prefix(count), as: UTF8.self)
        }
        let content = ArticleContent(
            title: try text(ArticleContent.maximumTitleSize), summary: try text(16_384),
            body: try text(ArticleContent.maximumBodySize), authors: try (0..<64).map { _ in try text(256) },
            tags: try (0..<64).map { _ in try text(256) }, language: try text(35), source: try text(2048))
        let article = ContentImport.Article(channel: "news", key: try text(4096), hash: try text(64), content: content)
        let batch = ContentImport(
            app: "demo", source: try text(2048), hub: HubRecord(app: "demo", id: "magazine", title: "Magazine"),
            channels: [], articles: [article], assets: [], removesMissing: true)
        let uri = try #require(try await store.platform.content.apply(batch, by: "test").added.first)
        #expect(try await store.platform.content.article(uri, app: "demo")?.content == content)
        #expect(try await store.platform.content.apply(batch, by: "test").unchanged == [uri])
        let list = try await store.platform.content.articles(
            ArticleQuery(at: store.now, words: String(content.summary.suffix(9))), app: "demo")
        #expect(list.articles.map(\.uri) == [uri])
        let zero = try await store.platform.content.createArticle(
            ArticleContent(title: "Zero", body: "a\u{0}b"), in: TemporaryPlatform.channel, app: "demo", by: "test")
        #expect(zero.content.body == "a\u{FFFD}b")
    }

    // HUB-005
    @Test(arguments: StoreEngine.all) func `of many concurrent saves exactly one wins`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let read = try await store.article("First")
        // On a slow machine, some wait too long for a connection, and do not win.
        let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await succeeds(unless: [.versionConflict, .unavailable]) { () async throws(StoreError) in
                        _ = try await store.platform.content.update(read, expectedVersion: read.version, by: "x")
                    }
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wins == 1)
    }

    // HUB-005
    @Test(arguments: StoreEngine.all) func `deletion and order refuse what changed meanwhile`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let one = try await store.article("One")
        let two = try await store.article("Two")
        #expect(
            await store.code { try await content.delete(one.uri, expectedVersion: 7, app: "demo", by: "x") }
                == .versionConflict)
        #expect(
            await store.code {
                try await content.reorder([one.uri], in: TemporaryPlatform.channel, app: "demo", by: "x")
            }
                == .versionConflict)
        try await content.reorder([one.uri, two.uri], in: TemporaryPlatform.channel, app: "demo", by: "x")
        let order = try await content.articles(hub: "magazine", channel: "news", app: "demo").map(\.uri)
        #expect(order == [one.uri, two.uri])
        try await content.delete(one.uri, expectedVersion: one.version, app: "demo", by: "x")
        #expect(try await content.article(one.uri, app: "demo") == nil)
    }

    // HUB-187
    @Test(arguments: StoreEngine.all) func `an article keeps its URI and a recreated one gets another`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let first = try await store.article("Çafé & Croissants: 10 Tips")
        #expect(first.id.wholeMatch(of: /cafe-croissants-10-tips-[a-z2-7]{6}/) != nil)
        var renamed = first
        renamed.content.title = "Something else"
        let saved = try await content.update(renamed, expectedVersion: first.version, by: "test")
        #expect(saved.uri == first.uri)
        try await content.delete(first.uri, expectedVersion: nil, app: "demo", by: "test")
        let again = try await store.article("Çafé & Croissants: 10 Tips")
        #expect(again.uri != first.uri)
    }

    @Test(arguments: StoreEngine.all) func `every change leaves an audit entry`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let article = try await store.article("First")
        try await store.platform.content.delete(article.uri, expectedVersion: nil, app: "demo", by: "Ann")
        let entries = try await store.platform.audit.entries(app: "demo", before: nil, limit: 10)
        #expect(
            entries.map(\.action) == ["article.delete", "article.create", "channel.create", "hub.create", "app.create"])
        #expect(entries.first?.who == "Ann")
        #expect(entries.first?.subject == "\(article.uri)")
    }

    @Test(arguments: StoreEngine.all) func `deleting a hub deletes what is in it`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        _ = try await store.article("First")
        try await store.platform.content.delete(
            ContentURI(hub: "magazine"), expectedVersion: 1, app: "demo", by: "test")
        let content = try await store.platform.content.content(app: "demo")
        #expect(content == AppContent(hubs: [], channels: [], articles: [], assets: []))
    }

    // HUB-050
    @Test(arguments: StoreEngine.all) func `tags of one article and of every article stand out`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        for tags in [["all", "Sports", "e\u{301}"], ["all", "sports", "\u{E9}"], ["all", "sports"]] {
            _ = try await store.platform.content.createArticle(
                ArticleContent(title: "T", body: "", tags: tags), in: TemporaryPlatform.channel, app: "demo", by: "test"
            )
        }
        let usage = try await store.platform.content.tagUsage(app: "demo")
        #expect(usage.tooSpecific == ["Sports", "e\u{301}", "\u{E9}"])
        #expect(usage.tooGeneral == ["all"])
        // Two tags to a device, however alike they look; one of them spelled as the other joins them.
        await #expect(throws: StoreError.self) {
            try await store.platform.content.renameTags(["e\u{301}"], to: "a\0b", app: "demo", by: "test")
        }
        let joined = try await store.platform.content.renameTags(["e\u{301}"], to: "\u{E9}", app: "demo", by: "test")
        #expect(joined == 1)
        #expect(try await store.platform.content.tagUsage(app: "demo").counts["\u{E9}"] == 2)
    }
}

extension HubRecord {
    fileprivate func named(_ id: String) -> HubRecord { HubRecord(app: app, id: id, title: title) }
}
