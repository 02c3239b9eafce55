import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// Changes of many articles at once. HUB-005
@Suite struct ArticleEditTests {
    private static func article(_ title: String, _ store: TemporaryPlatform, isDraft: Bool = false, tags: [String] = [])
        async throws -> ArticleRecord
    {
        try await store.platform.content.createArticle(
            ArticleContent(title: title, body: "Text", tags: tags, schedule: .init(isDraft: isDraft)),
            in: TemporaryPlatform.channel, app: "demo", by: "Ann")
    }

    private static func apply(_ edit: ArticleEdit, _ articles: [ArticleRecord], _ store: TemporaryPlatform)
        async throws -> ArticleEditOutcome
    {
        let versions = Dictionary(articles.map { ($0.uri, $0.version) }) { first, _ in first }
        return try await store.platform.content.apply(edit, to: versions, app: "demo", by: "Bo")
    }

    private static func stored(_ article: ArticleRecord, _ store: TemporaryPlatform) async throws -> ArticleRecord {
        try #require(try await store.platform.content.article(article.uri, app: "demo"))
    }

    @Test(arguments: StoreEngine.all) func `drafts become ready and ready articles drafts, each with its history`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let draft = try await Self.article("Draft", store, isDraft: true)
        let ready = try await Self.article("Ready", store)
        let untitled = try await Self.article("", store, isDraft: true)
        let outcome = try await Self.apply(.markReady, [draft, ready, untitled], store)
        #expect(outcome.changed == [draft.uri] && outcome.unchanged == [ready.uri] && outcome.refused == [untitled.uri])
        let marked = try await Self.stored(draft, store)
        #expect(marked.version == 2 && !marked.content.schedule.isDraft && marked.savedBy == "Bo")
        let history = try await store.platform.content.versions(of: draft.uri, app: "demo")
        #expect(history.map(\.change) == [.ready, .create])
        let back = try await Self.apply(.makeDraft, [marked, ready], store)
        #expect(Set(back.changed) == [draft.uri, ready.uri])
        #expect(try await Self.stored(ready, store).content.schedule.isDraft)
        let audit = try await store.platform.audit.entries(app: "demo", before: nil, limit: 3)
        #expect(audit.map(\.action) == ["article.update", "article.update", "article.ready"])
        #expect(audit.allSatisfy { $0.who == "Bo" } && Set(audit.map(\.detail)) == ["Draft", "Ready"])
    }

    @Test(arguments: StoreEngine.all) func `a tag is added and removed, and the index of tags follows`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let one = try await Self.article("One", store, tags: ["cars"])
        let two = try await Self.article("Two", store, tags: ["cars", "snow"])
        let full = try await Self.article("Full", store, tags: (1...64).map { "t\($0)" })
        let added = try await Self.apply(.addTag("snow"), [one, two, full], store)
        #expect(added.changed == [one.uri] && added.unchanged == [two.uri] && added.refused == [full.uri])
        let query = ArticleQuery(at: store.now, tag: "snow")
        #expect(try await store.platform.content.articles(query, app: "demo").matching == 2)
        #expect(try await Self.stored(one, store).content.tags == ["cars", "snow"])
        let removed = try await Self.apply(.removeTag("cars"), [try await Self.stored(one, store), two, full], store)
        #expect(Set(removed.changed) == [one.uri, two.uri] && removed.unchanged == [full.uri])
        #expect(try await Self.stored(two, store).content.tags == ["snow"])
    }

    @Test(arguments: StoreEngine.all) func `what somebody saved or deleted in the meantime stays as it is`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let one = try await Self.article("One", store)
        let two = try await Self.article("Two", store)
        let gone = try await Self.article("Gone", store)
        var edited = two
        edited.content.title = "Two, edited"
        _ = try await store.platform.content.update(edited, expectedVersion: 1, by: "Eve")
        try await store.platform.content.delete(gone.uri, expectedVersion: nil, app: "demo", by: "Eve")
        let outcome = try await Self.apply(.delete, [one, two, gone], store)
        #expect(outcome.changed == [one.uri] && Set(outcome.missed) == [two.uri, gone.uri])
        #expect(try await store.platform.content.article(one.uri, app: "demo") == nil)
        #expect(try await Self.stored(two, store).content.title == "Two, edited")
        let audit = try await store.platform.audit.entries(app: "demo", before: nil, limit: 1)
        #expect(audit.first?.action == "article.delete" && audit.first?.detail == "One")
    }

    @Test func `one change has a bound`() async throws {
        let store = try await TemporaryPlatform(.sqlite)
        let many = (0...ArticleEdit.maximumArticles).map { (ContentURI(hub: "magazine", .article("a-\($0)")), 1) }
        let code = await store.code {
            _ = try await store.platform.content.apply(
                .markReady, to: Dictionary(many) { first, _ in first }, app: "demo", by: "Bo")
        }
        #expect(code == .invalid)
    }

    @Test(arguments: StoreEngine.all) func `a list gets the beginning of a text and not the whole`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let long = try await store.platform.content.createArticle(
            ArticleContent(title: "Long", body: String(repeating: "ü", count: 20_000)), in: TemporaryPlatform.channel,
            app: "demo", by: "Ann")
        let none = ContentURI(hub: "magazine", .article("none-aaaaaa"))
        let beginnings = try await store.platform.content.beginnings(of: [none, long.uri], app: "demo")
        #expect(beginnings.map(\.uri) == [long.uri])
        #expect(beginnings.first?.text.count == ArticleBeginning.length && beginnings.first?.format == .markdown)
    }
}
