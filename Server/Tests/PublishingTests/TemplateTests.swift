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

    /// The store takes any text: what it was checked against may have changed since.
    @Test(arguments: [
        ("article", "{{> head}}\n<h1>{{headline}}</h1>", "article.mustache:2: there is no field \"headline\""),
        ("channel", "\n\n{{#cards}}", "channel.mustache:3: "),
        ("hub", "{{> side}}", "hub.mustache:1: there is no template"),
    ])
    func `a publish with a broken stored template fails with its name and line and changes nothing`(
        _ name: String, _ text: String, _ message: String
    ) async throws {
        let test = try await TestPlatform()
        try test.write("---\ntitle: One\ncategory: C\n---\nText", to: "b/_posts/2020-01-01-a.md")
        _ = try await test.importing("b/_posts")
        let before = try await test.publisher.publish(test.scope, by: "a").release
        _ = try await test.platform.templates.save(
            text, name: name, app: TestPlatform.app, expectedVersion: 0, by: "a")
        let error = await #expect(throws: PublishingError.self) {
            try await test.publisher.publish(test.scope, by: "a")
        }
        #expect(error?.code == .template && error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
        #expect(try await test.platform.releases.latest(test.scope) == before)
        try await AppTemplates(platform: test.platform, app: TestPlatform.app).reset(name, by: "a")
        #expect(try await !test.publisher.publish(test.scope, by: "a").isNew)
    }

    @Test func `a template is checked before it is stored, under the name of its file`() async throws {
        let test = try await TestPlatform()
        let templates = AppTemplates(platform: test.platform, app: TestPlatform.app)
        let broken = await #expect(throws: PublishingError.self) {
            try await templates.set("<h1>\n{{headline}}", as: "article", file: "my/own.html", by: "a")
        }
        #expect(broken?.message == "my/own.html:2: there is no field \"headline\"")
        #expect(try await templates.entries().allSatisfy { $0.version == 0 })
        #expect(try await templates.entries().map(\.name) == PageTemplates.names)
        #expect(try await templates.set("<h1>{{title}}", as: "article", file: "f", by: "a").version == 1)
        #expect(try await templates.set("<h2>{{title}}", as: "article", file: "f", by: "a").version == 2)
        #expect(try await templates.entry("article").text == "<h2>{{title}}")
        #expect(try await templates.set("a { b: {{c}} }", as: "page.css", file: "f", by: "a").version == 1)
    }

    @Test func `a part is stored before the templates that include it, and removed after them`() async throws {
        let test = try await TestPlatform()
        let templates = AppTemplates(platform: test.platform, app: TestPlatform.app)
        let set = { (text: String, name: String) async throws(PublishingError) in
            _ = try await templates.set(text, as: name, file: name, by: "a")
        }
        await #expect(throws: PublishingError.self) { try await set("{{> side}}", "hub") }
        try await set("<aside>{{title}}</aside>", "side")
        try await set("{{> side}}", "hub")
        let held = await #expect(throws: PublishingError.self) { try await templates.reset("side", by: "a") }
        #expect(held?.message == "hub.mustache:1: there is no template \"side\"")
        try await templates.reset("hub", by: "a")
        try await templates.reset("side", by: "a")
        let gone = await #expect(throws: PublishingError.self) { try await templates.reset("side", by: "a") }
        #expect(gone?.code == .notFound)
        await #expect(throws: PublishingError.self) { try await templates.entry("side") }
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
