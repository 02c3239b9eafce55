import Foundation

/// Finds where something stands in a source, for reports.
enum SourceLines {
    /// The line, from 1, on which `text` first stands.
    static func line(of text: String, in source: String) -> Int? {
        guard !text.isEmpty, let range = source.range(of: text) else { return nil }
        return source[..<range.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") } + 1
    }
}
