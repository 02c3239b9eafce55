import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// Which version is live, since when and in which channel, and what schedules do about it. HUB-005, HUB-007
@Suite struct LiveVersionTests {
    private let scope: Scope
    private let beta: Scope
    private let key: SigningKey

    init() throws {
        scope = try Scope(app: "demo")
        beta = try Scope(app: "demo", stream: "beta")
        key = try SigningKey.generate()
    }

    private func publish(
        _ version: Int, _ live: [LiveArticle], restores: Int? = nil, in scope: Scope? = nil, _ store: TemporaryPlatform
    ) async throws {
        let release = ReleaseRecord(
            scope: scope ?? self.scope, version: version, issued: store.now, note: "", who: "Ann",
            document: ObjectReference(of: Data("\(version)".utf8)), manifests: [], restores: restores)
        let fresh = try SignedDocument(type: .fresh, payload: Data("{}".utf8), keys: [key])
        try await store.platform.releases.publish(release, fresh: fresh, freshVersion: version, live: live)
    }

    private func add(_ title: String, schedule: ArticleSchedule = .init(), _ store: TemporaryPlatform)
        async throws -> ArticleRecord
    {
        try await store.platform.content.createArticle(
            ArticleContent(title: title, body: "x", tags: ["Old"], schedule: schedule), in: TemporaryPlatform.channel,
            app: "demo", by: "Ann")
    }

    private func saved(_ article: ArticleRecord, as title: String? = nil, _ store: TemporaryPlatform) async throws
        -> ArticleRecord
    {
        let content = store.platform.content
        var changed = try #require(try await content.article(article.uri, app: "demo"))
        if let title { changed.content.title = title }
        return try await content.update(changed, expectedVersion: changed.version, by: "Bo")
    }

    private func liveVersion(_ article: ArticleRecord, _ store: TemporaryPlatform) async throws -> Int? {
        try await store.platform.content.article(article.uri, app: "demo")?.liveVersion
    }

