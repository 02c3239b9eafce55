/// A connection to a database, within one transaction.
///
/// Statements are written once for every engine: parameters are `?`, a value has one of the types of ``SQLValue``, texts
/// compare by their bytes.
protocol SQLTransaction: AnyObject {
    /// For indices, which differ in what an entry can hold; statements of stores are the same on every engine.
    var engine: SQLEngine { get }

    /// Runs one statement.
    /// - Throws: ``StoreError`` with `alreadyExists` and `notFound` for a violated constraint, `invalid` for a value that
    ///   the engine cannot hold, `unavailable`, `diskFull`, `damaged`, `permissions`, and `storage` for everything else.
    func run(_ sql: String, _ arguments: [SQLValue]) throws(StoreError) -> SQLResult

    /// Runs one statement for each of some rows of values.
    /// - Returns: for each how many rows it inserted, changed or deleted.
    /// - Throws: as ``run(_:_:)``.
    func run(_ sql: String, each rows: [[SQLValue]]) throws(StoreError) -> [Int]

    /// Runs statements that return nothing, separated by semicolons.
    func script(_ sql: String) throws(StoreError)
}

enum SQLEngine: Sendable {
    case sqlite
    /// Entries of an index have 2,700 bytes at most.
    case postgres
}

/// What a statement returned.
struct SQLResult: Sendable {
    let rows: [SQLRow]
    /// The number of rows that were inserted, changed or deleted.
    let changes: Int
}

extension SQLTransaction {
    func run(_ sql: String, each rows: [[SQLValue]]) throws(StoreError) -> [Int] {
        try rows.map { (row) throws(StoreError) in try run(sql, row).changes }
    }

    func rows(_ sql: String, _ arguments: [(any SQLBindable)?] = []) throws(StoreError) -> [SQLRow] {
        try run(sql, arguments.map { $0?.sqlValue ?? .null }).rows
    }

    func row(_ sql: String, _ arguments: [(any SQLBindable)?] = []) throws(StoreError) -> SQLRow? {
        try rows(sql, arguments).first
    }

    /// The first value of the first row; 0 without one.
    func count(_ sql: String, _ arguments: [(any SQLBindable)?] = []) throws(StoreError) -> Int {
        guard let value = try row(sql, arguments)?.values.first else { return 0 }
        return Int(sqlValue: value) ?? 0
    }

    /// The first value of each row.
    func column<Value: SQLReadable>(_ sql: String, _ arguments: [(any SQLBindable)?] = []) throws(StoreError) -> [Value]
    {
        try rows(sql, arguments).map { (row) throws(StoreError) in
            guard let value = row.values.first.flatMap(Value.init(sqlValue:)) else {
                throw StoreError(.damaged, "a row does not begin with a \(Value.self)")
            }
            return value
        }
    }

    /// Runs one statement and returns the number of rows that it inserted, changed or deleted.
    @discardableResult
    func execute(_ sql: String, _ arguments: [(any SQLBindable)?] = []) throws(StoreError) -> Int {
        try run(sql, arguments.map { $0?.sqlValue ?? .null }).changes
    }
}
