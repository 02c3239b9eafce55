import Foundation
import GRDB
import MarqueeWire
import Testing

@testable import PlatformStore

/// Lists of articles, without their texts.
@Suite struct ArticleListTests {
    private static let now = Timestamp(milliseconds: 1_790_000_000_000)

    /// A platform with five articles in two channels of one hub and one in a second hub.
    private static func filled(_ engine: StoreEngine) async throws -> TemporaryPlatform {
        let test = try await TemporaryPlatform(engine)
        let content = test.platform.content
        _ = try await content.create(
            ChannelRecord(app: "demo", hub: "magazine", id: "food", title: "Food", tags: ["warm"]), by: "test")
        _ = try await content.create(HubRecord(app: "demo", id: "other", title: "Other", tags: ["warm"]), by: "test")
        _ = try await content.create(
            ChannelRecord(app: "demo", hub: "other", id: "misc", title: "Misc"), by: "test")
        func add(
            _ title: String, _ hub: String, _ channel: String, summary: String = "", tags: [String] = [], day: Int,
            _ schedule: ArticleSchedule = .init()
        )
            async throws
        {
            var schedule = schedule
            schedule.published = now + .seconds(-86_400 * day)
            _ = try await content.createArticle(
                ArticleContent(title: title, summary: summary, body: "x", tags: tags, schedule: schedule),
                in: ContentURI(hub: hub, .channel(channel)), app: "demo", by: "test")
        }
        try await add("Ärger am Berg", "magazine", "news", tags: ["hills", "warm"], day: 1)
        try await add("boots", "magazine", "news", summary: "100% Wool_socks", tags: ["hills"], day: 2)
        try await add("Cake", "magazine", "food", tags: ["warm"], day: 3, .init(isDraft: true))
        try await add("Dinner", "magazine", "food", day: 4, .init(embargo: now + .seconds(60)))
        try await add("Eggs", "magazine", "food", day: 5, .init(expires: now))
        try await add("Figs", "other", "misc", summary: "warm boots", day: 0)
        return test
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let titles: [String]
        let change: @Sendable (inout ArticleQuery) -> Void
        var testDescription: String { name }

        init(_ name: String, _ titles: [String], _ change: @escaping @Sendable (inout ArticleQuery) -> Void) {
            (self.name, self.titles, self.change) = (name, titles, change)
        }
    }

    private static let cases = [
        Case("everything, oldest first", ["Eggs", "Dinner", "Cake", "boots", "Ärger am Berg", "Figs"]) { _ in },
        Case("newest first", ["Figs", "Ärger am Berg", "boots", "Cake", "Dinner", "Eggs"]) { $0.isDescending = true },
        Case("by title, capitals or not", ["boots", "Cake", "Dinner", "Eggs", "Figs", "Ärger am Berg"]) {
            $0.order = .title
        },
        Case("as people ordered them", ["boots", "Ärger am Berg", "Eggs", "Dinner", "Cake", "Figs"]) {
            $0.order = .position
        },
        Case("a word of the title", ["Ärger am Berg"]) { $0.words = "äRGER" },
        Case("words that follow each other, in title or summary", ["Figs"]) { $0.words = " warm  BOOTS " },
        Case("a percent sign is itself", ["boots"]) { $0.words = "0% w" },
        Case("an underscore is itself", []) { $0.words = "Wool_socks_" },
        Case("a backslash is itself", []) { $0.words = "\\" },
        Case("a hub", ["Figs"]) { $0.hub = "other" },
        Case("a channel", ["Eggs", "Dinner", "Cake"]) { ($0.hub, $0.channel) = ("magazine", "food") },
        Case("a tag", ["Cake", "Ärger am Berg"]) { $0.tag = "warm" },
        Case("a tag, exactly", []) { $0.tag = "Warm" },
        Case("drafts", ["Cake"]) { $0.state = .draft },
        Case("scheduled", ["Dinner"]) { $0.state = .scheduled },
        Case("expired", ["Eggs"]) { $0.state = .expired },
        Case("ready", ["boots", "Ärger am Berg", "Figs"]) { $0.state = .ready },
        Case("ready a minute later", ["Dinner", "boots", "Ärger am Berg", "Figs"]) {
            ($0.state, $0.time) = (.ready, now + .seconds(60))
        },
        Case("several at once", ["boots"]) { ($0.tag, $0.hub, $0.words) = ("hills", "magazine", "wool") },
    ]

