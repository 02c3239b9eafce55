import Foundation
import PlatformStore

/// Text without markup, for titles and summaries.
enum PlainText {
    /// The beginning of the visible text: about 2000 bytes at most.
    static func of(_ html: String) -> String {
        guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            return prefix(collapse(html), bytes: HTMLSanitizer.beginning)
        }
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

    /// The text of an RSS title. RSS does not say whether a title is text or HTML, so only tags that format words count
    /// as tags.
    ///
    /// `Vec<T>` stays unchanged.
    static func title(fromFeed text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return of(text) }
        var html = ""
        for (index, part) in text.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
            .enumerated()
        {
            let part = String(decoding: part, as: UTF8.self)
            let name = part.utf8.drop { $0 == UInt8(ascii: "/") }.prefix {
                (97...122).contains($0 | 0x20) || (49...54).contains($0)
            }
            let isTag = index > 0 && formats.contains(String(decoding: name, as: UTF8.self).lowercased())
            html += (index == 0 ? "" : isTag ? "<" : "&lt;") + part
        }
        return of(html)
    }

    private static let formats: Set<String> = [
        "a", "abbr", "b", "br", "cite", "code", "del", "em", "font", "i", "img", "ins", "kbd", "mark", "p", "q", "s",
        "small", "span", "strike", "strong", "sub", "sup", "tt", "u", "var", "wbr",
    ]

    /// A title, cut between words to the longest that an article may have.
    static func title(_ text: String) -> String {
        guard text.utf8.count > ArticleContent.maximumTitleSize else { return text }
        let head = prefix(text, bytes: ArticleContent.maximumTitleSize - 3)
        return (head.lastIndex(of: " ").map { String(head[..<$0]) } ?? head) + "…"
    }

    /// As much of the beginning as fits in the limit.
    static func prefix(_ text: String, bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: bytes)
        while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
        return String(decoding: text.utf8[..<end], as: UTF8.self)
    }

    static func words(in text: String) -> Int {
        var (count, isInside) = (0, false)
        for scalar in text.unicodeScalars {
            let isSpace = scalar.properties.isWhitespace
            if !isSpace, !isInside { count += 1 }
            isInside = !isSpace
        }
        return count
    }

    static func collapse(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
