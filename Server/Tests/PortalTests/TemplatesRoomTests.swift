import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Publishing
import Testing

@testable import Portal

/// HUB-006: templates are read, changed, tried and reset in the portal.
@Suite struct TemplatesRoomTests {
    private static let own = "{{> head}}\n<h1>Our own: {{title}}</h1>\n"

    private func templates(_ portal: TestPortal) -> AppTemplates {
        AppTemplates(platform: portal.platform, app: TestPortal.app)
    }

    @Test func `a template of the app's own makes the pages, until it is reset`() async throws {
        let portal = try await TestPortal()
        let article = try await portal.article("Snow")
        let preview = "/portal/preview/news/\(article.uri.path)"
        try await portal.signedIn { browser in
            let list = try await browser.get("/portal/templates").text
            #expect(list.components(separatedBy: ">built-in<").count == 7 && !list.contains("own, version"))
            let page = try await browser.get("/portal/templates/article")
            #expect(page.text.contains("{{#hero}}") && page.text.contains("src=\"\(preview)?theme=light\""))
            let form = ["version": "0", "text": Self.own]
            let saved = try await browser.post("/portal/templates/article", form)
            #expect(saved.location == "/portal/templates/article?saved=1")
            #expect(try await browser.get(saved.location).text.contains("Saved. The next publish"))
            #expect(try await templates(portal).entry("article").text == Self.own)
            #expect(try await browser.get(preview).text.contains("<h1>Our own: Snow</h1>"))
            #expect(try await browser.get("/portal/templates").text.contains("own, version 1"))
            let reset = try await browser.post("/portal/templates/article/reset")
            #expect(reset.location == "/portal/templates?done=reset")
            #expect(try await !browser.get(preview).text.contains("Our own"))
            let log = try await portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 2)
            #expect(log.map(\.action) == ["template.reset", "template.save"] && log.allSatisfy { $0.who == "Ann" })
        }
    }

    @Test(arguments: [
        ("<h1>\n{{headline}}", "article.mustache:2: there is no field &quot;headline&quot;"),
        ("{{> side}}", "article.mustache:1: there is no template &quot;side&quot;"),
        ("\n\n{{#tags}}", "article.mustache:3: "),
    ])
    func `what is no template is named with its line, and nothing is stored`(_ text: String, _ problem: String)
        async throws
    {
        let portal = try await TestPortal()
        let article = try await portal.article("Snow")
        try await portal.signedIn { browser in
            let page = try await browser.post("/portal/templates/article", ["version": "0", "text": text])
            #expect(page.status == .badRequest && page.text.contains("Nothing was saved. \(problem)"), "\(page.text)")
            #expect(page.text.contains("\n" + text.replacing(">", with: "&gt;").replacing("<", with: "&lt;")))
            #expect(try await templates(portal).entry("article").version == 0)
            let tried = try await browser.post(
                "/portal/preview/news/\(article.uri.path)", ["template": "article", "text": text])
            #expect(tried.status == .ok && tried.text.contains(problem))
        }
    }

    @Test func `the preview has what stands in the editor, which is stored nowhere`() async throws {
        let portal = try await TestPortal()
        try await portal.article("Snow")
        try await portal.signedIn { browser in
            let draft = ["template": "hub", "text": "<h1>Draft of {{title}}</h1>", "theme": "dark"]
            let page = try await browser.post("/portal/preview/news/", draft)
            #expect(page.text.hasPrefix("<h1>Draft of News</h1>"))
            #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("sandbox") == true)
            #expect(try await !browser.get("/portal/preview/news/").text.contains("Draft of"))
        }
    }

    @Test func `a save that comes second shows both texts`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            _ = try await templates(portal).set("<h1>Theirs</h1>", as: "hub", by: "Bob")
            let form = ["version": "0", "text": "<h1>Mine</h1>"]
            let page = try await browser.post("/portal/templates/hub", form)
            #expect(page.status == .conflict)
            #expect(
                page.text.contains("&lt;h1&gt;Theirs&lt;/h1&gt;") && page.text.contains("&lt;h1&gt;Mine&lt;/h1&gt;"))
            #expect(try await templates(portal).entry("hub").text == "<h1>Theirs</h1>")
            #expect(
                try await browser.post("/portal/templates/hub", form.merging(["version": "1"]) { $1 }).status
                    == .seeOther)
        }
    }

    @Test func `a part that others include stays, and what is not there is not found`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            _ = try await templates(portal).set("<b>part</b>", as: "side", by: "Bob")
            _ = try await templates(portal).set("{{> side}}", as: "hub", by: "Bob")
            let kept = try await browser.post("/portal/templates/side/reset")
            #expect(kept.status == .badRequest && kept.text.contains("hub.mustache:1"))
            #expect(try await browser.get("/portal/templates/nothing").status == .notFound)
            #expect(try await browser.post("/portal/templates/nothing", ["text": "x"]).status == .notFound)
            #expect(try await browser.post("/portal/templates/card/reset").status == .notFound)
        }
    }

    // HUB-260
    @Test func `an editor reads templates and changes none`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn(as: .contentEditor) { browser in
            let page = try await browser.get("/portal/templates/hub")
            #expect(page.text.contains("readonly") && page.text.contains("An owner of the content changes templates."))
            let form = ["version": "0", "text": Self.own]
            #expect(try await browser.post("/portal/templates/hub", form).status == .forbidden)
            #expect(try await browser.post("/portal/templates/hub/reset").status == .forbidden)
            #expect(try await templates(portal).entry("hub").version == 0)
        }
    }

    @Test(arguments: [WingRoles.contentEditor, .onlooker])
    func `only who may store a template sees what one would print`(_ roles: WingRoles) async throws {
        let portal = try await TestPortal()
        try await portal.article("One")
        try await portal.signedIn(as: roles) { browser in
            let page = try await browser.post(
                "/portal/preview/news", ["template": "hub", "text": "<h1>{{title}}</h1>"])
            #expect(page.status == .forbidden && !page.text.contains("<h1>News</h1>"))
        }
    }
}
