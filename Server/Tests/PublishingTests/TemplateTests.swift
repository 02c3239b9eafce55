import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

// HUB-006
@Suite
struct TemplateTests {
    @Test func `an unknown field is refused with file and line`() {
        let error = #expect(throws: PublishingError.self) {
            try PageTemplates(overrides: ["article": "<h1>{{title}}</h1>\n\n{{#hero}}{{headline}}{{/hero}}"])
        }
        #expect(error?.code == .template && error?.message == "article.mustache:3: there is no field \"headline\"")
    }

    @Test func `a missing part and an open section are refused`() {
        #expect(throws: PublishingError.self) { try PageTemplates(overrides: ["hub": "{{> nothing}}"]) }
        #expect(throws: PublishingError.self) { try PageTemplates(overrides: ["hub": "{{#title}}"]) }
    }

    @Test func `a changed template changes every page and escapes what people wrote`() async throws {
        let test = try await TestPlatform()
        try test.write(
            "---\ntitle: <b>&\"x\"\ncategory: C\n---\nText <script>alert(1)</script>", to: "b/_posts/2020-01-01-a.md")
        try test.write("---\ntitle: Two\ncategory: C\n---\nText", to: "b/_posts/2020-01-02-b.md")
        _ = try await test.importing("b/_posts")
        let before = try await test.publisher.publish(test.scope, by: "a").release
        _ = try await test.platform.templates.save(
            "{{> head}}\n<h1>Own {{title}}</h1>{{{body}}}</body></html>", name: "article", app: TestPlatform.app,
            expectedVersion: 0, by: "a")
        let after = try await test.publisher.publish(test.scope, by: "a").release
        let diff = try await test.publisher.diff(test.scope, from: before.version, to: after.version)
        #expect(diff.changed.count == 2)
        let preview = PagePreview(platform: test.platform)
        for article in try await test.articles() {
            let page = try await preview.page(article.uri, app: TestPlatform.app, theme: "dark")
            #expect(
                page.contains("<h1>Own ") && page.contains("data-theme=\"dark\"") && !page.contains("<script")
                    && !page.contains("<b>&"))
        }
    }
}
