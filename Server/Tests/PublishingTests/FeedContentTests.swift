import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

// HUB-002
@Suite
struct FeedContentTests {
    private func read(_ feed: String, location: String = "https://f.example/feed/atom.xml") throws -> SourceContent {
        var reader = FeedReader(location: location)
        return try reader.read(Data(feed.utf8))
    }

    private func rss(_ item: String, _ namespaces: String = "") -> String {
        "<rss version=\"2.0\" \(namespaces)><channel><item>\(item)</item></channel></rss>"
    }

    private func atom(_ entry: String, _ attributes: String = "") -> String {
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" \(attributes)><entry><id>1</id>\(entry)</entry></feed>"
    }

    private static let namespaces = """
        xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom" \
        xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:dcterms="http://purl.org/dc/terms/"
        """

    @Test func `the document's own elements win over those of other namespaces`() throws {
        let feed = rss(
            """
            <media:title>Media title</media:title><title>Real title</title><atom:link rel="replies" href="https://x.example/r"/>
            <link>https://x.example/real</link><guid isPermaLink="false">n1</guid><media:description>Media</media:description>
            <description>Real</description><author>ann@x.example (Ann)</author><itunes:author>Ann</itunes:author>
            <media:category>mc</media:category><category>Real cat</category><dc:subject>Subject</dc:subject>
            <dcterms:created>2020-01-02T00:00:00Z</dcterms:created>
            """, Self.namespaces)
        let article = try #require(try read(feed).articles.first)
        let content = article.content
        #expect(content.title == "Real title" && content.source == "https://x.example/real" && content.body == "Real")
        #expect(content.authors == ["Ann"] && article.categories == ["Real cat", "Subject"])
        #expect(content.schedule.published?.description == "2020-01-02T00:00:00Z")
    }

    @Test func `elements of other namespaces replace missing ones of the document`() throws {
        let feed = rss(
            "<dc:title>Dublin</dc:title><atom:link href=\"https://x.example/a\"/><itunes:author>Ann</itunes:author><dcterms:abstract>Short</dcterms:abstract>",
            Self.namespaces)
        let content = try #require(try read(feed).articles.first).content
        #expect(content.title == "Dublin" && content.source == "https://x.example/a" && content.authors == ["Ann"])
        #expect(content.body == "Short")
    }

    @Test(arguments: [
        ("<title>Vec&lt;T&gt; explained</title>", "Vec<T> explained"),
        ("<title type=\"html\">&lt;b&gt;Vec&lt;/b&gt;&amp;lt;T&amp;gt;</title>", "Vec<T>"),
        (
            "<title type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\"><b>Vec</b>&lt;T&gt;</div></title>",
            "Vec<T>"
        ),
        ("<title>a &amp;amp; b</title>", "a &amp; b"),
    ])
    func `an Atom title is read by its type`(title: String, text: String) throws {
        #expect(try read(atom(title)).articles.first?.content.title == text)
    }

    @Test(arguments: [
        ("Vec&lt;T&gt; and &lt;b&gt;bold&lt;/b&gt;", "Vec<T> and bold"),
        ("<![CDATA[Tom &amp; <i>Ann</i>]]>", "Tom & Ann"),
        ("1 &lt; 2", "1 < 2"), ("Option&lt;Box&lt;T&gt;&gt;", "Option<Box<T>>"),
    ])
    func `an RSS title loses tags that format it and nothing else`(title: String, text: String) throws {
        #expect(try read(rss("<guid>1</guid><title>\(title)</title>")).articles.first?.content.title == text)
    }

    @Test func `a zero byte in the id of a JSON feed's item becomes a mark`() throws {
        let feed =
            #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "a\u0000b", "title": "T", "content_text": "x"}]}"#
        #expect(try read(feed).articles.first?.key == "a\u{FFFD}b")
    }

    @Test func `a JSON title is plain text`() throws {
        let feed =
            #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "title": "Vec<T> and <b>", "summary": "a<b"}]}"#
        let content = try #require(try read(feed).articles.first).content
        #expect(content.title == "Vec<T> and <b>" && content.summary == "a<b")
    }

