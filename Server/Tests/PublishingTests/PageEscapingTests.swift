import Foundation
import Markup
import Testing

@testable import Publishing

/// HUB-006: what people write stays text on every published page, whatever marks it is joined to.
@Suite struct PageEscapingTests {
    private static let attack = ["<", ">", "&", "'", "\""].map { "\u{600}\($0)\u{301}" }.joined()
    private static let shown =
        "\u{600}&lt;\u{301}\u{600}&gt;\u{301}\u{600}&amp;\u{301}\u{600}&#39;\u{301}\u{600}&quot;\u{301}"

    @Test func `every field of every built-in template is escaped`() throws {
        let library = try PageTemplates().library
        let fields = Set(TemplateChecker.fields.values.joined())
        var filled = 0
        for name in library.templates.keys {
            let render = { (text: String) in
                try library.render(
                    .fields(Dictionary(uniqueKeysWithValues: fields.map { ($0, .text(text)) })), with: name)
            }
            let plain = try render("Q0Q")
            filled += plain.components(separatedBy: "Q0Q").count - 1
            #expect(
                Array(try render(Self.attack).utf8) == Array(plain.replacing("Q0Q", with: Self.shown).utf8), "\(name)")
        }
        #expect(filled > 40, "\(filled) fields")
    }

    @Test func `a template prints only markup that the server made`() throws {
        let own = "{{{title}}}{{&title}}{{title}}{{{body}}}{{&body}}{{body}}"
        let templates = try PageTemplates(overrides: ["article": own])
        let page = try templates.render(["title": .text("<"), "body": .markup("<br>")], with: "article")
        #expect(page == "&lt;&lt;&lt;<br><br><br>\n")
    }
}