    @Test(arguments: StoreEngine.all, cases)
    func `a list has the articles that match, in its order`(_ engine: StoreEngine, _ question: Case) async throws {
        let test = try await Self.filled(engine)
        var query = ArticleQuery(at: Self.now)
        question.change(&query)
        let listing = try await test.platform.content.articles(query, app: "demo")
        #expect(listing.articles.map(\.title) == question.titles)
        #expect(listing.matching == question.titles.count && listing.total == 6 && listing.pages == 1)
        let states = listing.articles.map { $0.state(at: query.time) }
        if let state = query.state { #expect(states.allSatisfy { $0 == state }) }
    }

    @Test(arguments: StoreEngine.all) func `pages follow each other without a gap, and one past the end is the last`(
        _ engine: StoreEngine
    ) async throws {
        let test = try await Self.filled(engine)
        var titles: [String] = []
        for page in 1...3 {
            let query = ArticleQuery(at: Self.now, page: page, pageSize: 2)
            let listing = try await test.platform.content.articles(query, app: "demo")
            #expect(listing.page == page && listing.pages == 3 && listing.matching == 6)
            titles += listing.articles.map(\.title)
        }
        #expect(titles == ["Eggs", "Dinner", "Cake", "boots", "Ärger am Berg", "Figs"])
        let late = ArticleQuery(at: Self.now, page: .max, pageSize: 4)
        let last = try await test.platform.content.articles(late, app: "demo")
        #expect(last.page == 2 && last.articles.map(\.title) == ["Ärger am Berg", "Figs"])
        let none = try await test.platform.content.articles(late, app: "nothing")
        #expect(none.page == 1 && none.pages == 1 && none.total == 0)
    }

    @Test(arguments: StoreEngine.all) func `what a list is found by follows every change of an article`(
        _ engine: StoreEngine
    ) async throws {
        let test = try await Self.filled(engine)
        let content = test.platform.content
        func titles(_ change: (inout ArticleQuery) -> Void) async throws -> [String] {
            var query = ArticleQuery(at: Self.now)
            change(&query)
            return try await content.articles(query, app: "demo").articles.map(\.title)
        }
        let uri = try #require(
            try await content.articles(ArticleQuery(at: Self.now, words: "figs"), app: "demo").articles.first
        ).uri
        var figs = try #require(try await content.article(uri, app: "demo"))
        (figs.content.title, figs.content.tags) = ("Plums", ["blue", "warm"])
        _ = try await content.update(figs, expectedVersion: figs.version, by: "test")
        #expect(try await titles { $0.words = "figs" } == [])
        #expect(try await titles { $0.words = "plums" } == ["Plums"])
        #expect(try await titles { $0.tag = "blue" } == ["Plums"])
        _ = try await content.renameTags(["blue"], to: "warm", app: "demo", by: "test")
        #expect(try await titles { $0.tag = "blue" } == [])
        #expect(try await titles { $0.tag = "warm" }.count == 3)
        #expect(try await content.articleTags(app: "demo") == ["hills", "warm"])
        let places = try await content.tagPlaces(app: "demo")
        #expect(places["warm"] == TagPlaces(articles: 3, channels: 1, hubs: 1))
        #expect(try await content.tagUsage(app: "demo") == TagUsage(articles: 5, counts: ["warm": 2, "hills": 2]))
        try await content.delete(ContentURI(hub: "other"), expectedVersion: nil, app: "demo", by: "test")
        #expect(try await titles { $0.tag = "warm" }.count == 2)
        #expect(try await content.listed([uri, figs.uri], app: "demo").isEmpty)
        #expect(
            try await content.articleCounts(app: "demo") == [
                TemporaryPlatform.channel: 2, ContentURI(hub: "magazine", .channel("food")): 3,
            ])
        #expect(try await content.articleOrder(of: TemporaryPlatform.channel, app: "demo").count == 2)
        #expect(try await content.channels(app: "demo").map(\.id) == ["news", "food"])
    }

    @Test func `an earlier database is brought to the layout that lists need, with what it holds`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "earlier-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let queue = try DatabaseQueue(path: folder.appending(path: "marquee.sqlite3").path)
        try SQLiteDatabase.migrator.migrate(queue, upTo: "5 portal")
        try await queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO app VALUES ('demo', 'Demo', 0);
                    INSERT INTO hub VALUES ('demo', 'h', 'Hub', '', '[]', 'en', 0, 1);
                    INSERT INTO channel VALUES ('demo', 'h', 'c', 'Channel', '', '[]', 0, 1);
                    INSERT INTO article (app, hub, id, channel, position, version, modified, title, summary, body, format,
                    authors, tags, is_draft) VALUES ('demo', 'h', 'a', 'c', 0, 1, 7, 'Übung', 'Text', 'x', 'markdown', '[]',
                    '["one","two"]', FALSE);
                    """)
        }
        try queue.close()
        let content = try await Platform.open(at: folder).content
        let query = ArticleQuery(at: Self.now, words: "übung", tag: "two")
        #expect(try await content.articles(query, app: "demo").articles.map(\.title) == ["Übung"])
    }
}
