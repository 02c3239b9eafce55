import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

/// Articles that are written here are checked as imported ones are. HUB-005
@Suite struct ArticleChecksTests {
    @Test(arguments: [
        ("Fine: [x](https://example.org) [y](#top)\n\n# Top", []),
        ("[gone](a/gone-abcdef)", [ImportProblem.Kind.danglingLink]),
        ("[there](ARTICLE)", []),
        ("[gone](zbimdb://news/a/gone)", [.danglingLink]),
        ("[nowhere](#nowhere)", [.danglingAnchor]),
        ("![A boot](boot.jpg)", [.missingImage]),
        ("![](assets/boot.png)", [.missingAltText]),
        ("![A boot](assets/boot.png)", []),
        ("![](https://example.org/x.png)", [.missingImage]), ("![](none.png)", [.missingImage]),
        ("![Describe the picture](boot.png)", [.missingAltText]),
    ])
    func `a text's dead links and missing images are found`(_ body: String, _ kinds: [ImportProblem.Kind]) async throws
    {
        let test = try await TestPlatform()
        let content = test.platform.content
        let hub = try await content.create(HubRecord(app: TestPlatform.app, id: "news", title: "News"), by: "a")
        let channel = try await content.create(
            ChannelRecord(app: TestPlatform.app, hub: hub.id, id: "c", title: "C"), by: "a")
        let object = try await test.platform.objects.put(TestPlatform.png(width: 2, height: 2))
        try await content.put(
            AssetRecord(
                app: TestPlatform.app, hub: hub.id, name: "boot.png", mediaType: "image/png", object: object), by: "a")
        let other = try await content.createArticle(
            ArticleContent(title: "There", body: "x", schedule: .init(isDraft: true)), in: channel.uri,
            app: TestPlatform.app, by: "a")
        let text = body.replacing("ARTICLE", with: "a/\(other.id)")
        let article = try await content.createArticle(
            ArticleContent(title: "One", body: text), in: channel.uri, app: TestPlatform.app, by: "a")
        let found = try await ArticleChecks(platform: test.platform).problems(
            of: [article.uri, other.uri], app: TestPlatform.app)
        let own = found[article.uri] ?? []
        #expect(own.map(\.kind) == kinds)
        #expect(found[other.uri] == nil)
    }
}
