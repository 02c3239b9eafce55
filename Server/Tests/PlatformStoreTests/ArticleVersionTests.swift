import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// The history of articles, and the versions that releases hold. HUB-005, HUB-007
@Suite struct ArticleVersionTests {
    private let scope: Scope
    private let key: SigningKey

    init() throws {
        scope = try Scope(app: "demo")
        key = try SigningKey.generate()
    }

    private func publish(
        _ version: Int, _ live: [LiveArticle]?, restores: Int? = nil, _ store: TemporaryPlatform
    ) async throws {
        let release = ReleaseRecord(
            scope: scope, version: version, issued: store.now, note: "", who: "Ann",
            document: ObjectReference(of: Data("\(version)".utf8)), manifests: [], restores: restores)
        let fresh = try SignedDocument(type: .fresh, payload: Data("{}".utf8), keys: [key])
        try await store.platform.releases.publish(release, fresh: fresh, freshVersion: version, live: live)
    }

    private func edited(_ article: ArticleRecord, _ title: String, isDraft: Bool = false, _ store: TemporaryPlatform)
        async throws -> ArticleRecord
    {
        var changed = article
        changed.content.title = title
        changed.content.schedule.isDraft = isDraft
        return try await store.platform.content.update(changed, expectedVersion: article.version, by: "Bo")
    }

