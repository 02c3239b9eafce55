import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

/// The pictures by which lists show articles, and an article's card before it is saved. HUB-005
@Suite struct ArticleCoversTests {
    private static let channel = ContentURI(hub: "news", .channel("cars"))

    private static func filled() async throws -> TestPlatform {
        let test = try await TestPlatform()
        _ = try await test.platform.content.create(
            HubRecord(app: TestPlatform.app, id: "news", title: "News"), by: "test")
        _ = try await test.platform.content.create(
            ChannelRecord(app: TestPlatform.app, hub: "news", id: "cars", title: "Cars"), by: "test")
        return test
    }

    private static func add(_ name: String, _ kind: MediaRecord.Kind, poster: String? = nil, _ test: TestPlatform)
        async throws
    {
        let object = try await test.platform.objects.put(Data(name.utf8))
        let type = kind == .picture ? "image/png" : kind == .video ? "video/mp4" : "audio/mp4"
        let asset = AssetRecord(app: TestPlatform.app, hub: "news", name: name, mediaType: type, object: object)
        let media = MediaRecord(
            app: TestPlatform.app, hub: "news", name: name, kind: kind, companions: .init(poster: poster),
            origin: .init(fileName: name, digest: name, madeBy: "a", stored: Timestamp(Date())))
        _ = try await test.platform.media.save(media, assets: [asset], expectedVersion: 0, by: "a")
    }

    private static func article(_ body: String, _ test: TestPlatform, _ format: ArticleContent.Format = .markdown)
        async throws -> ArticleRecord
    {
        try await test.platform.content.createArticle(
            ArticleContent(title: "A", body: body, format: format), in: channel, app: TestPlatform.app, by: "a")
    }

    private static let table: [(String, ArticleContent.Format, String?)] = [
        ("![boots](boots.png) and ![](other.png)", ArticleContent.Format.markdown, "boots.png"),
        ("Words\n\n![](../assets/boots.png \"x\")", .markdown, "boots.png"),
        ("<p><IMG src='/assets/boots.png'></p>", .html, "boots.png"),
        ("![](gone.png) ![](other.png)", .markdown, "other.png"), ("![](film.mp4)", .markdown, "poster.png"),
        ("![](talk.m4a)", .markdown, nil), ("![](https://example.org/x.png)", .markdown, nil),
        ("`![](boots.png)`", .markdown, nil), ("![](BOOTS/../x y)", .markdown, nil), ("", .markdown, nil),
    ]

    @Test(arguments: table)
    func `a list shows the first picture that the text has in the hub`(
        _ body: String, _ format: ArticleContent.Format, _ name: String?
    ) async throws {
        let test = try await Self.filled()
        for picture in ["boots.png", "other.png", "poster.png"] { try await Self.add(picture, .picture, test) }
        try await Self.add("film.mp4", .video, poster: "poster.png", test)
        try await Self.add("talk.m4a", .sound, test)
        let article = try await Self.article(body, test, format)
        let covers = try await ArticleCovers(platform: test.platform).covers(of: [article.uri], app: TestPlatform.app)
        #expect(covers[article.uri]?.asset.name == name)
    }

    @Test func `a draft's card and channel are drawn as the channel's page is`() async throws {
        let test = try await Self.filled()
        let first = try await Self.article("First text", test)
        var changed = first
        changed.content.title = "Typed & not saved"
        let preview = PagePreview(platform: test.platform)
        for number in 1...40 {
            _ = try await test.platform.content.createArticle(
                ArticleContent(title: "Story \(number)", body: "x"), in: Self.channel, app: TestPlatform.app, by: "a")
        }
        let card = try await preview.page(of: changed, as: .card)
        #expect(card.contains("Typed &amp; not saved") && card.contains("First text") && !card.contains("Story"))
        #expect(card.matches(of: /<section class="card"/).count == 1)
        let list = try await preview.page(of: changed, as: .channel, theme: "dark")
        #expect(list.contains("Typed &amp; not saved") && !list.contains(">A<"))
        #expect(list.matches(of: /<section class="card"/).count <= 30)
        let whole = try await preview.page(Self.channel, app: TestPlatform.app, theme: "dark")
        let title = "<a href=\"../a/\(first.id)\">A</a>"
        #expect(whole.contains(title), "the stored page differs in the card's title only")
        let drawn = try #require(
            list.firstMatch(of: /<section class="card">(?:(?!<\/section>).)*not saved.*?<\/section>/))
        #expect(whole.contains(drawn.output.replacing("Typed &amp; not saved", with: "A")))
        let moved = ArticleRecord(
            app: TestPlatform.app, hub: "news", id: "new", channel: "cars", position: 0, version: 0,
            modified: first.modified, origin: nil, content: ArticleContent(title: "Brand new", body: "x"))
        let front = try await preview.page(of: moved, as: .channel)
        let titles = front.matches(of: /">([^<]+)<\/a><\/h2>/).map { String($0.1) }
        #expect(titles.first == "Brand new" && titles.count == 30)
        var nowhere = moved
        nowhere.channel = "none"
        await #expect(throws: PublishingError.self) { try await preview.page(of: nowhere, as: .card) }
    }
}
