import Foundation
import MarqueeWire

/// Reads values of one column; made once for many values, so that the choices are folded once.
struct ColumnReader: Sendable {
    let column: ListColumn
    /// The places of the choices by their folded names. Of two that are equal then, the first counts.
    private let choices: [String: Int]

    init(_ column: ListColumn) {
        self.column = column
        let isChosen = [.selectOne, .multiSelect].contains(column.type)
        choices = Dictionary(
            (isChosen ? column.choices : []).enumerated().map { (ListColumn.folded($1), $0) }
        ) { first, _ in first }
    }

    /// - Throws: `valueNotValid`. Nothing is a value of every type.
    func normalised(_ text: String) throws(StoreError) -> String {
        guard text.utf8.count <= ColumnValue.maximumLength, !text.utf8.contains(0) else {
            throw StoreError(.valueNotValid, "a value of \"\(column.name)\" has at most 8,000 bytes, and no zero byte")
        }
        let trimmed = Self.hasBareEnds(text) ? text : text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { return "" }
        let value =
            switch column.type {
            case .selectOne: choice(trimmed)
            case .multiSelect: severalChoices(trimmed)
            default: ColumnValue.form(trimmed, whole: text, for: column)
            }
        guard let value else {
            throw StoreError(
                .valueNotValid, "\"\(trimmed.prefix(80))\" is no value of the column \"\(column.name)\"")
        }
        return value
    }

    /// Whether nothing is to be trimmed, as in nearly all values of a file.
    private static func hasBareEnds(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return true }
        return ColumnValue.isVisible(first) && ColumnValue.isVisible(last)
    }

    private func choice(_ text: String) -> String? {
        column.choices.isEmpty ? text : choices[ListColumn.folded(text)].map { column.choices[$0] }
    }

    /// Separated by semicolons, in the order of the column's choices.
    private func severalChoices(_ text: String) -> String? {
        let parts = text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard !column.choices.isEmpty else {
            var seen: Set<String> = []
            return parts.filter { seen.insert($0).inserted }.joined(separator: ";")
        }
        var places: Set<Int> = []
        for part in parts {
            guard let place = choices[ListColumn.folded(part)] else { return nil }
            places.insert(place)
        }
        return places.sorted().map { column.choices[$0] }.joined(separator: ";")
    }
}

/// Columns by their names, for many look-ups.
struct ColumnNames: Sendable {
    private let columns: [String: ListColumn]

    init(_ columns: [ListColumn]) {
        self.columns = Dictionary(columns.map { ($0.folded, $0) }) { first, _ in first }
    }

    subscript(name: String) -> ListColumn? { columns[ListColumn.folded(name)] }

    /// - Throws: `noColumn` for the first name that no column has.
    func require(_ names: some Sequence<String>, of list: String) throws(StoreError) {
        for name in names where self[name] == nil { throw StoreError.noColumn(name, of: list) }
    }

    /// Given values in the form of their columns.
    /// - Throws: `noColumn`, `valueNotValid`.
    func cells(_ values: [String: String], of list: String) throws(StoreError) -> RecipientCells {
        var cells = RecipientCells()
        for (name, value) in values {
            guard let column = self[name] else { throw StoreError.noColumn(name, of: list) }
            cells.values[column.number] = try ColumnValue.normalised(value, for: column)
        }
        return cells
    }
}
