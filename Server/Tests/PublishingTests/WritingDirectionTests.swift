import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

// HUB-006
@Suite struct WritingDirectionTests {
    @Test(arguments: [
        ("en", "ltr"), ("de-CH", "ltr"), ("ar", "rtl"), ("AR-eg", "rtl"), ("he", "rtl"), ("iw", "rtl"),
        ("fa-IR", "rtl"),
        ("ur", "rtl"), ("ckb", "rtl"), ("yi", "rtl"), ("ug-Latn", "ltr"), ("az-Arab-IR", "rtl"), ("az", "ltr"),
        ("pa_Arab", "rtl"), ("ks-Deva", "ltr"), ("arn", "ltr"), ("ar-1996", "rtl"), ("", "ltr"), ("-", "ltr"),
    ])
    func `a language has one direction, and a named script decides`(_ language: String, _ direction: String) {
        #expect(WritingDirection(language: language).rawValue == direction)
    }

    /// An Arabic hub with an article of its own language and one of another.
    private func hub() async throws -> (test: TestPlatform, own: ArticleRecord, other: ArticleRecord) {
        let test = try await TestPlatform()
        let content = test.platform.content
        _ = try await content.create(
            HubRecord(app: TestPlatform.app, id: "news", title: "أخبار", language: "ar"), by: "t")
        let channel = try await content.create(
            ChannelRecord(app: TestPlatform.app, hub: "news", id: "food", title: "طعام"), by: "t")
        func article(_ title: String, _ language: String?) async throws -> ArticleRecord {
            try await content.createArticle(
                ArticleContent(title: title, body: "Text", language: language), in: channel.uri, app: TestPlatform.app,
                by: "t")
        }
        return (test, try await article("خبز", nil), try await article("Bread", "de"))
    }

    @Test func `pages state their direction, and so do cards with another one`() async throws {
        let (test, own, other) = try await hub()
        let preview = PagePreview(platform: test.platform)
        for uri in [ContentURI(hub: "news"), ContentURI(hub: "news", .channel("food"))] {
            let page = try await preview.page(uri, app: TestPlatform.app)
            #expect(page.contains("<html lang=\"ar\" dir=\"rtl\">"))
            #expect(page.contains("<section class=\"card\"><div class=\"text\"><h2><a href=\"\(card(own, uri))\""))
            #expect(
                page.contains(
                    "<section class=\"card\" lang=\"de\" dir=\"ltr\"><div class=\"text\"><h2><a href=\"\(card(other, uri))\""
                ))
        }
        #expect(try await preview.page(own.uri, app: TestPlatform.app).contains("<html lang=\"ar\" dir=\"rtl\">"))
        #expect(try await preview.page(other.uri, app: TestPlatform.app).contains("<html lang=\"de\" dir=\"ltr\">"))
    }

    private func card(_ article: ArticleRecord, _ uri: ContentURI) -> String {
        PageAddress.of(article.uri, from: uri)
    }

    @Test(arguments: ["head", "hub", "channel", "article", "card"])
    func `an app's own template can use the direction`(name: String) throws {
        _ = try PageTemplates(overrides: [name: "<p lang=\"{{language}}\" dir=\"{{direction}}\">"])
    }

    /// What names a side stands on the other one in half of the world.
    @Test func `the style sheet uses left and right only for the device's edges and a table's alignment`() throws {
        let style = try #require(PageTemplates.builtIn("page.css"))
        let physical = style.matches(of: /(?:[;{]|text-align:|border-|margin-|padding-)(?:left|right)\b/)
        #expect(physical.map { String($0.0) } == ["text-align:left", "text-align:right"])
        #expect(style.contains("text-align:start") && style.contains("border-inline-start:"))
    }
}
