import Collector

/// A table of a report, as a page and as a file show it.
struct ReportTable: Sendable {
    struct Head: Sendable {
        let name: String
        let isNumber: Bool
    }

    struct Cell: Sendable {
        /// The column's name, which stands beside the cell on a narrow screen.
        let name: String
        let text: String
        let isNumber: Bool
    }

    struct Row: Sendable {
        let title: String
        /// `nil` for a row that leads nowhere.
        let address: String?
        let cells: [Cell]
    }

    /// What a cell shows, and what the file has in its place.
    enum Value: Sendable {
        case text(String)
        case count(Int)
        /// A share, 0 to 1; `nil` if there is nothing to share.
        case share(Double?)
        /// A number as a page writes it, and as a file has it.
        case number(String, Double?)

        var isNumber: Bool { if case .text = self { false } else { true } }

        var text: String {
            switch self {
            case .text(let text): text
            case .count(let count): String(count)
            case .share(let share): share.map(ReportTable.percent) ?? "–"
            case .number(let text, _): text
            }
        }

        var cell: CSVTable.Cell {
            switch self {
            case .text(let text): .text(text)
            case .count(let count): .count(count)
            case .share(let share): share.map(CSVTable.Cell.number) ?? .text("")
            case .number(_, let number): number.map(CSVTable.Cell.number) ?? .text("")
            }
        }
    }

    /// Identifies the table in the address of its file.
    let id: String
    let caption: String
    let hint: String?
    let head: [Head]
    let rows: [Row]
    let hasRows: Bool
    /// Whether the page has only a link to the file.
    let isFileOnly: Bool
    /// What stands in place of a table without rows.
    let empty: String
    /// The address of the file.
    private(set) var export = ""
    let columns: [String]
    let values: [[Value]]

    /// - Parameters:
    ///   - columns: their names; the first one is that of the rows' titles.
    ///   - rows: a value for each column, and where a row leads.
    init(
        _ id: String, caption: String, hint: String? = nil, columns: [String],
        rows: [(values: [Value], address: String?)], empty: String, isFileOnly: Bool = false
    ) {
        (self.id, self.caption, self.hint, self.columns, self.empty) = (id, caption, hint, columns, empty)
        self.isFileOnly = isFileOnly
        values = rows.map(\.values)
        hasRows = !rows.isEmpty
        let first = rows.first?.values
        head = columns.enumerated().map { place, name in
            Head(name: name, isNumber: first.map { $0.indices.contains(place) && $0[place].isNumber } ?? false)
        }
        self.rows = rows.map { row in
            Row(
                title: row.values.first?.text ?? "", address: row.address,
                cells: zip(columns, row.values).dropFirst().map {
                    Cell(name: $0, text: $1.text, isNumber: $1.isNumber)
                })
        }
    }

    func exported(at address: String) -> ReportTable {
        var table = self
        table.export = address
        return table
    }

    /// `12.3 %`.
    static func percent(_ share: Double) -> String {
        "\((share * 1000).rounded() / 10) %".replacing(".0 %", with: " %")
    }

    /// Thousandths of a currency's unit as `1.99`.
    static func money(_ milliunits: Int64) -> Value {
        let cents = milliunits.magnitude / 10 + (milliunits.magnitude % 10 < 5 ? 0 : 1)
        let text = "\(milliunits < 0 ? "−" : "")\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
        return .number(text, Double(milliunits) / 1000)
    }
}
