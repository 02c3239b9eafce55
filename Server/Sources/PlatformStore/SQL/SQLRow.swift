/// One row that a statement returned.
struct SQLRow: Sendable {
    /// The columns of all rows of one statement.
    let columns: SQLColumns
    let values: [SQLValue]

    /// The value in a column.
    /// - Throws: `damaged` when the row has no such column, or a value of another type in it.
    subscript<Value: SQLReadable>(_ column: String) -> Value {
        get throws(StoreError) {
            guard let index = columns.index[column] else { throw StoreError(.damaged, "there is no column \(column)") }
            guard let value = Value(sqlValue: values[index]) else {
                throw StoreError(.damaged, "column \(column) does not hold a \(Value.self)")
            }
            return value
        }
    }
}

/// The names of a statement's columns, shared by its rows.
final class SQLColumns: Sendable {
    /// The position of each column by its name.
    let index: [String: Int]

    init(_ names: [String]) {
        index = Dictionary(zip(names, names.indices)) { first, _ in first }
    }
}
