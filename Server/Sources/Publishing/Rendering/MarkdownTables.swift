/// Bounds tables before they are rendered.
///
/// A row of a table has a cell for each column, even when the text omits it, so a few kilobytes can stand for millions
/// of cells.
enum MarkdownTables {
    /// The most cells of all tables of a text.
    static let maximumCells = 100_000

    /// Counts at least as many cells as a renderer makes.
    /// - Throws: ``PublishingError`` with `tooLarge`, naming the line of the table.
    static func check(_ markdown: String) throws(PublishingError) {
        var (line, columns, cells) = (0, 0, 0)
        var row = Row()
        for byte in markdown.utf8 {
            // CR ends a line as LF does; a CR LF does not make an empty line.
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                row.add(byte)
                continue
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            if row.wasCarriageReturn, row.isEmpty, byte == UInt8(ascii: "\n") {
                row = Row()
                continue
            }
            columns = row.isBlank ? 0 : max(columns, row.isDelimiter ? row.pipes + 1 : 0)
            cells += columns
            guard cells <= maximumCells else {
                throw PublishingError(
                    .tooLarge, "the tables up to line \(line) have more than \(maximumCells) cells")
            }
            row = Row(wasCarriageReturn: byte == UInt8(ascii: "\r"))
        }
    }

    /// Whether a line can be the line of hyphens below a table's head, and its number of columns.
    private struct Row {
        var wasCarriageReturn = false
        private(set) var isEmpty = true
        private(set) var isBlank = true
        private(set) var pipes = 0
        private var hasHyphen = false
        private var hasOther = false

        init(wasCarriageReturn: Bool = false) {
            self.wasCarriageReturn = wasCarriageReturn
        }

        var isDelimiter: Bool { hasHyphen && !hasOther }

        mutating func add(_ byte: UInt8) {
            isEmpty = false
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"): return
            case UInt8(ascii: "|"): pipes += 1
            case UInt8(ascii: "-"): hasHyphen = true
            case UInt8(ascii: ":"), 0x0B, 0x0C: break
            default: hasOther = true
            }
            isBlank = false
        }
    }
}
