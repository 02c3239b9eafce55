import Foundation

/// Takes the leftovers of site generators out of Markdown: Liquid (Jekyll), kramdown's attribute lists, Hugo's and
/// Zola's shortcodes.
///
/// Fenced code is left alone. What has a meaning here is translated, the rest is taken out and reported.
struct SiteMarkup {
    /// Something taken out, to be reported.
    struct Leftover: Sendable {
        let text: String
    }

    private let site: String
    private(set) var leftovers: [Leftover] = []

    /// - Parameter site: stands for `site.url`; empty when it is not known.
    init(site: String) {
        self.site = site
    }

    mutating func clean(_ markdown: String) -> String {
        var output: [String] = []
        var fence: String?
        var skipping: String?
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let end = skipping {
                if trimmed.contains(end) { skipping = nil }
                continue
            }
            if let open = fence {
                if trimmed.hasPrefix(open), trimmed.allSatisfy({ $0 == open.first }) { fence = nil }
                if fence != nil, trimmed.hasPrefix("{% endhighlight"), open == "```" {
                    fence = nil; output.append("```"); continue
                }
                if trimmed == "{% raw %}" || trimmed == "{% endraw %}" { continue }
                output.append(String(line))
                continue
            }
            if let opening = Self.fence(trimmed) {
                fence = opening
                output.append(Self.withoutAttributes(String(line)))
                continue
            }
            if let language = trimmed.firstMatch(of: /^\{%-?\s*highlight\s+([A-Za-z0-9_+#-]+)[^%]*%\}$/) {
                fence = "```"
                output.append("```\(language.1)")
                continue
            }
            if let block = trimmed.firstMatch(of: /^\{%-?\s*(comment|for|if|unless|capture|case)\b.*%\}/) {
                let end = "end\(block.1)"
                if block.1 != "comment" { leftovers.append(Leftover(text: String(trimmed.prefix(60)))) }
                if !trimmed.contains(end) { skipping = end }
                continue
            }
            output.append(inline(String(line), trimmed: trimmed))
        }
        return output.joined(separator: "\n")
    }

    private static func fence(_ line: String) -> String? {
        for mark: Character in ["`", "~"] {
            let run = line.prefix { $0 == mark }
            if run.count >= 3, !(mark == "`" && line.dropFirst(run.count).contains("`")) { return String(run) }
        }
        return nil
    }

    /// A fence's info string in kramdown may carry an attribute list.
    private static func withoutAttributes(_ line: String) -> String { line.replacing(/\{:[^}]*\}/, with: "") }

    private mutating func inline(_ line: String, trimmed: String) -> String {
        guard line.contains("{") else { return line }
        guard !trimmed.hasPrefix("{::"), trimmed.wholeMatch(of: /\{:[^}]*\}/) == nil else { return "" }
        var text = line.replacing(/\{:[^}\n]*\}/, with: "")
        text.replace(/\{\{-?\s*site\.baseurl\s*-?\}\}/, with: "")
        text.replace(/\{\{-?\s*site\.url\s*-?\}\}/, with: site)
        text.replace(/\{\{-?\s*"([^"}]*)"\s*\|\s*(?:relative_url|absolute_url)\s*-?\}\}/) { String($0.1) }
        text.replace(/\{%-?\s*(?:post_url|link)\s+([^\s%]+)\s*-?%\}/) { "/post/\($0.1)" }
        text.replace(/@\/([^\s)"]+\.md)/) { "/\($0.1)" }
        text.replace(/\{\{[<%]\s*(?:rel)?ref\s+"([^"]+)"\s*[>%]\}\}/) { String($0.1) }
        text.replace(/\{\{<\s*figure\s+([^>]*)>\}\}/) { Self.figure(String($0.1)) }
        return removingUnknown(text)
    }

    private static func figure(_ attributes: String) -> String {
        func value(_ name: String) -> String {
            guard let start = attributes.range(of: "\(name)=\"") else { return "" }
            return String(attributes[start.upperBound...].prefix { $0 != "\"" })
        }
        let alt = value("alt")
        return "![\(alt.isEmpty ? value("caption") : alt)](\(value("src")))"
    }

    private mutating func removingUnknown(_ text: String) -> String {
        guard text.contains("{{") || text.contains("{%") else { return text }
        var result = ""
        for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { result += "`" }
            guard index.isMultiple(of: 2) else {
                result += part
                continue
            }
            for match in part.matches(of: /\{\{.*?\}\}|\{%.*?%\}/) {
                leftovers.append(Leftover(text: String(match.0.prefix(60))))
            }
            result += part.replacing(/\{\{.*?\}\}|\{%.*?%\}/, with: "")
        }
        return result
    }
}
