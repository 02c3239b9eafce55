import Foundation
import Markup
import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

@Suite
struct RenderCacheTests {
    private func page(_ body: String) -> RenderCache.Page {
        RenderCache.Page(body: HTML(body), hero: nil, beginning: "", words: 1, cover: nil, assets: [])
    }

    private func key(_ text: String) -> RenderCache.Key { RenderCache.Key(ArticleContent(title: "A", body: text)) }

    @Test func `a page is kept while its links and images have the same targets`() {
        let cache = RenderCache()
        let answers = RenderCache.Answers()
        _ = answers.add("b.md", .page("b"))
        _ = answers.add("a.png", "A", nil)
        cache.keep(page("x"), key("text"), answers)
        let image = RenderCache.Image(
            names: ["a"], image: PageImage(location: "a", alt: "A", size: nil), cover: nil)
        #expect(cache.page(key("text"), link: { _ in .page("b") }, image: { _, _ in nil })?.body == "x")
        #expect(cache.page(key("text"), link: { _ in .none }, image: { _, _ in nil }) == nil)
        #expect(cache.page(key("text"), link: { _ in .page("b") }, image: { _, _ in image }) == nil)
        #expect(cache.page(key("other"), link: { _ in .page("b") }, image: { _, _ in nil }) == nil)
        let html = RenderCache.Key(ArticleContent(title: "A", body: "text", format: .html))
        #expect(cache.page(html, link: { _ in .page("b") }, image: { _, _ in nil }) == nil)
    }

    @Test func `the cache is bounded, and the most recently used pages stay`() {
        let cache = RenderCache(maximumBytes: 100_000)
        func known(_ text: String) -> Bool {
            cache.page(key(text), link: { _ in .none }, image: { _, _ in nil }) != nil
        }
        let body = String(repeating: "x", count: 20_000)
        for number in 0..<20 {
            cache.keep(page(body), key("\(number)"), RenderCache.Answers())
            #expect(known("0"))
        }
        #expect((0..<20).count { known("\($0)") } <= 5 && known("19"))
        cache.keep(page(String(repeating: "x", count: 60_000)), key("large"), RenderCache.Answers())
        #expect(!known("large"))
    }

    @Test func `a second rendering of an app parses only the article that changed`() async throws {
        let test = try await TestPlatform()
        for number in 0..<5 {
            try test.write(
                "---\ntitle: P\(number)\ndate: 2020-01-01\n---\nText \(number) [a](p0.md)", to: "posts/p\(number).md")
        }
        _ = try await test.importing("posts")
        let content = try await test.platform.content.content(app: TestPlatform.app)
        let cache = RenderCache()
        func render(_ articles: [ArticleRecord]) -> [String] {
            let selected = ContentSelection(content, at: Timestamp(milliseconds: 0), includesUnreleased: true)
            return articles.map { ArticleRenderer(content: selected, sizes: [:], cache: cache).render($0).body.text }
        }
        let first = render(content.articles)
        #expect(cache.misses == 5)
        #expect(render(content.articles) == first && cache.misses == 5)
        var changed = content.articles
        changed[2].content.body += " more"
        #expect(render(changed)[2].contains("more") && cache.misses == 6)
    }

    @Test func `an article beyond the limits is shown as plain text, and does not prevent publishing`() async throws {
        let test = try await TestPlatform()
        try test.write("---\ntitle: A\ndate: 2020-01-01\n---\nText", to: "posts/a.md")
        _ = try await test.importing("posts")
        var article = try #require(try await test.articles().first)
        article.content.body = String(repeating: "<div>", count: 1000) + "end"
        _ = try await test.platform.content.update(article, expectedVersion: article.version, by: "a")
        #expect(try await test.publisher.publish(test.scope, by: "a").isNew)
        let page = try await PagePreview(platform: test.platform).page(article.uri, app: TestPlatform.app)
        #expect(page.contains("&lt;div&gt;&lt;div&gt;") && page.contains("end</pre>"))
    }
}
