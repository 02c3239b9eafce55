import Foundation

/// Removes the markup of site generators from Markdown: Liquid (Jekyll), kramdown's attribute lists, Hugo's and Zola's
/// shortcodes.
///
/// Code stays unchanged: fenced, indented, in quotes, in lists, in `<pre>`, and between backticks. Markup with an
/// equivalent is translated, the rest is removed and reported. The time is linear in the length of the text.
struct SiteMarkup {
    /// The prefix of links that name an article by its file's name alone: Hugo's `ref`, Jekyll's `post_url`.
    static let nameScheme = "marquee-name:"

    /// The longest tag, in bytes; a longer one is text.
    private static let maximumTag = 2000

    /// Markup that was removed, to be reported.
    struct Leftover: Sendable {
        let text: String
        /// The line in the cleaned text, from 0.
        let line: Int
    }

    private let site: String
    private let isKramdown: Bool
    private(set) var leftovers: [Leftover] = []

    /// - Parameters:
    ///   - site: the value of `site.url`; empty when it is not known.
    ///   - isKramdown: whether the text may have attribute lists, `{:.name}`, as in Jekyll; Hugo and Zola have none.
    init(site: String, isKramdown: Bool) {
        self.site = site
        self.isKramdown = isKramdown
    }

    mutating func clean(_ markdown: String) -> String {
        guard markdown.utf8.contains(UInt8(ascii: "{")) || markdown.contains("@/") else { return markdown }
        let lines = markdown.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String($0) ?? ""
        }
        var code = CodeLines(markdown)
        var output: [String] = []
        var prose = Prose()
        // The end of the current block, and whether its lines are kept.
        var block: (end: String, isKept: Bool)?
        for (number, line) in lines.enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let open = block {
                if Self.isTag(trimmed, named: open.end) || (!open.isKept && trimmed.contains(open.end)) {
                    block = nil
                    if open.isKept { output.append("```") }
                } else if open.isKept, !Self.isRaw(trimmed) {
                    output.append(line)
                }
                continue
            }
            if isKramdown, Self.isRaw(trimmed) { continue }
            let isCode = code.contains(number, line)
            let opened = isCode ? nil : Self.block(trimmed)
            if isCode || opened != nil || trimmed.isEmpty {
                flush(&prose, to: &output)
            }
            if let opened {
                if opened.isReported { leave(trimmed, number) }
                if let line = opened.line { output.append(line) }
                if opened.line != nil || !trimmed.contains(opened.end) { block = (opened.end, opened.line != nil) }
            } else if isCode || trimmed.isEmpty {
                output.append(isCode && isKramdown ? Self.withoutInfo(line) : line)
            } else {
                if prose.lines.isEmpty { prose.start = number }
                prose.lines.append(line)
            }
        }
        flush(&prose, to: &output)
        return output.joined(separator: "\n")
    }

    // MARK: Blocks

    private static func isTag(_ line: String, named name: String) -> Bool {
        line.hasPrefix("{%") && line.hasSuffix("%}")
            && line.dropFirst(2).dropLast(2).trimmingCharacters(in: [" ", "-", "\t"]) == name
    }

    private static func isRaw(_ line: String) -> Bool { isTag(line, named: "raw") || isTag(line, named: "endraw") }

    private struct Opened {
        let end: String
        /// The line that replaces the tag; `nil` leaves the block out.
        var line: String?
        var isReported = false
    }

    private static func block(_ line: String) -> Opened? {
        guard line.hasPrefix("{%"), line.utf8.count <= maximumTag else { return nil }
        if let language = line.firstMatch(of: /^\{%-?\s*highlight\s+([A-Za-z0-9_+#-]+)[^%]*%\}$/) {
            return Opened(end: "endhighlight", line: "```\(language.1)")
        }
        guard let block = line.firstMatch(of: /^\{%-?\s*(comment|for|if|unless|capture|case)\b[^%]*%\}/) else {
            return nil
        }
        return Opened(end: "end\(block.1)", isReported: block.1 != "comment")
    }

    /// A fence's info string in kramdown may carry an attribute list.
    private static func withoutInfo(_ line: String) -> String {
        guard let mark = line.firstMatch(of: /^[ >\t]*(?:```|~~~)[^`\s{]*/) else { return line }
        let info = String(line[mark.range.upperBound...])
        guard let end = attributeList(Array(info.trimmingCharacters(in: .whitespaces).utf8)) else { return line }
        return end == info.trimmingCharacters(in: .whitespaces).utf8.count ? String(line[mark.range]) : line
    }

    // MARK: Prose

    /// Adjacent lines outside code.
    private struct Prose {
        var lines: [String] = []
        /// The number of the first.
        var start = 0
    }

    /// Cleans adjacent lines outside code together, because code between backticks may span several lines.
    private mutating func flush(_ prose: inout Prose, to output: inout [String]) {
        guard !prose.lines.isEmpty else { return }
        let text = prose.lines.joined(separator: "\n")
        var line = prose.start
        prose = Prose()
        guard text.utf8.contains(UInt8(ascii: "{")) || text.contains("@/") else { return output.append(text) }
        let bytes = Array(text.utf8)
        var cleaned: [UInt8] = []
        var done = 0
        for span in CodeSpans.ranges(in: bytes) {
            cleaned += clean(bytes[done..<span.lowerBound], line: &line)
            cleaned += bytes[span]
            line += bytes[span].count { $0 == UInt8(ascii: "\n") }
            done = span.upperBound
        }
        cleaned += clean(bytes[done...], line: &line)
        output.append(String(decoding: cleaned, as: UTF8.self))
    }

    /// Cleans text without code, and moves `line` past it.
    private mutating func clean(_ bytes: ArraySlice<UInt8>, line: inout Int) -> [UInt8] {
        var output: [UInt8] = []
        var closings = Closings(bytes)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let rest = bytes[index...]
            if rest.starts(with: "{{".utf8) || rest.starts(with: "{%".utf8),
                let end = closings.end(after: index, isTag: rest.starts(with: "{%".utf8)),
                end - index <= Self.maximumTag
            {
                output += translated(String(decoding: bytes[index..<end], as: UTF8.self), line).utf8
                line += bytes[index..<end].count { $0 == UInt8(ascii: "\n") }
                index = end
            } else if isKramdown, rest.starts(with: "{:".utf8), let length = Self.attributeList(rest) {
                output += Self.anchor(rest.prefix(length), after: output)
                index += length
            } else if rest.starts(with: "@/".utf8), Self.opensAddress(output.last) {
                // Zola's link to a file, relative to the folder of its content.
                index += 1
            } else {
                if bytes[index] == UInt8(ascii: "\n") { line += 1 }
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    private static func opensAddress(_ byte: UInt8?) -> Bool { byte.map { "(<\"' ".utf8.contains($0) } ?? true }

    /// A heading's own anchor stays, in the form that all dialects share.
    private static func anchor(_ list: ArraySlice<UInt8>, after output: [UInt8]) -> [UInt8] {
        let start = output.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = output[start...]
        guard line.first == UInt8(ascii: "#"),
            let name = String(decoding: list, as: UTF8.self).firstMatch(of: /#([\w:.-]+)/)
        else { return [] }
        return Array("{#\(name.1)}".utf8)
    }

    /// The length of an attribute list at the beginning of `bytes`; `nil` for other braces, such as Rust's formats.
    private static func attributeList(_ bytes: some Collection<UInt8>) -> Int? {
        guard bytes.starts(with: "{:".utf8) else { return nil }
        let head = bytes.prefix(512)
        guard let close = head.firstIndex(of: UInt8(ascii: "}")) else { return nil }
        let text = String(decoding: head[...close], as: UTF8.self)
        let list =
            /\{:(?::[\w \t="'\/.:#-]*|\s*(?:[.#][\w:-]+|[\w:-]+=(?:"[^"]*"|'[^']*'|[\w%.-]+)|[A-Za-z][\w-]{2,})(?:\s+(?:[.#][\w:-]+|[\w:-]+=(?:"[^"]*"|'[^']*'|[\w%.-]+)|[A-Za-z][\w-]*)|[.#][\w:-]+)*\s*)\}/
        return text.wholeMatch(of: list) == nil ? nil : text.utf8.count
    }

    private mutating func translated(_ tag: String, _ line: Int) -> String {
        let inner = tag.dropFirst(2).dropLast(2).trimmingCharacters(in: [" ", "-", "\t", "\n"])
        if tag.hasPrefix("{{") {
            if inner == "site.baseurl" { return "" }
            if inner == "site.url" { return site }
            if let text = Self.variable(inner) { return text }
        } else if inner.hasPrefix("post_url ") || inner.hasPrefix("link "),
            let name = inner.wholeMatch(of: /(post_url|link)\s+([^\s%]+)/)
        {
            return name.1 == "link" ? "/\(name.2)" : Self.link(to: name.2)
        }
        leave(tag, line)
        return ""
    }

    /// The address that a `{{ … }}` stands for.
    private static func variable(_ inner: String) -> String? {
        if inner.hasPrefix("\""), let path = inner.wholeMatch(of: /"([^"}]*)"\s*\|\s*(?:relative_url|absolute_url)/) {
            return String(path.1)
        }
        guard inner.hasPrefix("<") || inner.hasPrefix("%") else { return nil }
        if let name = inner.wholeMatch(of: /[<%]\s*(?:rel)?ref\s+"([^"]+)"\s*[>%]/) { return link(to: name.1) }
        return inner.wholeMatch(of: /<\s*figure\s+([^>]*)>/).map { figure(String($0.1)) }
    }

    private mutating func leave(_ tag: String, _ line: Int) {
        leftovers.append(Leftover(text: String(tag.prefix(60)), line: line))
    }

    private static func link(to name: Substring) -> String {
        name.hasPrefix("/") || name.hasPrefix(".") ? String(name) : nameScheme + name
    }

    private static func figure(_ attributes: String) -> String {
        func value(_ name: String) -> String {
            guard let start = attributes.range(of: "\(name)=\"") else { return "" }
            return String(
                decoding: attributes[start.upperBound...].utf8.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
        let alt = value("alt")
        return "![\(alt.isEmpty ? value("caption") : alt)](\(value("src")))"
    }
}
