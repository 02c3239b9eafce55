import Foundation
import HTTPTypes
import Markup
import MarqueeWire
import PlatformStore
import Publishing
import Testing

@testable import Portal

/// No value reaches a page as markup, whatever marks it is joined to: a browser reads scalars, not characters.
@Suite struct EscapingTests {
    /// `<`, `>`, `&`, `'` and `"`, each with a prepended mark in front and a combining mark behind.
    static let attack =
        ["<", ">", "&", "'", "\""].map { "\u{600}\($0)\u{301}" }.joined()
        + "\u{600}<b id=INJ>\u{301}\"\u{301} onclick=\u{600}'x'"

    /// What a browser must be given for it.
    static let shown = attack.unicodeScalars.map { scalar in
        switch scalar {
        case "<": "&lt;"
        case ">": "&gt;"
        case "&": "&amp;"
        case "'": "&#39;"
        case "\"": "&quot;"
        default: String(scalar)
        }
    }.joined()

    /// Whether the bytes of the attack stand in a page as they came in.
    static func isOpen(_ page: String) -> Bool {
        let bytes = Array(page.utf8)
        return ["<b id=INJ", "<\u{301}", "\"\u{301} onclick", ">\u{301}", "'\u{301}"].contains { text in
            let wanted = Array(text.utf8)
            return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
        }
    }

    /// A value for every name that a template uses, with every section open.
    private static func fields(of template: Template, among library: [String: Template], _ text: String)
        -> TemplateValue
    {
        var uses: [Template.Use] = []
        var waiting = [template]
        var seen: Set<String> = []
        while let next = waiting.popLast() {
            guard seen.insert(next.name).inserted else { continue }
            uses += next.uses
            waiting += next.uses.compactMap { $0.kind == .template ? library[$0.name] : nil }
        }
        var fields: [String: TemplateValue] = [:]
        for use in uses where use.kind != .template && use.name != "." {
            let parts = use.name.split(separator: ".").map(String.init)
            if parts.count > 1, case .fields(let inner) = fields[parts[0]] ?? .fields([:]) {
                fields[parts[0]] = .fields(inner.merging([parts[1]: .text(text)]) { $1 })
            } else if parts.count == 1 {
                fields[parts[0]] = .text(text)
            }
        }
        return .fields(fields)
    }

    @Test func `every field of every template of the portal is escaped`() throws {
        let pages = try PageLibrary()
        #expect(pages.templates.count >= 26)
        var filled = 0
        for (name, template) in pages.templates {
            let plain = try pages.library.render(Self.fields(of: template, among: pages.templates, "Q0Q"), with: name)
            let hostile = try pages.library.render(
                Self.fields(of: template, among: pages.templates, Self.attack), with: name)
            filled += plain.components(separatedBy: "Q0Q").count - 1
            #expect(Array(hostile.utf8) == Array(plain.replacing("Q0Q", with: Self.shown).utf8), "\(name)")
            #expect(!Self.isOpen(hostile), "\(name)")
        }
        #expect(filled > 300, "\(filled) fields")
    }

    /// What a stranger can send, what editors write, and what an address brings.
    @Test func `clusters around markup stay text on every page`() async throws {
        let portal = try await TestPortal()
        let attack = Self.attack
        let content = portal.platform.content
        let hub = try await content.create(
            HubRecord(app: TestPortal.app, id: "h", title: attack, summary: attack, tags: [attack]), by: attack)
        let channel = try await content.create(
            ChannelRecord(app: TestPortal.app, hub: hub.id, id: "c", title: attack, summary: attack, tags: [attack]),
            by: attack)
        let article = try await content.createArticle(
            ArticleContent(title: attack, summary: attack, body: "Text", authors: [attack], tags: [attack]),
            in: channel.uri, app: TestPortal.app, by: attack)
        try await portal.article("Plain")
        _ = try await portal.publisher.publish(try .init(app: TestPortal.app), note: attack, by: attack)
        for name in ["content_viewed", "user_tags", "custom"] {
            try await portal.record(
                name,
                [
                    "uri": .text(article.uri.description),
                    "tags": .text("[\"\(attack.replacing("\"", with: "\\\""))\"]"),
                    "other": .text(attack), attack: .text(attack),
                ], user: attack)
        }
        let escaped = attack.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        // Names of databases hold no marks that cannot be seen.
        let visible = String(String.UnicodeScalarView(attack.unicodeScalars.filter { $0 != "\u{600}" }))
        let engage = try await HostileEngage(portal, visible)
        let pages = [
            "report?entry=\(escaped)", "report?by=article", "report?by=entry", "report?uri=\(escaped)", "live",
            "devices", "tags", "hubs",
            "content?q=\(escaped)&tag=\(escaped)&channel=\(escaped)", "publish", "releases", "audit", "apps", "feeds",
            "templates",
            "articles/h/\(article.id)", "hubs/h", "hubs/h/channels/c", "preview/h", "preview/h/c/c",
            "preview/h/a/\(article.id)",
            "engage", "engage/databases", "engage/databases/\(engage.values["list"] ?? "")",
            "engage/queries/\(engage.values["query"] ?? "")", "engage/tables/\(engage.values["table"] ?? "")",
            "engage/recipients", "engage/recipients?column=\(escaped)&value=\(escaped)",
            "engage/recipients/\(engage.values["list"] ?? "")/\(engage.values["recipient"] ?? "")", "engage/import",
            "engage/import/\(engage.values["list"] ?? "")", "engage/jobs", "engage/recipients.csv",
            "templates/hub", "tags?done=1&to=\(escaped)", "nowhere/\(escaped)", "report.csv?by=article",
        ]
        try await portal.signedIn { browser in
            var shown = 0
            for path in pages {
                let page = try await browser.get("/portal/\(path)")
                #expect(page.status.code < 500, "\(path)")
                #expect(!Self.isOpen(page.text) || path.contains(".csv"), "\(path)")
                shown += page.text.utf8.elementsEqual(page.text.replacing(Self.shown, with: "").utf8) ? 0 : 1
            }
            #expect(shown >= 12, "the attack stands on \(shown) pages")
        }
    }
}
