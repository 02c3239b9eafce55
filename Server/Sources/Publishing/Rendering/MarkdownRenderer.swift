import CCmarkGFM
import Foundation
import Markup

/// CommonMark with the extensions of GitHub's dialect: tables, strikethrough, bare links, task lists; and footnotes.
///
/// A heading may end with its own anchor, `## Title {#anchor}`, as in Hugo, Zola and kramdown.
enum MarkdownRenderer {
    private static let registered: Void = cmark_gfm_core_extensions_ensure_registered()
    private static let options = CMARK_OPT_FOOTNOTES | CMARK_OPT_UNSAFE | CMARK_OPT_VALIDATE_UTF8

    /// - Returns: HTML that includes the author's raw HTML; it has to pass through ``HTMLSanitizer`` before it is
    ///   shown.
    /// - Throws: ``PublishingError`` with `tooLarge` for a table that would need gigabytes.
    static func html(_ markdown: String) throws(PublishingError) -> String {
        try MarkdownTables.check(markdown)
        return parsed(markdown, extensions: ["table", "strikethrough", "autolink", "tasklist"]) {
            document, extensions in
            if markdown.utf8.contains(UInt8(ascii: "{")) { nameHeadings(document) }
            guard let text = cmark_render_html(document, options, extensions) else { return "" }
            defer { free(text) }
            return String(cString: text)
        } ?? ""
    }

    /// The lines, from 0, that are code by their indentation or between fences, also within quotes and lists.
    static func codeLines(_ markdown: String) -> [ClosedRange<Int>] {
        parsed(markdown, extensions: []) { document, _ in
            nodes(document, "code_block").compactMap { node in
                let (first, last) = (Int(cmark_node_get_start_line(node)) - 1, Int(cmark_node_get_end_line(node)) - 1)
                return first >= 0 && first <= last ? first...last : nil
            }
        } ?? []
    }

    private static func parsed<Result>(
        _ markdown: String, extensions: [String],
        _ use: (OpaquePointer, UnsafeMutablePointer<cmark_llist>?) -> Result
    ) -> Result? {
        _ = registered
        guard let parser = cmark_parser_new(options) else { return nil }
        defer { cmark_parser_free(parser) }
        for name in extensions {
            guard let found = cmark_find_syntax_extension(name) else { continue }
            cmark_parser_attach_syntax_extension(parser, found)
        }
        cmark_parser_feed(parser, markdown, markdown.utf8.count)
        guard let document = cmark_parser_finish(parser) else { return nil }
        defer { cmark_node_free(document) }
        return use(document, cmark_parser_get_syntax_extensions(parser))
    }

    private static func nodes(
        _ document: OpaquePointer, _ type: String
    ) -> [OpaquePointer] {
        guard let walk = cmark_iter_new(document) else { return [] }
        defer { cmark_iter_free(walk) }
        var found: [OpaquePointer] = []
        while true {
            let event = cmark_iter_next(walk)
            guard event != CMARK_EVENT_DONE else { return found }
            guard event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(walk),
                let name = cmark_node_get_type_string(node), String(cString: name) == type
            else { continue }
            found.append(node)
        }
    }

    /// Makes an anchor of the `{#anchor}` at the end of a heading.
    private static func nameHeadings(_ document: OpaquePointer) {
        cmark_consolidate_text_nodes(document)
        for heading in nodes(document, "heading") {
            guard let last = cmark_node_last_child(heading), let literal = cmark_node_get_literal(last),
                String(cString: cmark_node_get_type_string(last)) == "text"
            else { continue }
            let text = String(cString: literal)
            guard let match = text.firstMatch(of: /\s*\{:?\s*#([^\s{}]{1,128})\s*\}\s*$/),
                HTMLRules.isName(String(match.1)), let anchor = cmark_node_new(CMARK_NODE_HTML_INLINE)
            else { continue }
            cmark_node_set_literal(last, String(text[..<match.range.lowerBound]))
            cmark_node_set_literal(anchor, "<a id=\"\(HTML.escaped(String(match.1)))\"></a>")
            cmark_node_prepend_child(heading, anchor)
        }
    }
}
