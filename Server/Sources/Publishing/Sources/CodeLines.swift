import Foundation

/// Which lines of a Markdown text are code: as the renderer decides, and within `<pre>`.
struct CodeLines {
    private var blocks: ArraySlice<ClosedRange<Int>>
    private var isPreformatted = false

    init(_ markdown: String) {
        blocks = MarkdownRenderer.codeLines(markdown)[...]
    }

    /// Whether the line is code; call it for each line in order.
    mutating func contains(_ number: Int, _ line: String) -> Bool {
        while let first = blocks.first, first.upperBound < number { blocks.removeFirst() }
        if blocks.first?.contains(number) == true { return true }
        guard isPreformatted || line.utf8.contains(UInt8(ascii: "<")) else { return false }
        let lower = line.lowercased()
        let opens = lower.range(of: "<pre", options: .backwards)
        let closes = lower.range(of: "</pre", options: .backwards)
        let wasOpen = isPreformatted
        if let opens {
            isPreformatted = closes.map { $0.lowerBound < opens.lowerBound } ?? true
        } else if closes != nil {
            isPreformatted = false
        }
        return wasOpen || opens != nil
    }
}
