/// A table as CSV (RFC 4180) in which a spreadsheet finds no formula.
///
/// Cells are values, so no text reaches the file unquoted. Text is checked by its scalars, because a `Character` can hide
/// a comma or a quote behind a joining mark.
package struct CSVTable: Sendable {
    /// One cell.
    package enum Cell: Sendable {
        case text(String)
        case count(Int)
        case number(Double)
    }

    /// The lines so far, each ended by CR LF.
    package private(set) var text: String

    /// Begins a table without a heading, or goes on with one in another piece.
    package init() {
        text = ""
    }

    /// Begins a table with the names of its columns, which are fixed words.
    init(_ header: [String]) {
        text = header.joined(separator: ",") + "\r\n"
    }

    /// Adds a line.
    package mutating func add(_ cells: [Cell]) {
        text += cells.map(Self.field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ cell: Cell) -> String {
        switch cell {
        case .text(let text): quoted(text)
        case .count(let count): String(count)
        case .number(let number): String(number)
        }
    }

    /// Quotes a text, with an apostrophe in front if it would begin a formula.
    private static func quoted(_ text: String) -> String {
        var field = String.UnicodeScalarView("\"".unicodeScalars)
        if isFormula(text) { field.append("'") }
        for scalar in text.unicodeScalars where !isForbidden(scalar) {
            if scalar == "\"" { field.append(scalar) }
            field.append(scalar)
        }
        field.append("\"")
        return String(field)
    }

    /// Whether the first visible scalar begins a formula in a spreadsheet.
    private static func isFormula(_ text: String) -> Bool {
        let first = text.unicodeScalars.first { scalar in
            !scalar.properties.isWhitespace && !isInvisible(scalar.properties.generalCategory)
        }
        return first.map { starters.contains($0) } ?? false
    }

    /// ASCII and full-width forms.
    private static let starters: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    private static func isInvisible(_ category: Unicode.GeneralCategory) -> Bool {
        switch category {
        case .control, .format, .nonspacingMark, .enclosingMark, .spacingMark, .lineSeparator, .paragraphSeparator,
            .surrogate, .unassigned, .privateUse:
            true
        default: false
        }
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && scalar != "\t" && scalar != "\n" && scalar != "\r"
    }
}
