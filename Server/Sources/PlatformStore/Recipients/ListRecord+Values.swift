extension ListRecord {
    /// Given values in the form of their columns.
    /// - Throws: `noColumn`, `valueNotValid`.
    func cells(_ values: [String: String]) throws(StoreError) -> RecipientCells {
        try ColumnNames(columns).cells(values, of: name)
    }

    /// What a recipient has to have, in the form of the columns. A value that a column cannot have is looked for as it is,
    /// and not found.
    /// - Throws: `noColumn`.
    func wanted(_ values: [String: String]) throws(StoreError) -> [WantedValue] {
        let (names, listName) = (ColumnNames(columns), name)
        var wanted: [WantedValue] = []
        for (name, value) in values {
            guard let column = names[name] else { throw StoreError.noColumn(name, of: listName) }
            let form: String
            do throws(StoreError) { form = try ColumnValue.normalised(value, for: column) } catch { form = value }
            wanted.append(WantedValue(column: column, value: form))
        }
        return wanted.sorted { $0.column.number < $1.column.number }
    }
}

/// A value that a recipient has to have to be found.
struct WantedValue: Sendable {
    let column: ListColumn
    let value: String

    /// The form by which an index finds it; `nil` when the index does not have all recipients with the value: nobody is
    /// entered with an empty value, or with the column's standard that was not stored.
    var form: String? {
        column.lookup == .none || value == column.standard ? nil : IndexedValue.form(value, of: column)
    }

    func isMet(by cells: RecipientCells) -> Bool {
        IndexedValue.areEqual(cells.value(of: column), value, in: column)
    }
}

extension StoreError {
    static func noColumn(_ name: String, of list: String) -> StoreError {
        StoreError(.noColumn, "\"\(list)\" has no column \"\(name.prefix(80))\"")
    }
}