    @Test(arguments: [
        ("<content type=\"text/html; charset=utf-8\">&lt;p&gt;a&lt;/p&gt;</content>", "<p>a</p>", 0),
        ("<content type=\"HTML\">&lt;p&gt;a&lt;/p&gt;</content>", "<p>a</p>", 0),
        (
            "<content type=\"application/xhtml+xml\"><p xmlns=\"http://www.w3.org/1999/xhtml\">a</p></content>",
            "<p xmlns=\"http://www.w3.org/1999/xhtml\">a</p>", 0
        ),
        ("<content type=\"text/plain\">a &lt; b</content>", "a &lt; b", 0),
        ("<content type=\"application/octet-stream\">AAAA</content><summary>Short</summary>", "Short", 1),
        ("<content src=\"https://x.example/a.html\" type=\"text/html\"/>", "", 1),
        ("<content type=\"image/svg+xml\"><svg/></content>", "", 1),
    ])
    func `Atom content is read by its media type, and content that cannot be shown is reported`(
        entry: String, body: String, problems: Int
    ) throws {
        let content = try read(atom("<title>A</title>" + entry))
        #expect(content.articles.first?.content.body == body)
        #expect(content.problems.count { $0.kind == .unsupportedMarkup } == problems)
    }

    @Test func `addresses are relative to xml base`() async throws {
        let feed = atom(
            "<title>A</title><link href=\"posts/1\"/><content type=\"html\" xml:base=\"posts/\">&lt;a href=\"2\"&gt;x&lt;/a&gt; &lt;img src=\"a.png\" alt=\"A\"&gt;</content>",
            "xml:base=\"https://x.example/blog/\"")
        let test = try await TestPlatform()
        let asked = Asked()
        let fetcher = asked.fetcher { url throws(PublishingError) in
            url.host() == "f.example" ? Data(feed.utf8) : TestPlatform.png(width: 3, height: 3)
        }
        let report = try await test.importing("https://f.example/ns/atom.xml", fetcher: fetcher)
        #expect(report.problems.isEmpty && report.images == 1)
        let content = try #require(try await test.articles().first).content
        #expect(content.source == "https://x.example/blog/posts/1")
        #expect(
            content.body.contains("href=\"https://x.example/blog/posts/2\"") && content.body.contains("src=\"assets/"))
        #expect(asked.urls.contains("https://x.example/blog/posts/a.png"))
    }

    @Test(arguments: [
        "&nbsp;", "&eacute;", "&hellip;", "&check;", "&CounterClockwiseContourIntegral;", "&unknown;", "&#233;",
    ])
    func `HTML's characters need no declaration`(entity: String) throws {
        let content = try read(
            rss(
                "<guid>&eacute;1</guid><title>a\(entity)b</title><description><![CDATA[&unknown; \(entity)]]></description>"
            ))
        let title = try #require(content.articles.first).content.title
        #expect(title.hasPrefix("a") && title.hasSuffix("b"))
        #expect(
            title.contains("&unknown;") == (entity == "&unknown;") && title.contains("&") == (entity == "&unknown;"))
        #expect(content.articles.first?.content.body == "&unknown; \(entity)" && content.articles.first?.key == "é1")
    }

    @Test(arguments: [
        "\n\n <?xml version=\"1.0\"?>", "\u{FEFF}\n<?xml version=\"1.0\"?>", "<!DOCTYPE rss PUBLIC \"a\" \"b\">",
    ])
    func `a feed is read despite text before it`(start: String) throws {
        let content = try read(start + "\n" + rss("<guid>1</guid><title>A</title><pubDate>never</pubDate>"))
        #expect(content.articles.count == 1)
        let line = start.utf8.count { $0 == UInt8(ascii: "\n") } + 2
        #expect(content.problems.first?.line == line)
    }

    @Test func `text about entities does not declare any`() throws {
        let body = "<![CDATA[&lt;!ENTITY a> <!ENTITY b \"c\">]]>"
        #expect(try read(rss("<guid>1</guid><title>A</title><description>\(body)</description>")).articles.count == 1)
    }

    @Test(arguments: [
        "<!DOCTYPE x [<!ENTITY a \"b\">]><rss>&a;</rss>",
        "<!DOCTYPE x [<!ATTLIST a b CDATA \"]\"><!ENTITY a \"b\">]><rss>&a;</rss>",
        "<!-- c --><!DOCTYPE x SYSTEM \"[\" [<!ELEMENT rss ANY>]><rss></rss>",
        "<rss \((0..<300).map { "a\($0)=\"\"" }.joined(separator: " "))></rss>",
    ])
    func `a document with declarations, or beyond the limits, is refused`(feed: String) throws {
        #expect(throws: PublishingError.self) { try read(feed) }
        let wide = try #require(feed.data(using: .utf16))
        var reader = FeedReader(location: "f")
        #expect(throws: PublishingError.self) { try reader.read(wide) }
    }

    @Test func `a feed in UTF-16 is read`() throws {
        let feed = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + rss("<guid>1</guid><title>Ä</title>")
        var reader = FeedReader(location: "f")
        #expect(try reader.read(try #require(feed.data(using: .utf16))).articles.first?.content.title == "Ä")
    }

    @Test func `an item without id and link gets one that is reported and that it keeps`() throws {
        let item = "<item><title>One</title><pubDate>2020-01-01</pubDate><description>a</description></item>"
        let changed = item.replacing(">a<", with: ">b<")
        let other = "<item><description>Only text</description></item>"
        func content(_ items: String) throws -> SourceContent { try read("<rss><channel>\(items)</channel></rss>") }
        let first = try content(item + other)
        #expect(first.articles.count == 2 && first.articles[0].key.hasPrefix("derived-"))
        let reported = first.problems.filter { $0.kind == .missingID }
        #expect(reported.count == 2 && reported[0].message.contains(first.articles[0].key))
        #expect(try content(changed).articles[0].key == first.articles[0].key)
        #expect(try content(item + item).problems.contains { $0.kind == .duplicate })
    }

    @Test func `a title beyond the limit is cut and reported, and its item stays`() throws {
        let content = try read(rss("<guid>1</guid><title>\(String(repeating: "word ", count: 400))</title>"))
        #expect(content.articles.first?.content.title.hasSuffix("…") == true)
        #expect(content.problems.map(\.kind) == [.tooLarge])
    }

    @Test func `milliseconds are kept`() {
        // Which of them a cut loses depends on the seconds before: no few examples stand for all.
        for moment in stride(from: 0, to: 60_000, by: 17) {
            let text = String(format: "2020-01-01T00:00:%02d.%03dZ", moment / 1000, moment % 1000)
            #expect(DateText.parse(text)?.milliseconds == 1_577_836_800_000 + Int64(moment), "\(text)")
        }
    }

    @Test func `an import without articles makes no hub`() async throws {
        let test = try await TestPlatform()
        let fetcher = Asked().fetcher { _ throws(PublishingError) in Data("<rss><channel></channel></rss>".utf8) }
        let report = try await test.importing("https://f.example/feed", hub: "Empty", fetcher: fetcher)
        #expect(report.changes == 0)
        #expect(try await test.platform.content.hubs(app: TestPlatform.app).isEmpty)
    }

    @Test func `a host that cannot be reached is asked once`() async throws {
        let images = (0..<30).map {
            "&lt;img src=\"https://dead.example/\($0).png\" alt=\"a\"&gt;&lt;img src=\"https://live.example/\($0).png\" alt=\"a\"&gt;"
        }
        let feed = rss("<guid>1</guid><title>A</title><description>\(images.joined())</description>")
        let test = try await TestPlatform()
        let asked = Asked()
        let fetcher = asked.fetcher { url throws(PublishingError) in
            switch url.host() {
            case "dead.example": throw PublishingError(.unreachable, "nobody is there")
            case "live.example": throw PublishingError(.unreachable, "it answers 404", isAnswer: true)
            default: return Data(feed.utf8)
            }
        }
        let report = try await test.importing("https://f.example/feed", fetcher: fetcher)
        #expect(report.problems.count { $0.kind == .missingImage } == 60)
        #expect(asked.urls.count { $0.contains("dead.example") } == 1)
        #expect(asked.urls.count { $0.contains("live.example") } == 30)
    }

    @Test(.timeLimit(.minutes(10)))
    func `a refusal counts at once`() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/feed.xml"))
        var times: [Duration] = []
        // A client that tries again takes 10 seconds each time; a busy machine delays one of the three.
        for _ in 0..<3 {
            let start = ContinuousClock.now
            let error = await #expect(throws: PublishingError.self) {
                try await HTTPSourceFetcher(reach: .anywhere).fetch(url, maximum: 100)
            }
            #expect(error?.isAnswer == false)
            times.append(start.duration(to: .now))
        }
        #expect(times.min().map { $0 < .seconds(8) } == true, "\(times)")
    }
}
