import Foundation

/// Text without markup, for titles and summaries.
enum PlainText {
    static func of(_ html: String) -> String {
        guard html.contains("<") || html.contains("&") else { return collapse(html) }
        var sanitizer = HTMLSanitizer()
        return collapse((try? sanitizer.sanitize(html))?.beginning ?? "")
    }

    /// The first words, up to about `limit` characters, cut between words.
    static func beginning(of html: String, limit: Int) -> String { cut(of(html), limit: limit) }

    static func cut(_ text: String, limit: Int) -> String {
        guard text.count > limit else { return text }
        let head = text.prefix(limit)
        let end = head.lastIndex(of: " ") ?? head.endIndex
        return head[..<end].trimmingCharacters(in: .punctuationCharacters) + "…"
    }

    static func collapse(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
