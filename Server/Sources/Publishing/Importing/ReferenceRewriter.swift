import Foundation

/// Replaces addresses inside an article's text without touching anything else.
enum ReferenceRewriter {
    /// Replaces `old` where it stands alone: between quotes, brackets or spaces, as an address does.
    static func replace(_ old: String, with new: String, in text: String) -> String {
        for spelling in Ordered.unique([old, old.removingPercentEncoding ?? old, old.replacing("&", with: "&amp;")]) {
            let changed = replaceExact(spelling, with: new, in: text)
            if changed != text { return changed }
        }
        return text
    }

    private static func replaceExact(_ old: String, with new: String, in text: String) -> String {
        var output = ""
        var rest = text[...]
        while !old.isEmpty, let range = rest.range(of: old) {
            let head = text[..<range.lowerBound]
            let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
            let starts = head.last.map { "(\"'<=".contains($0) } ?? true || head.hasSuffix(": ")
            let alone = starts && after.map { ")\"'> ,\t\n?".contains($0) } ?? true
            output += rest[..<range.lowerBound] + (alone ? new : old)
            rest = rest[range.upperBound...]
        }
        return output + rest
    }
}