    @Test(arguments: StoreEngine.all) func `every save is kept with its name, and an earlier text can be read`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let first = try await store.article("First")
        let second = try await edited(first, "Second", isDraft: true, store)
        let third = try await edited(second, "Third", store)
        let versions = try await content.versions(of: first.uri, app: "demo")
        #expect(versions.map(\.version) == [3, 2, 1] && versions.map(\.title) == ["Third", "Second", "First"])
        #expect(versions.map(\.change) == [.ready, .edit, .create])
        #expect(versions.map(\.isDraft) == [false, true, false])
        #expect(versions.prefix(2).map(\.who) == ["Bo", "Bo"] && third.savedBy == "Bo")
        let old = try #require(try await content.article(first.uri, version: 1, app: "demo"))
        #expect(old.content == first.content && old.version == 1 && old.uri == first.uri)
        #expect(try await content.article(first.uri, version: 3, app: "demo") == third)
        #expect(try await content.article(first.uri, version: 4, app: "demo") == nil)
        try await content.delete(first.uri, expectedVersion: nil, app: "demo", by: "Bo")
        #expect(try await content.versions(of: first.uri, app: "demo").isEmpty)
    }

    @Test(arguments: StoreEngine.all) func `old versions are dropped, except those that releases hold`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        var article = try await store.article("0")
        article = try await edited(article, "1", store)
        try await publish(1, [LiveArticle(article.uri, version: 2)], store)
        for number in 3...ArticleVersion.kept + 5 { article = try await edited(article, "\(number)", store) }
        let kept = try await store.platform.content.versions(of: article.uri, app: "demo").map(\.version)
        #expect(kept.count == ArticleVersion.kept + 1, "the newest ones, and the live one")
        #expect(kept.first == ArticleVersion.kept + 5 && kept.last == 2 && !kept.contains(1))
    }

    @Test(arguments: StoreEngine.all) func `earlier texts have a bound in bytes, and the live one stays`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        var article = try await store.article("Live")
        try await publish(1, [LiveArticle(article.uri, version: 1)], store)
        // Two bytes a character: the bound is one of bytes.
        let body = String(repeating: "ü", count: ArticleVersion.keptSize / 8)
        for number in 2...8 {
            article.content.body = body + "\(number)"
            article = try await store.platform.content.update(article, expectedVersion: number - 1, by: "Bo")
        }
        let kept = try await store.platform.content.versions(of: article.uri, app: "demo").map(\.version)
        #expect(kept == [8, 7, 6, 5, 1], "three earlier texts of a little over 2 MiB, and the live one")
        #expect(try await store.platform.content.article(article.uri, version: 1, app: "demo")?.content.body == "Text")
    }

    @Test(arguments: StoreEngine.all) func `the audit log names the articles that a release took and left out`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let one = try await store.article("One")
        let two = try await store.article("Two")
        try await publish(1, [LiveArticle(one.uri, version: 1), LiveArticle(two.uri, version: 1)], store)
        let again = try await edited(one, "One again", store)
        _ = try await edited(again, "One for ever", store)
        var many = [LiveArticle(one.uri, version: 2)]
        for number in 0..<13 {
            let article = try await store.article("Story \(number)\(String(repeating: "x", count: 100))")
            many.append(LiveArticle(article.uri, version: 1))
        }
        try await publish(2, many, store)
        try await store.platform.content.delete(one.uri, expectedVersion: nil, app: "demo", by: "Bo")
        try await publish(3, Array(many.dropFirst()), store)
        try await publish(4, nil, store)
        let entries = try await store.platform.audit.entries(app: "demo", before: nil, limit: 100)
        let details = Array(entries.filter { $0.action == "release.publish" }.map(\.detail).reversed())
        try #require(details.count == 4)
        #expect(details[0] == "published “One”, “Two”")
        #expect(details[1].hasPrefix("published “One again”, “Story ") && details[1].contains("x…”"))
        #expect(details[1].hasSuffix(" and 4 more; removed “Two”") && details[1].utf8.count < 1500)
        #expect(details[2] == "removed “\(one.uri)”" && details[3].isEmpty, "a deleted article has no title left")
    }

    @Test(arguments: StoreEngine.all) func `a release tells the versions it holds, also later`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let (content, releases) = (store.platform.content, store.platform.releases)
        let one = try await store.article("One")
        let two = try await store.article("Two")
        let soon = store.now + .seconds(60)
        let first = [LiveArticle(one.uri, version: 1), LiveArticle(two.uri, version: 1, expires: soon)]
        try await publish(1, first, store)
        _ = try await edited(one, "One again", store)
        try await publish(2, [LiveArticle(one.uri, version: 2)], store)
        try await publish(3, nil, store)
        #expect(try await Set(releases.articles(of: 1, in: scope)) == Set(first))
        for version in [2, 3] {
            #expect(try await releases.articles(of: version, in: scope) == [LiveArticle(one.uri, version: 2)])
        }
        #expect(try await content.article(one.uri, app: "demo")?.liveVersion == 2)
        #expect(try await content.article(two.uri, app: "demo")?.liveVersion == nil)
        let history = try await content.versions(of: one.uri, app: "demo")
        #expect(history.map { $0.publications.map(\.release) } == [[2], [1]])
        #expect(
            await store.code { try await releases.record([], of: 2, in: scope, by: "Bo") } == .versionConflict,
            "another release is current")
        try await releases.record([LiveArticle(two.uri, version: 1)], of: 3, in: scope, by: "Bo")
        #expect(try await content.article(one.uri, app: "demo")?.liveVersion == nil)
        let unpublished = ContentURI(hub: "magazine", .article("none"))
        let all = [one.uri, two.uri, unpublished]
        #expect(try await releases.lastReleases(of: all, in: scope) == [one.uri: 2, two.uri: 3])
        try await content.delete(two.uri, expectedVersion: nil, app: "demo", by: "t")
        try await publish(4, [], store)
        try await publish(5, nil, store)
        let many = all + (0..<250).map { ContentURI(hub: "magazine", .article("other-\($0)")) }
        #expect(try await releases.lastReleases(of: many, in: scope) == [one.uri: 2, two.uri: 3], "deleted ones stay")
        let other = try Scope(app: "demo", stream: "beta")
        #expect(try await releases.lastReleases(of: all, in: other).isEmpty)
        #expect(try await releases.articles(of: 3, in: other).isEmpty)
    }

    @Test(arguments: StoreEngine.all) func `a state is what the schedule, the mark and the release make of an article`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        func add(_ title: String, _ schedule: ArticleSchedule = .init()) async throws -> ArticleRecord {
            try await content.createArticle(
                ArticleContent(title: title, body: "x", schedule: schedule), in: TemporaryPlatform.channel, app: "demo",
                by: "Ann")
        }
        _ = try await add("draft", .init(isDraft: true))
        _ = try await add("ready")
        _ = try await add("scheduled", .init(embargo: store.now + .seconds(60)))
        _ = try await add("expired", .init(expires: store.now + .seconds(-60)))
        let live = try await add("live")
        let changed = try await add("was")
        let drafted = try await add("was too")
        try await publish(1, [live, changed, drafted].map { LiveArticle($0.uri, version: 1) }, store)
        _ = try await edited(changed, "changed", store)
        _ = try await edited(drafted, "changed by a draft", isDraft: true, store)
        for state in ArticleState.allCases {
            let found = try await content.articles(
                ArticleQuery(at: store.now, state: state, order: .title), app: "demo")
            let titles = state == .changed ? ["changed", "changed by a draft"] : [state.rawValue]
            #expect(found.articles.map(\.title) == titles, "\(state)")
            #expect(found.articles.allSatisfy { $0.state(at: store.now) == state }, "\(state)")
            #expect(found.articles.allSatisfy { !$0.savedBy.isEmpty })
        }
        let found = try await content.articles(ArticleQuery(at: store.now, state: .live), app: "demo").articles
        #expect(found.first?.liveBy == "Ann" && found.first?.liveSince == store.now)
        #expect(try await content.ready(scope, at: store.now, limit: 9).map(\.title) == ["changed", "ready"])
    }

    @Test(arguments: StoreEngine.all) func `a release holds what is taken, and the live text of everything else`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let one = try await store.article("One")
        let two = try await store.article("Two")
        try await publish(1, [LiveArticle(one.uri, version: 1), LiveArticle(two.uri, version: 1)], store)
        _ = try await edited(one, "One, a draft", isDraft: true, store)
        let ready = try await edited(two, "Two, ready", store)
        _ = try await store.article("Three")
        func titles(_ taking: ReleaseChoice.Taking, without: Set<ContentURI> = []) async throws -> Set<String> {
            let choice = ReleaseChoice(scope, taking: taking, leavingOut: without)
            let articles = try await content.content(for: choice, at: store.now)
            #expect(try await content.state(for: choice, at: store.now) == articles.state)
            return Set(articles.articles.map(\.content.title))
        }
        #expect(try await titles(.everythingReady) == ["One", "Two, ready", "Three"])
        #expect(try await titles(.only([ready.uri: ready.version])) == ["One", "Two, ready"])
        #expect(try await titles(.only([ready.uri: 1])) == ["One", "Two"], "another version was ticked")
        #expect(try await titles(.due) == ["One", "Two"])
        #expect(try await titles(.everythingReady, without: [one.uri]) == ["Two, ready", "Three"])
        // A release from before versions were kept, or one whose text is gone.
        let unknown = [one.uri, two.uri].map { LiveArticle($0, version: LiveArticle.unknownVersion) }
        try await publish(2, unknown, restores: 1, store)
        #expect(try await titles(.only([:])) == ["Two, ready"])
    }

    @Test(arguments: StoreEngine.all) func `a schedule is due for what was saved before its embargo ended`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        func add(_ title: String, _ schedule: ArticleSchedule) async throws -> ArticleRecord {
            try await content.createArticle(
                ArticleContent(title: title, body: "x", schedule: schedule), in: TemporaryPlatform.channel, app: "demo",
                by: "Ann")
        }
        let (now, soon, later) = (store.now, store.now + .seconds(60), store.now + .seconds(120))
        _ = try await add("Past", .init(embargo: now + .seconds(-60)))
        let next = try await add("Next", .init(embargo: soon, expires: later))
        _ = try await add("Draft", .init(embargo: soon, isDraft: true))
        #expect(try await !content.isDue(scope, at: now))
        #expect(try await content.isDue(scope, at: soon))
        #expect(try await content.nextScheduledChange(scope, after: now) == soon)
        let changes = try await content.scheduledChanges(scope, from: now, to: later, limit: 10)
        #expect(changes.map(\.title) == ["Next"] && changes.map(\.kind) == [.appears])
        let due = try await content.content(for: ReleaseChoice(scope, taking: .due), at: soon)
        #expect(due.articles.map(\.content.title) == ["Next"])
        try await publish(1, [LiveArticle(next.uri, version: 1, expires: later)], store)
        #expect(try await !content.isDue(scope, at: soon))
        #expect(try await content.isDue(scope, at: later), "it expires")
        let rest = try await content.scheduledChanges(scope, from: soon, to: later + .seconds(1), limit: 10)
        #expect(rest.map(\.kind) == [.expires] && rest.map(\.time) == [later])
    }
}
