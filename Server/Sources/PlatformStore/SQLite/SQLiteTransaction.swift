import GRDB
import GRDBSQLite

/// GRDB's connection within a transaction. GRDB keeps the prepared statements; values go to SQLite and back without it,
/// which takes half the time. After an error the transaction is over: work that catches one has to throw.
final class SQLiteTransaction: SQLTransaction {
    let engine = SQLEngine.sqlite
    private let db: Database
    /// The statement that ran last with its columns: loops run one statement again and again.
    private var latest: (sql: String, columns: SQLColumns)?

    init(_ db: Database) { self.db = db }

    func run(_ sql: String, _ arguments: [SQLValue]) throws(StoreError) -> SQLResult {
        let kept = try kept(sql)
        let statement = SQLiteStatement(borrowed: kept.sqliteStatement)
        defer { statement.clear() }
        try bind(arguments, to: statement, sql)
        var rows: [SQLRow] = []
        while try statement.step() {
            rows.append(SQLRow(columns: columns(of: kept, sql), values: try statement.values()))
        }
        return SQLResult(rows: rows, changes: statement.changes)
    }

    func run(_ sql: String, each rows: [[SQLValue]]) throws(StoreError) -> [Int] {
        guard !rows.isEmpty else { return [] }
        let statement = SQLiteStatement(borrowed: try kept(sql).sqliteStatement)
        defer { statement.clear() }
        return try rows.map { (row) throws(StoreError) in
            try bind(row, to: statement, sql)
            try statement.run()
            return statement.changes
        }
    }

    private func bind(_ arguments: [SQLValue], to statement: SQLiteStatement, _ sql: String) throws(StoreError) {
        guard statement.parameterCount == arguments.count else {
            throw StoreError(.storage, "\(arguments.count) values for \(statement.parameterCount) parameters: \(sql)")
        }
        for (place, value) in arguments.enumerated() { statement.bind(Int32(place + 1), value) }
    }

    func script(_ sql: String) throws(StoreError) {
        do { try db.execute(sql: sql) } catch { throw StoreError(mapping: error) }
    }

    private func kept(_ sql: String) throws(StoreError) -> Statement {
        do { return try db.cachedStatement(sql: sql) } catch { throw StoreError(mapping: error) }
    }

    private func columns(of statement: Statement, _ sql: String) -> SQLColumns {
        if let latest, latest.sql == sql { return latest.columns }
        let columns = SQLColumns(statement.columnNames)
        latest = (sql, columns)
        return columns
    }
}

extension SQLiteStatement {
    fileprivate func bind(_ index: Int32, _ value: SQLValue) {
        switch value {
        case .null: bindNull(index)
        case .integer(let number): bind(index, number)
        case .text(let text): bind(index, text)
        case .bytes(let bytes): bind(index, blob: bytes)
        }
    }

    /// The values of the row.
    /// - Throws: `damaged` for a fraction, which no column holds.
    fileprivate func values() throws(StoreError) -> [SQLValue] {
        var values: [SQLValue] = []
        values.reserveCapacity(columnCount)
        for column in 0..<Int32(columnCount) { values.append(try value(column)) }
        return values
    }

    private func value(_ column: Int32) throws(StoreError) -> SQLValue {
        switch type(column) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .bytes(bytes(column))
        default: throw StoreError(.damaged, "a column holds the fraction \(text(column))")
        }
    }
}
