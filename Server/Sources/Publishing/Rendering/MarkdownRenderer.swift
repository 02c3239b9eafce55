import CCmarkGFM
import Foundation

/// CommonMark with the extensions of GitHub's dialect: tables, strikethrough, bare links, task lists; and footnotes.
enum MarkdownRenderer {
    private static let registered: Void = cmark_gfm_core_extensions_ensure_registered()

    /// - Returns: HTML as the author wrote it, raw HTML included: it goes through ``HTMLSanitizer`` before anybody sees
    ///   it.
    static func html(_ markdown: String) -> String {
        _ = registered
        let options = CMARK_OPT_FOOTNOTES | CMARK_OPT_UNSAFE | CMARK_OPT_VALIDATE_UTF8
        guard let parser = cmark_parser_new(options) else { return "" }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            guard let found = cmark_find_syntax_extension(name) else { continue }
            cmark_parser_attach_syntax_extension(parser, found)
        }
        cmark_parser_feed(parser, markdown, markdown.utf8.count)
        guard let document = cmark_parser_finish(parser) else { return "" }
        defer { cmark_node_free(document) }
        guard let text = cmark_render_html(document, options, cmark_parser_get_syntax_extensions(parser)) else {
            return ""
        }
        defer { free(text) }
        return String(cString: text)
    }
}
