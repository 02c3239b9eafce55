extension SQLTransaction {
    /// How many rows or keys go into one statement, the most first.
    private static var sizes: [Int] { [500, 50, 5, 1] }

    /// More bytes go into one statement only with a single row.
    private static var mostBytes: Int { 4 << 20 }

    /// Inserts rows in statements of up to 500 rows or 4 MiB each, of which there are four forms.
    /// - Parameters:
    ///   - table: a fixed word, with the names of its columns.
    ///   - rows: values of all columns, of which a table has 60 at most.
    ///   - otherwise: what happens to rows that are there already, and what is returned, in SQL.
    ///   - arguments: of `otherwise`.
    /// - Returns: the rows that the statements return.
    @discardableResult
    func insert(
        into table: String, _ columns: [String], _ rows: [[SQLValue]], otherwise: String = "",
        _ arguments: [SQLValue] = []
    ) throws -> [SQLRow] {
        var (rest, returned) = (rows[...], [SQLRow]())
        while let size = Self.sizes.first(where: { Self.fits($0, of: rest) }) {
            let tuples = places(size, of: columns.count)
            let statement = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(tuples) \(otherwise)"
            returned += try run(statement, rest.prefix(size).flatMap { $0 } + arguments).rows
            rest = rest.dropFirst(size)
        }
        return returned
    }

    /// Whether so many rows go into one statement.
    private static func fits(_ size: Int, of rows: ArraySlice<[SQLValue]>) -> Bool {
        guard rows.count >= size else { return false }
        return size == 1 || rows.prefix(size).reduce(0) { $0 + $1.reduce(0) { $0 + $1.length } } <= mostBytes
    }

    /// Deletes rows in statements of up to 50 rows each, of which there are three forms.
    /// - Parameters:
    ///   - table: a fixed word, with the names of all columns of its primary key, or of more.
    ///   - rows: values of these columns.
    func delete(from table: String, _ columns: [String], _ rows: [[SQLValue]]) throws {
        guard !rows.isEmpty else { return }
        var rest = rows[...]
        try preferIndices()
        // Each row has a term of its own, because SQLite finds row values after `IN` by reading the table.
        let term = "(" + columns.map { "\($0) = ?" }.joined(separator: " AND ") + ")"
        for size in [50, 5, 1] where rest.count >= size {
            let terms = Array(repeating: term, count: size).joined(separator: " OR ")
            while rest.count >= size {
                _ = try run("DELETE FROM \(table) WHERE \(terms)", rest.prefix(size).flatMap { $0 })
                rest = rest.dropFirst(size)
            }
        }
    }

    /// One value of each row that a unique index finds, by the row's key.
    ///
    /// Each key is looked up by itself, and never by reading a table. PostgreSQL plans `IN` by statistics, which it has
    /// not made yet of a table that just grew: it would read a whole list for some keys.
    /// - Parameters:
    ///   - column: what is read; it is not NULL. A fixed word, as `table` and `condition` are.
    ///   - condition: names all columns of the index, the one of the keys last: `list = ? AND key`.
    func values<Key: SQLReadable & Hashable, Value: SQLReadable>(
        of column: String, in table: String, _ condition: String, _ arguments: [SQLValue], _ keys: [SQLValue]
    ) throws -> [Key: Value] {
        guard !keys.isEmpty else { return [:] }
        var (rest, found) = (keys[...], [Key: Value]())
        try preferIndices()
        for size in Self.sizes where rest.count >= size {
            let statement = """
                SELECT w.column1 AS wanted, (SELECT \(column) FROM \(table) WHERE \(condition) = w.column1) AS found
                FROM (VALUES \(places(size, of: 1))) AS w
                """
            while rest.count >= size {
                for row in try run(statement, arguments + rest.prefix(size)).rows {
                    if let value: Value = try row["found"] { found[try row["wanted"]] = value }
                }
                rest = rest.dropFirst(size)
            }
        }
        return found
    }

    /// Runs a statement for up to a hundred keys at once.
    /// - Parameter statement: ends with the name of a unique column; fixed words.
    /// - Returns: the rows of all answers.
    @discardableResult
    func run(_ statement: String, _ arguments: [SQLValue] = [], in keys: [SQLValue]) throws -> [SQLRow] {
        guard !keys.isEmpty else { return [] }
        var (rest, rows) = (keys[...], [SQLRow]())
        try preferIndices()
        for size in [100, 10, 1] {
            let places = Array(repeating: "?", count: size).joined(separator: ", ")
            while rest.count >= size {
                rows += try run("\(statement) IN (\(places))", arguments + rest.prefix(size)).rows
                rest = rest.dropFirst(size)
            }
        }
        return rows
    }

    /// Until the transaction ends. A prepared statement keeps the plan that was made while its table was small.
    private func preferIndices() throws {
        if engine == .postgres { try execute("SET LOCAL enable_seqscan = off") }
    }

    private func places(_ rows: Int, of columns: Int) -> String {
        let tuple = "(" + Array(repeating: "?", count: columns).joined(separator: ", ") + ")"
        return Array(repeating: tuple, count: rows).joined(separator: ", ")
    }
}

extension SQLValue {
    /// In bytes, about.
    fileprivate var length: Int {
        switch self {
        case .null: 0
        case .integer: 8
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }
}
