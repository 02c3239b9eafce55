import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

// HUB-002
@Suite
struct FeedImportTests {
    private struct Answers: SourceFetcher {
        let answer: @Sendable (URL) throws(PublishingError) -> Data

        func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data { try answer(url) }
    }

    /// A feed whose files come by another way than itself.
    private struct Narrowed: SourceFetcher {
        let feed: Data
        let files: Answers
        var outside: any SourceFetcher { files }

        func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data { feed }

        func open(_ url: URL, maximum: Int) async throws(PublishingError) -> (data: Data, files: any SourceFetcher) {
            (feed, files)
        }
    }

    private static let rss = """
        <?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>F</title>
        <item><guid>1</guid><title>One</title><link>https://f.example/1</link><pubDate>Tue, 05 Jan 2016 18:00:00 GMT</pubDate>
        <category>Cars</category><category>News</category><description>Short</description>
        <content:encoded><![CDATA[<p>Long <img src="/a.png" alt="A"></p>]]></content:encoded></item>
        <item><guid>1</guid><title>Again</title></item>
        <item><guid>2</guid><title>Two</title><description>Text</description><category>Cars</category></item></channel></rss>
        """
    private static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom"><author><name>Ada</name></author><entry><id>1</id><title>One</title>
        <link href="https://f.example/1"/><published>2016-01-05T18:00:00Z</published><category term="Cars"/>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Long</p></div></content></entry></feed>
        """
    private static let json = """
        {"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "One", "url": "https://f.example/1",
        "date_published": "2016-01-05T18:00:00Z", "tags": ["Cars"], "content_html": "<p>Long</p>", "authors": [{"name": "Ada"}]}]}
        """

    @Test(arguments: [(rss, 2), (atom, 1), (json, 1)])
    func `each kind of feed maps to articles`(feed: String, count: Int) async throws {
        let test = try await TestPlatform()
        let fetcher = Answers { url in url.path == "/a.png" ? TestPlatform.png(width: 9, height: 9) : Data(feed.utf8) }
        let report = try await test.importing("https://f.example/feed", fetcher: fetcher)
        #expect(report.added.count == count && report.channels == ["Cars"])
        let one = try #require(try await test.articles().first { $0.content.title == "One" })
        #expect(one.content.source == "https://f.example/1" && one.content.body.contains("Long"))
        #expect(
            one.content.schedule.published?.description == "2016-01-05T18:00:00Z" && one.content.tags.contains("Cars"))
        #expect(report.problems.contains { $0.kind == .duplicate } == (count == 2))
        #expect(report.images == (count == 2 ? 1 : 0))
        #expect(try await test.importing("https://f.example/feed", fetcher: fetcher).changes == 0)
    }

    @Test func `the images of a feed are fetched within the reach of the feed's document`() async throws {
        let test = try await TestPlatform()
        let files = Answers { url throws(PublishingError) in throw PublishingError(.unreachable, "\(url) is inside") }
        let report = try await test.importing(
            "https://f.example/feed", fetcher: Narrowed(feed: Data(Self.rss.utf8), files: files))
        #expect(report.added.count == 2 && report.images == 0)
    }

    private static let content = ArticleContent(title: "One", body: "![A](https://f.example/a.png)")

    @Test(arguments: [
        ImportContent.feed(Data(rss.utf8)),
        .articles([SubmittedArticle(key: "1", categories: ["Cars"], content: content)]),
    ])
    func `the images of what a program sends are fetched as if they were named outside`(
        _ content: ImportContent
    ) async throws {
        let test = try await TestPlatform()
        let files = Answers { url throws(PublishingError) in throw PublishingError(.unreachable, "\(url) is inside") }
        let importer = ContentImporter(
            platform: test.platform,
            fetcher: Narrowed(feed: TestPlatform.png(width: 9, height: 9), files: files))
        let report = try await importer.run(
            ImportRequest(source: "robot", content: content, app: TestPlatform.app, hub: "News"))
        #expect(report.added.count > 0 && report.images == 0)
    }

    @Test(arguments: [
        "<rss><channel><item></rss>", "<!DOCTYPE x [<!ENTITY a \"b\">]><rss>&a;</rss>", "<html></html>", "{\"a\": 1}",
        "",
    ])
    func `a malformed feed changes nothing, and the cause is recorded`(feed: String) async throws {
        let test = try await TestPlatform()
        _ = try await test.importing("https://f.example/feed", fetcher: Answers { _ in Data(Self.atom.utf8) })
        let source = try await test.platform.feeds.create(
            FeedSourceRecord(
                id: "feed", app: TestPlatform.app, hub: "news", location: "https://f.example/feed", intervalSeconds: 60),
            by: "a")
        let importer = ContentImporter(platform: test.platform, fetcher: Answers { _ in Data(feed.utf8) })
        let run = try await FeedRunner(platform: test.platform, importer: importer, publisher: test.publisher).run(
            source, by: "a")
        #expect(run.failure?.isEmpty == false)
        #expect(try await test.articles().count == 1)
        #expect(
            try await test.platform.feeds.runs(of: "feed", app: TestPlatform.app, limit: 5).first?.failure
                == run.failure)
    }

    @Test func `an unreachable feed changes no article`() async throws {
        let test = try await TestPlatform()
        _ = try await test.importing("https://f.example/feed", fetcher: Answers { _ in Data(Self.atom.utf8) })
        let refused = Answers { _ throws(PublishingError) in
            throw PublishingError(.unreachable, "f.example answers 500")
        }
        let error = await #expect(throws: PublishingError.self) {
            try await test.importing("https://f.example/feed", fetcher: refused)
        }
        #expect(error?.code == .unreachable)
        #expect(try await test.articles().count == 1)
    }

    /// A feed with an item for each title.
    private static func feed(_ titles: [String], extra: String = "") -> Data {
        let items = titles.map { "<item><guid>\($0)</guid><title>\($0)</title>\(extra)</item>" }
        return Data("<rss><channel>\(items.joined())</channel></rss>".utf8)
    }

    private func titles(_ test: TestPlatform) async throws -> [String] {
        try await test.articles().map(\.content.title).sorted()
    }

    @Test func `an item that left a feed stays in the hub and in the release`() async throws {
        let test = try await TestPlatform()
        let location = "https://f.example/feed"
        _ = try await test.importing(location, fetcher: Answers { _ in Self.feed(["One", "Two"]) })
        let published = try await test.publisher.publish(test.scope, by: "a").release
        let source = try await test.platform.feeds.create(
            FeedSourceRecord(
                id: "feed", app: TestPlatform.app, hub: "news", location: location, intervalSeconds: 60, publishes: true
            ), by: "a")
        let answers = [Self.feed(["Two"]), Self.feed([]), Data("<rss>".utf8)]
        for answer in answers {
            let importer = ContentImporter(platform: test.platform, fetcher: Answers { _ in answer })
            let runner = FeedRunner(platform: test.platform, importer: importer, publisher: test.publisher)
            #expect(try await runner.run(source, by: "a").removed == 0)
            #expect(try await titles(test) == ["One", "Two"])
            #expect(try await test.platform.releases.latest(test.scope) == published)
        }
    }

    @Test func `articles that left their source are removed on request, except those edited here`() async throws {
        let test = try await TestPlatform()
        let location = "https://f.example/feed"
        _ = try await test.importing(location, fetcher: Answers { _ in Self.feed(["One", "Two", "Three"]) })
        var two = try #require(try await test.articles().first { $0.content.title == "Two" })
        two.content.summary = "Ours"
        _ = try await test.platform.content.update(two, expectedVersion: two.version, by: "Ann")
        let importer = ContentImporter(platform: test.platform, fetcher: Answers { _ in Self.feed(["Three"]) })
        let report = try await importer.run(
            ImportRequest(source: location, app: TestPlatform.app, hub: "News", removesMissing: true))
        #expect(report.removed.count == 1 && report.kept == [two.uri])
        #expect(try await titles(test) == ["Three", "Two"])
    }

    @Test(arguments: [
        "<author>\(String(repeating: "a", count: 300))</author>",
        (0..<65).map { "<category>\($0)</category>" }.joined(),
        "<category>\(String(repeating: "c", count: 300))</category>",
        "<link>https://f.example/\(String(repeating: "l", count: 3000))</link>",
    ])
    func `an item beyond a limit is reported, and the others are imported`(extra: String) async throws {
        let test = try await TestPlatform()
        let location = "https://f.example/feed"
        _ = try await test.importing(location, fetcher: Answers { _ in Self.feed(["Bad"]) })
        let bad = Self.feed(["Bad"], extra: extra)
        let feed = Data(
            String(decoding: bad, as: UTF8.self).replacing(
                "</channel>", with: "<item><guid>g</guid><title>Good</title></item></channel>"
            ).utf8)
        let report = try await ContentImporter(platform: test.platform, fetcher: Answers { _ in feed }).run(
            ImportRequest(source: location, app: TestPlatform.app, hub: "News", removesMissing: true))
        #expect(report.added.count == 1 && report.removed.isEmpty)
        #expect(report.problems.contains { $0.severity == .error && $0.message.contains("at most") })
        #expect(try await titles(test) == ["Bad", "Good"])
    }

    @Test func `a tag with a zero byte is refused by the import, not by devices`() async throws {
        let test = try await TestPlatform()
        let feed = #"""
            {"version": "https://jsonfeed.org/version/1.1", "items": [
            {"id": "1", "title": "Bad", "tags": ["a\u0000b"], "content_html": "x"},
            {"id": "2", "title": "Good", "tags": ["a"], "content_html": "x"}]}
            """#
        let report = try await test.importing("https://f.example/feed", fetcher: Answers { _ in Data(feed.utf8) })
        #expect(report.problems.contains { $0.severity == .error && $0.message.contains("zero byte") })
        #expect(try await titles(test) == ["Good"])
    }

    @Test func `the excess of a feed with too many items is reported, and no article counts as removed`() throws {
        var reader = FeedReader(location: "f")
        let content = try reader.read(Self.feed((0...FeedReader.maximumItems).map(String.init)))
        #expect(content.articles.count == FeedReader.maximumItems && !content.isComplete)
        #expect(content.problems.contains { $0.kind == .tooLarge })
    }

    @Test(arguments: [(Duration.zero, 0), (AssetCollector.maximumFetchTime, 1)])
    func `images are fetched until the time limit`(time: Duration, count: Int) async throws {
        let test = try await TestPlatform()
        let assets = AssetCollector(
            request: (TestPlatform.app, "news"), platform: test.platform,
            fetcher: Answers { _ in TestPlatform.png(width: 9, height: 9) }, folders: [], base: nil, existing: [],
            fetchTime: time)
        _ = try await assets.asset("https://f.example/a.png", file: "a")
        #expect(await assets.collected.count == count)
    }
}
