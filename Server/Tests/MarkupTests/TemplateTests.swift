import Testing

@testable import Markup

@Suite
struct TemplateTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let templates: [String: String]
        let value: TemplateValue
        let expected: String
        var testDescription: String { name }
    }

    private static func of(_ name: String, _ text: String, _ value: TemplateValue, _ expected: String) -> Case {
        Case(name: name, templates: ["page": text], value: value, expected: expected)
    }

    static let cases: [Case] = [
        of("no tags", "a { b } c", .fields([:]), "a { b } c"),
        of("a value", "{{a}} {{ a }}", .fields(["a": .text("x")]), "x x"),
        of("an absent value", "[{{a}}]", .fields([:]), "[]"),
        of("text is escaped", "{{a}}", .fields(["a": .text("<&>\"'")]), "&lt;&amp;&gt;&quot;&#39;"),
        of("three braces escape text too", "{{{a}}}{{&a}}", .fields(["a": .text("<")]), "&lt;&lt;"),
        of("markup stands as it is", "{{a}}{{{a}}}", .fields(["a": .markup("<br>")]), "<br><br>"),
        of("a section", "{{#a}}x{{/a}}", .fields(["a": .flag(true)]), "x"),
        of("a closed section", "{{#a}}x{{/a}}{{#b}}y{{/b}}", .fields(["a": .flag(false)]), ""),
        of("an inverted section", "{{^a}}x{{/a}}{{^b}}y{{/b}}", .fields(["a": .flag(true)]), "y"),
        of("an empty list is closed", "{{#a}}x{{/a}}{{^a}}y{{/a}}", .fields(["a": .list([])]), "y"),
        of("a list", "{{#a}}{{.}},{{/a}}", .fields(["a": .list([.text("1"), .text("<")])]), "1,&lt;,"),
        of("text opens a section", "{{#a}}{{.}}{{a}}{{/a}}", .fields(["a": .text("x")]), "xx"),
        of("optional text", "{{#a}}x{{/a}}", .fields(["a": .optional("")]), ""),
        of(
            "names are looked up outwards", "{{#a}}{{b}}{{c}}{{/a}}",
            .fields(["a": .fields(["b": .text("1")]), "b": .text("2"), "c": .text("3")]), "13"),
        of("dotted names", "{{a.b}}{{a.c}}", .fields(["a": .fields(["b": .text("1")]), "c": .text("2")]), "1"),
        of("comments", "a{{! b\n c }}d", .fields([:]), "ad"),
        of("a section alone on its line", "a\n  {{#b}}\nc\n{{/b}}\r\nd", .fields(["b": .flag(true)]), "a\nc\nd"),
        of("a value alone on its line", "a\n  {{b}}\nc", .fields([:]), "a\n  \nc"),
        of("two sections on a line", "{{#a}}1{{/a}} {{#a}}2{{/a}}\n", .fields(["a": .flag(true)]), "1 2\n"),
        Case(
            name: "a part", templates: ["page": "[{{>part}}]", "part": "{{a}}"], value: .fields(["a": .text("<")]),
            expected: "[&lt;]"),
        Case(
            name: "an indented part", templates: ["page": "x\n  {{>part}}\ny", "part": "1\n{{a}}\n"],
            value: .fields(["a": .text("2\n3")]), expected: "x\n  1\n  2\n3\ny"),
        Case(
            name: "a parent",
            templates: ["page": "{{<whole}}no{{$a}}new{{/a}}{{/whole}}", "whole": "[{{$a}}old{{/a}}{{$b}}b{{/b}}]"],
            value: .fields([:]), expected: "[newb]"),
        Case(
            name: "a parent's parent",
            templates: [
                "page": "{{<mid}}{{$a}}1{{/a}}{{/mid}}", "mid": "{{<top}}{{$a}}2{{/a}}{{$b}}3{{/b}}{{/top}}",
                "top": "{{$a}}{{/a}}{{$b}}{{/b}}",
            ],
            value: .fields([:]), expected: "13"),
        Case(
            name: "a block inside what replaces it",
            templates: ["page": "{{<top}}{{$a}}x{{$a}}y{{/a}}{{/a}}{{/top}}", "top": "{{$a}}{{/a}}"],
            value: .fields([:]), expected: "xy"),
    ]

    @Test(arguments: cases)
    func `a template prints`(_ item: Case) throws {
        let library = try TemplateLibrary(item.templates.map { try Template($0.value, name: $0.key) })
        #expect(try library.render(item.value, with: "page") == item.expected)
    }

    @Test(arguments: [
        ("a\n{{b", 2, "a tag is not closed"), ("{{#a}}", 1, "\"a\" is not closed"),
        ("\n\n{{/a}}", 3, "\"a\" is closed but not open"),
        ("{{#a}}\n{{/b}}", 2, "\"b\" is closed but not open, \"a\" is open"),
        ("{{}}", 1, "\"\" is not a name"), ("{{a b}}", 1, "\"a b\" is not a name"),
        ("{{>*a}}", 1, "\"*a\" is not a name"),
        ("{{=<% %>=}}", 1, "\"{{=\" is not supported"), ("{{% CONTENT_TYPE:TEXT}}", 1, "\"{{%\" is not supported"),
        ("{{#upper(a)}}{{/upper(a)}}", 1, "\"upper(a)\" is not a name"),
    ])
    func `a text that is not a template is refused with its line`(_ text: String, _ line: Int, _ message: String) {
        let error = #expect(throws: TemplateError.self) { try Template(text, name: "page") }
        #expect(error == TemplateError(code: .syntax, template: "page", line: line, message: message))
    }

    @Test func `sections nest 32 levels deep and no deeper, parts included`() throws {
        let nested = { (count: Int) in
            String(repeating: "{{#a}}", count: count) + "x" + String(repeating: "{{/a}}", count: count)
        }
        let page = try TemplateLibrary([Template(nested(32), name: "page")])
        #expect(try page.render(.fields(["a": .flag(true)]), with: "page") == "x")
        #expect(throws: TemplateError.self) { try Template(nested(33), name: "page") }
        #expect(throws: TemplateError.self) { try Template(nested(100_000), name: "page") }
        let part = try Template(nested(20), name: "part")
        let error = #expect(throws: TemplateError.self) {
            try TemplateLibrary([
                part, Template("{{#a}}\(nested(11)){{>part}}\n{{/a}}{{>page2}}", name: "page"),
                Template(nested(12).replacing("x", with: "{{>part}}"), name: "page2"),
            ])
        }
        #expect(error?.code == .nesting && error?.template == "page2")
    }

    @Test func `templates that include each other in a circle are refused with the circle`() throws {
        let itself = try Template("\n{{>a}}", name: "a")
        #expect(throws: TemplateError(code: .nesting, template: "a", line: 2, message: "it includes itself: a > a")) {
            try TemplateLibrary([itself])
        }
        let error = #expect(throws: TemplateError.self) {
            try TemplateLibrary([
                Template("{{<b}}{{/b}}", name: "a"), Template("{{#x}}{{>c}}{{/x}}", name: "b"),
                Template("{{>b}}", name: "c"),
            ])
        }
        #expect(
            error == TemplateError(code: .nesting, template: "c", line: 1, message: "it includes itself: b > c > b"))
        #expect(throws: TemplateError.self) { try TemplateLibrary.check(itself, beside: []) }
    }

    @Test func `a template that is missing is named where it is included`() throws {
        #expect(throws: TemplateError(code: .missing, template: "a", line: 2, message: "there is no template \"b\"")) {
            try TemplateLibrary([Template("x\n{{>b}}", name: "a")])
        }
    }

    @Test func `a rendering that prints too much or takes too long is stopped`() throws {
        let rows = TemplateValue.fields(["a": .list(Array(repeating: .text("x"), count: 100))])
        let deep = String(repeating: "{{#a}}", count: 8) + "x" + String(repeating: "{{/a}}", count: 8)
        let library = try TemplateLibrary([Template(deep, name: "page")])
        let error = #expect(throws: TemplateError.self) { try library.render(rows, with: "page") }
        #expect(error?.code == .size)
        // Each part includes the next one twice: 2 to the 30th lines.
        let doubling = try (0..<30).map { try Template("{{>p\($0 + 1)}}{{>p\($0 + 1)}}", name: "p\($0)") }
        let laughs = try TemplateLibrary(doubling + [Template("ha", name: "p30")])
        #expect(throws: TemplateError.self) { try laughs.render(.fields([:]), with: "p0") }
        // Half a million lines, each behind half a million spaces.
        let lines = try Template(String(repeating: "\n", count: 500_000), name: "lines")
        let indented = try TemplateLibrary([
            lines, Template(String(repeating: " ", count: 500_000) + "{{>lines}}", name: "page"),
        ])
        #expect(throws: TemplateError.self) { try indented.render(.fields([:]), with: "page") }
        // Nothing is printed, a hundred times each.
        let empty = try TemplateLibrary([Template(String(repeating: "{{#a}}{{/a}}", count: 80_000), name: "page")])
        #expect(throws: TemplateError.self) { try empty.render(rows, with: "page") }
        let wide = try TemplateLibrary([Template("{{#a}}\(String(repeating: "y", count: 1000)){{/a}}", name: "page")])
        #expect(throws: TemplateError.self) {
            try wide.render(rows, with: "page", limits: .init(length: 50_000, steps: 1000))
        }
    }

    @Test func `every name that a template uses is found, with its line and sections`() throws {
        let template = try Template("{{a}}\n{{#b}}{{^c}}{{d.e}}{{>f}}{{/c}}{{/b}}", name: "page")
        #expect(
            template.uses == [
                .init(kind: .value, name: "a", line: 1, sections: []),
                .init(kind: .section, name: "b", line: 2, sections: []),
                .init(kind: .section, name: "c", line: 2, sections: ["b"]),
                .init(kind: .value, name: "d.e", line: 2, sections: ["b"]),
                .init(kind: .template, name: "f", line: 2, sections: ["b"]),
            ])
    }

    private struct Row: Sendable {
        let name: String
        let mark: HTML
        let count: Int
        let note: String?
    }

    private struct Page: Sendable {
        let rows: [Row]
        let isFull: Bool
    }

    @Test func `a value is taken apart by its properties`() throws {
        let page = Page(
            rows: [Row(name: "<", mark: "<i>", count: 3, note: nil), Row(name: "b", mark: "", count: 0, note: "n")],
            isFull: true)
        let text = "{{#isFull}}{{#rows}}{{name}}{{mark}}{{count}}{{#note}}({{.}}){{/note}};{{/rows}}{{/isFull}}"
        let library = try TemplateLibrary([Template(text, name: "page")])
        #expect(try library.render(TemplateValue(reflecting: page), with: "page") == "&lt;<i>3;b0(n);")
    }

    /// Whatever a template's text is, it parses or is refused; nothing traps, and what it prints is bounded.
    @Test func `random templates end`() throws {
        var random = SystemRandomNumberGenerator()
        let words = [
            "{{", "}}", "{{{", "}}}", "{{#a}}", "{{/a}}", "{{^a}}", "{{>p}}", "{{<p}}", "{{/p}}", "{{$a}}", "{{!", "a",
            "\n", " ", "\r\n", "{{.}}", "é", "{{a.b}}",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...24, using: &random)).map { _ in words.randomElement(using: &random) ?? ""
            }.joined()
            guard let template = try? Template(text, name: "page"),
                let part = try? Template("[{{$a}}{{a}}{{/a}}]", name: "p"),
                let library = try? TemplateLibrary([template, part])
            else { continue }
            let value = TemplateValue.fields(["a": .list([.fields(["b": .text("<")]), .text("<"), .flag(true)])])
            let page = try? library.render(value, with: "page", limits: .init(length: 10_000, steps: 10_000))
            #expect(page?.utf8.count { $0 == UInt8(ascii: "<") } ?? 0 == 0)
        }
    }
}