    @Test(arguments: StoreEngine.all) func `publishes of the same pages lose nothing of each other`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let releases = store.platform.releases
        let (one, two) = (try await store.article("One"), try await store.article("Two"))
        func live(_ first: Int, _ second: Int) -> [LiveArticle] {
            [LiveArticle(one.uri, version: first), LiveArticle(two.uri, version: second)]
        }
        try await publish(1, live(1, 1), store)
        _ = try await (saved(one, store), saved(two, store))
        try await releases.record(live(2, 1), of: 1, in: scope, by: "left")
        try await releases.record(live(1, 2), of: 1, in: scope, by: "right")
        #expect(try await [liveVersion(one, store), liveVersion(two, store)] == [2, 2])
        #expect(try await Set(releases.articles(of: 1, in: scope)) == Set(live(2, 2)))
        // A release that was built before.
        let three = try await store.article("Three")
        try await publish(2, live(1, 2) + [LiveArticle(three.uri, version: 1)], store)
        #expect(try await [liveVersion(one, store), liveVersion(three, store)] == [2, 1])
        try await publish(3, live(1, 1), restores: 1, store)
        #expect(try await [liveVersion(one, store), liveVersion(three, store)] == [1, nil], "a rollback goes back")
    }

    @Test(arguments: StoreEngine.all) func `a publish that changes no page has its own time and name in the history`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (content, releases) = (store.platform.content, store.platform.releases)
        let article = try await store.article("One")
        let start = store.now
        try await publish(1, [LiveArticle(article.uri, version: 1)], store)
        store.advance(by: .seconds(3600))
        _ = try await saved(article, store)
        store.advance(by: .seconds(3600))
        try await releases.record([LiveArticle(article.uri, version: 2)], of: 1, in: scope, by: "Cy")
        let history = try await content.versions(of: article.uri, app: "demo")
        #expect(history.map(\.version) == [2, 1])
        #expect(history.map { $0.publications.map(\.release) } == [[1], [1]])
        #expect(history.map { $0.publications.map(\.who) } == [["Cy"], ["Ann"]])
        #expect(history.map { $0.publications.map(\.issued) } == [[store.now], [start]])
        let listed = try #require(try await content.listed([article.uri], app: "demo").first)
        #expect(listed.liveVersion == 2 && listed.liveBy == "Cy" && listed.liveSince == store.now)
        // The same again changes nothing, and leaves no entry.
        try await releases.record([LiveArticle(article.uri, version: 2)], of: 1, in: scope, by: "Di")
        let entries = try await store.platform.audit.entries(app: "demo", before: nil, limit: 50)
        let records = entries.filter { $0.action == "release.record" }
        #expect(records.map(\.who) == ["Cy"] && records.first?.detail == "1 article with the same page")
    }

    @Test(arguments: StoreEngine.all) func `only the articles whose live version changes are written`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (one, two) = (try await store.article("One"), try await store.article("Two"))
        try await publish(1, [LiveArticle(one.uri, version: 1), LiveArticle(two.uri, version: 1)], store)
        _ = try await saved(two, store)
        // A mark that only a write would remove.
        try await store.platform.database.write { db in
            try db.execute("UPDATE article SET live_version = 99 WHERE id = ?", [one.id])
        }
        for _ in 1...2 {
            try await store.platform.releases.record(
                [LiveArticle(one.uri, version: 1), LiveArticle(two.uri, version: 2)], of: 1, in: scope, by: "Bo")
            #expect(try await [liveVersion(one, store), liveVersion(two, store)] == [99, 2])
        }
    }

    @Test(arguments: StoreEngine.all) func `a draft in another channel leaves the live version where it is`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        _ = try await content.create(
            ChannelRecord(app: "demo", hub: "magazine", id: "other", title: "Other"), by: "Ann")
        let third = try await store.article("Third")
        let second = try await store.article("Second")
        let first = try await store.article("First")
        try await publish(1, [first, second, third].map { LiveArticle($0.uri, version: 1) }, store)
        var draft = second
        draft.channel = "other"
        draft.content.schedule.isDraft = true
        _ = try await content.update(draft, expectedVersion: 1, by: "Bo")
        let choice = ReleaseChoice(scope, taking: .everythingReady)
        func released() async throws -> [String] {
            let found = try await content.content(for: choice, at: store.now)
            #expect(try await content.state(for: choice, at: store.now) == found.state)
            return found.articles.map { "\($0.content.title) in \($0.channel)" }
        }
        #expect(try await released() == ["First in news", "Second in news", "Third in news"])
        let old = try #require(try await content.article(second.uri, version: 1, app: "demo"))
        #expect(old.channel == "news" && old.position == 1)
        for article in [first, third] {
            try await content.delete(article.uri, expectedVersion: nil, app: "demo", by: "Ann")
        }
        try await content.delete(TemporaryPlatform.channel, expectedVersion: nil, app: "demo", by: "Ann")
        #expect(try await released() == ["Second in other"], "its channel is gone")
    }

    @Test(arguments: StoreEngine.all) func `a schedule makes a version live once`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let always = LiveArticle(try await add("Always", store).uri, version: 1)
        let soup = try await add("Soup", schedule: .init(embargo: store.now + .seconds(60)), store)
        let (live, due) = ([always, LiveArticle(soup.uri, version: 1)], ReleaseChoice(scope, taking: .due))
        try await publish(1, [always], store)
        store.advance(by: .seconds(60))
        #expect(try await content.isDue(scope, at: store.now))
        try await publish(2, live, store)
        try await publish(3, [always], restores: 1, store)
        try await publish(4, [always], store)
        #expect(try await !content.isDue(scope, at: store.now))
        #expect(try await content.content(for: due, at: store.now).articles.map(\.content.title) == ["Always"])
        #expect(try await content.waiting(scope, at: store.now, limit: 9).isEmpty)
        #expect(try await content.ready(scope, at: store.now, limit: 9).map(\.title) == ["Soup"])
        // In another stream it was not live yet.
        try await publish(1, [always], in: beta, store)
        #expect(try await content.isDue(beta, at: store.now))
    }

    @Test(arguments: StoreEngine.all) func `an embargo that ended while schedules waited goes with every publish`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let always = try await add("Always", store)
        try await publish(1, [LiveArticle(always.uri, version: 1)], store)
        let soup = try await add("Soup", schedule: .init(embargo: store.now + .seconds(60)), store)
        _ = try await add("Other", store)
        store.advance(by: .seconds(60))
        #expect(try await content.waiting(scope, at: store.now, limit: 9).map(\.uri) == [soup.uri])
        #expect(try await content.ready(scope, at: store.now, limit: 9).map(\.title) == ["Other"])
        #expect(try await content.readyCount(scope, at: store.now) == 2)
        let none = try await content.content(for: ReleaseChoice(scope, taking: .only([:])), at: store.now)
        #expect(none.articles.map(\.content.title).sorted() == ["Always", "Soup"])
    }

    @Test(arguments: StoreEngine.all) func `a schedule that waits goes on after a tag is renamed or the text is saved`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let soup = try await add("Soup", schedule: .init(embargo: store.now + .seconds(60)), store)
        store.advance(by: .seconds(70))
        _ = try await content.renameTags(["Old"], to: "New", app: "demo", by: "Bo")
        #expect(try await content.isDue(scope, at: store.now), "the tag was renamed")
        let again = try await saved(soup, as: "Better soup", store)
        #expect(again.version == 3)
        #expect(try await content.isDue(scope, at: store.now), "it was saved with the same time")
        try await publish(1, [LiveArticle(soup.uri, version: 3)], store)
        _ = try await content.renameTags(["New"], to: "Newer", app: "demo", by: "Bo")
        #expect(try await !content.isDue(scope, at: store.now), "a rename publishes nothing of a live article")
        _ = try await saved(soup, as: "Best soup", store)
        #expect(try await !content.isDue(scope, at: store.now), "an edit of a live article waits for a person")
        #expect(try await content.ready(scope, at: store.now, limit: 9).map(\.title) == ["Best soup"])
    }

    @Test(arguments: StoreEngine.all) func `the next changes of schedules are those of each stream`(
        _ engine: StoreEngine
    )
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let soon = store.now + .seconds(60)
        let soup = try await add("Soup", schedule: .init(embargo: soon), store)
        try await publish(1, [LiveArticle(soup.uri, version: 1)], store)
        let content = store.platform.content
        #expect(try await content.nextScheduledChange(scope, after: store.now) == nil)
        #expect(try await content.nextScheduledChange(beta, after: store.now) == soon)
    }

    @Test(arguments: StoreEngine.all) func `a version that is replaced before its expiry does not expire`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let (wednesday, friday) = (store.now + .seconds(60), store.now + .seconds(120))
        let article = try await add("Sale", schedule: .init(expires: friday), store)
        try await publish(1, [LiveArticle(article.uri, version: 1, expires: friday)], store)
        var next = article
        next.content.schedule = .init(embargo: wednesday)
        next = try await content.update(next, expectedVersion: 1, by: "Bo")
        let end = friday + .seconds(3600)
        func kinds() async throws -> [ScheduledChange.Kind] {
            try await content.scheduledChanges(scope, from: store.now, to: end, limit: 9).map(\.kind)
        }
        #expect(try await kinds() == [.appears])
        next.content.schedule = .init(embargo: friday + .seconds(60))
        next = try await content.update(next, expectedVersion: 2, by: "Bo")
        #expect(try await kinds() == [.expires, .appears])
        next.content.schedule = .init(embargo: friday + .seconds(60), expires: friday)
        _ = try await content.update(next, expectedVersion: 3, by: "Bo")
        #expect(try await kinds() == [.expires], "it would expire before it appears")
    }

    @Test(arguments: StoreEngine.all) func `ready articles are counted, and listed up to a limit`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let (one, two) = (try await add("A", store), try await add("B", store))
        let bound = store.now
        store.advance(by: .seconds(1))
        _ = try await add("C", store)
        #expect(try await content.ready(scope, at: store.now, limit: 2).map(\.title) == ["A", "B"])
        #expect(try await content.readyCount(scope, at: store.now) == 3)
        let versions = try await content.readyVersions(scope, at: store.now, savedUntil: bound)
        #expect(versions == [one.uri: 1, two.uri: 1])
    }

    @Test(arguments: StoreEngine.all) func `content can be read with the texts of some articles only`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let (one, two) = (try await add("One", store), try await add("Two", store))
        let all = try await content.content(app: "demo")
        let some = try await content.content(app: "demo", textsOf: [one.uri])
        #expect(some.articles.map(\.uri) == all.articles.map(\.uri) && some.channels == all.channels)
        let stored = try await content.article(one.uri, app: "demo")
        #expect(some.articles.first { $0.uri == one.uri } == stored)
        let other = try #require(some.articles.first { $0.uri == two.uri })
        #expect(other.content.body.isEmpty && other.content.title == "Two" && other.version == two.version)
    }

    @Test(arguments: StoreEngine.all) func `a rollback can tell which texts are no longer known`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let (lost, kept) = (try await add("Lost", store), try await add("Kept", store))
        let unknown = LiveArticle.unknownVersion
        try await publish(
            1, [LiveArticle(lost.uri, version: unknown), LiveArticle(kept.uri, version: 1)], store)
        _ = try await saved(kept, as: "Kept again", store)
        let content = store.platform.content
        #expect(try await content.articlesWithoutText(in: 1, of: scope, limit: 9).map(\.title) == ["Lost"])
        #expect(try await content.articlesWithoutText(in: 2, of: beta, limit: 9).isEmpty)
    }

    @Test(arguments: StoreEngine.all) func `each stream keeps the versions of its last changes`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let changes = ArticleVersion.keptReleases + 1
        var article = try await store.article("0")
        for number in 1...changes {
            try await publish(number, [LiveArticle(article.uri, version: number)], store)
            article = try await saved(article, as: "\(number)", store)
        }
        // Release 1 of another stream is older than all of these by its number only.
        let other = changes + 5
        while article.version < other { article = try await saved(article, as: "\(article.version)", store) }
        try await publish(1, [LiveArticle(article.uri, version: other)], in: beta, store)
        try await publish(2, [], in: beta, store)
        let oldest = other + 5
        while article.version < oldest + ArticleVersion.kept - 1 {
            article = try await saved(article, as: "\(article.version)", store)
        }
        let versions = try await store.platform.content.versions(of: article.uri, app: "demo").map(\.version)
        #expect(versions.sorted() == Array(2...changes) + [other] + Array(oldest...article.version))
    }
}
