import Foundation
import GRDB

/// GRDB's connection within a transaction.
final class SQLiteTransaction: SQLTransaction {
    let engine = SQLEngine.sqlite
    private let db: Database
    /// The statement that ran last with its columns: loops run one statement again and again.
    private var latest: (sql: String, columns: SQLColumns)?

    init(_ db: Database) { self.db = db }

    func run(_ sql: String, _ arguments: [SQLValue]) throws(StoreError) -> SQLResult {
        do {
            let statement = try db.cachedStatement(sql: sql)
            try statement.setArguments(StatementArguments(arguments.map(\.databaseValue)))
            guard statement.columnCount > 0 else {
                try statement.execute()
                return SQLResult(rows: [], changes: db.changesCount)
            }
            let columns = columns(of: statement, sql)
            var rows: [SQLRow] = []
            let cursor = try Row.fetchCursor(statement)
            while let row = try cursor.next() {
                rows.append(SQLRow(columns: columns, values: try row.databaseValues.map { try SQLValue($0) }))
            }
            return SQLResult(rows: rows, changes: db.changesCount)
        } catch {
            throw StoreError(mapping: error)
        }
    }

    func script(_ sql: String) throws(StoreError) {
        do { try db.execute(sql: sql) } catch { throw StoreError(mapping: error) }
    }

    private func columns(of statement: Statement, _ sql: String) -> SQLColumns {
        if let latest, latest.sql == sql { return latest.columns }
        let columns = SQLColumns(statement.columnNames)
        latest = (sql, columns)
        return columns
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        }
    }

    /// - Throws: `damaged` for a fraction, which no column holds.
    fileprivate init(_ value: DatabaseValue) throws(StoreError) {
        switch value.storage {
        case .null: self = .null
        case .int64(let number): self = .integer(number)
        case .string(let text): self = .text(text)
        case .blob(let data): self = .bytes(Array(data))
        case .double(let number): throw StoreError(.damaged, "a column holds the fraction \(number)")
        }
    }
}
