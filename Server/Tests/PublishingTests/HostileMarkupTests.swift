import Foundation
import Markup
import Testing

@testable import Publishing

// HUB-006
@Suite
struct HostileMarkupTests {
    /// What authors and feeds have tried on other sites; Tests/command reads the same file with a foreign parser.
    private static func corpus() throws -> [String] {
        let file = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(
                path: "Tests/command/hostile_markup.json")
        return try JSONDecoder().decode([String].self, from: Data(contentsOf: file))
    }

    /// Elements and attributes of a page, and what an address in it leads to.
    private static func look(
        at html: String, _ see: (_ element: String, _ attributes: [(name: String, value: String)]) -> Void
    ) throws {
        try HTMLTree.read(html) { body in
            var rest = (1..<max(1, body.childCount)).map(body.child)
            while let node = rest.popLast() {
                guard node.isElement else { continue }
                see(node.isForeign ? "foreign \(node.name)" : node.name, node.attributes)
                rest += (0..<node.childCount).map(node.child)
            }
        }
    }

    @Test(arguments: [false, true])
    func `nothing of a corpus of attacks runs, loads or submits afterwards`(isMarkdown: Bool) throws {
        let corpus = try Self.corpus()
        #expect(corpus.count > 300)
        for attack in corpus {
            var sanitizer = HTMLSanitizer()
            sanitizer.link = { $0.lowercased().hasPrefix("https://") ? .external($0) : .none }
            sanitizer.image = { _, alt in PageImage(location: "../assets/a.png", alt: alt, size: nil) }
            let page = try sanitizer.sanitize(isMarkdown ? try MarkdownRenderer.html(attack) : attack).html
            try Self.look(at: page) { element, attributes in
                #expect(HTMLRules.elements.contains(element), "\(attack) left <\(element)>")
                for (name, value) in attributes {
                    #expect(!name.hasPrefix("on") && name != "style", "\(attack) left \(name)")
                    if name == "href" { #expect(value.lowercased().hasPrefix("https://"), "\(attack) left \(value)") }
                    if name == "src" { #expect(value == "../assets/a.png", "\(attack) left \(value)") }
                }
            }
            // A table's frame and a task's box are made each time, and white space alone is no page.
            let isMarked = ["wide", "task"].contains { page.contains("class=\"\($0)\"") }
            guard !isMarked, !page.allSatisfy(\.isWhitespace) else { continue }
            #expect(try sanitizer.sanitize(page).html == page, "\(attack) is read in another way the second time")
        }
    }

    @Test(arguments: ["<", ">", "&", "'", "\""])
    func `a character that hides in a cluster is escaped`(character: String) throws {
        let entity = HTML.escaped(character)
        #expect(entity.hasPrefix("&"))
        for text in ["\u{0600}\(character)", "\(character)\u{0301}", "\u{0600}\(character)\u{0301}\u{200D}"] {
            #expect(HTML.escaped(text) == text.unicodeScalars.map { HTML.escaped(String($0)) }.joined())
            var sanitizer = HTMLSanitizer()
            sanitizer.link = { .external($0) }
            let escaped = HTML.escaped(text)
            let html = "<p title=\"\(escaped)\">\(escaped)</p><a href=\"https://a.example/\(escaped)\">x</a>"
            let page = try sanitizer.sanitize(html).html
            #expect(page.unicodeScalars.count { $0 == "<" } == 4 && page.unicodeScalars.count { $0 == "\"" } == 6)
        }
    }

    private static let size = 4 * 1024 * 1024

    /// 4 MiB that cost quadratic time, gigabytes, or a stack where somebody did not think of them.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ("<p ", " a"), ("<p ", " a=b"), ("", "<b>"), ("", "<b><p>x</b>"), ("", "<table>x"), ("", "<table><tr><td>"),
            ("<table>", "<b>x"), ("", "</br>"), ("", "<h2>x</h2>"), ("", "<pre>\n\n"), ("", "<svg><desc><p>"),
            ("<title>", "</titl"), ("", "\u{301}"), ("", "&"), ("", "<"), ("", "<!--"), ("", "<a href=\"#x\">y</a>"),
            ("", "<img src=x alt=y>"), ("<p class=\"", "language-a "), ("", "<noscript><img src=a></noscript>"),
        ])
    func `any text is read in linear time or refused`(start: String, repeated: String) {
        let count = Self.size / repeated.utf8.count
        let text = String(PlainText.prefix(start + String(repeating: repeated, count: count), bytes: Self.size))
        var sanitizer = HTMLSanitizer()
        do {
            let page = try sanitizer.sanitize(text)
            #expect(page.html.utf8.count < 8 * Self.size)
        } catch {
            #expect(error.code == .tooLarge)
        }
    }

    @Test func `a tag with thousands of attributes is refused, one with many is read`() throws {
        var sanitizer = HTMLSanitizer()
        func tag(_ count: Int) -> String { "<p " + (0..<count).map { "a\($0)" }.joined(separator: " ") + ">x</p>" }
        #expect(try sanitizer.sanitize(tag(200)).html == "<p>x</p>")
        let error = #expect(throws: PublishingError.self) { try sanitizer.sanitize(tag(50_000)) }
        #expect(error?.code == .tooLarge && error?.message.contains("attributes") == true)
        // Unclosed formats are opened again in each paragraph: bounded too.
        let formats = "<p>" + (0..<450).map { "<b id=\"b\($0)\">" }.joined()
        #expect(throws: PublishingError.self) {
            try sanitizer.sanitize(formats + String(repeating: "<p>x", count: 2000))
        }
        #expect(throws: PublishingError.self) { try sanitizer.sanitize(String(repeating: "<div>", count: 600)) }
        #expect(try sanitizer.sanitize(String(repeating: "<div>", count: 400)).html.hasPrefix("<div><div>"))
    }

    @Test(arguments: [1000, 4000, 100_000])
    func `a table of millions of implied cells is refused before it is made`(columns: Int) {
        let table = "|" + String(repeating: "a|", count: columns) + "\n|" + String(repeating: "-|", count: columns)
        let rows = String(repeating: "\n|x", count: columns)
        for text in [
            table + rows, "> " + (table + rows).replacing("\n", with: "\n> "),
            (table + rows).replacing("\n", with: "\r\n"),
        ] {
            let error = #expect(throws: PublishingError.self) { try MarkdownRenderer.html(text) }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test func `large and many tables are rendered`() throws {
        let one = "| a | b |\n|---|---|\n" + String(repeating: "| 1 | 2 |\n", count: 10_000)
        #expect(try MarkdownRenderer.html(one).contains("<table>"))
        let many = String(repeating: "| a | b |\n|---|---|\n| 1 | 2 |\n\nText.\n\n", count: 5000)
        #expect(try MarkdownRenderer.html(many).contains("<table>"))
        let rules = String(repeating: "Text\n\n---\n\n- a\n- b\n\n", count: 30_000)
        #expect(try !MarkdownRenderer.html(rules).contains("<table>"))
    }
}
