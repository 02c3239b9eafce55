extension SQLTransaction {
    /// How many rows or keys go into one statement, the most first.
    private static var sizes: [Int] { [500, 100, 50, 20, 10, 5, 2, 1] }

    /// More bytes go into one statement only with a single row.
    private static var mostBytes: Int { 4 << 20 }

    /// Inserts rows in statements of up to 500 rows or 4 MiB each, of which there are eight forms.
    /// - Parameters:
    ///   - table: a fixed word, with the names of its columns.
    ///   - rows: values of all columns, of which a table has 60 at most.
    ///   - otherwise: what happens to rows that are there already, in SQL.
    func insert(into table: String, _ columns: [String], _ rows: [[SQLValue]], otherwise: String = "") throws {
        var rest = rows[...]
        while let size = Self.sizes.first(where: { Self.fits($0, of: rest) }) {
            _ = try run(insertion(into: table, columns, rows: size, otherwise), rest.prefix(size).flatMap { $0 })
            rest = rest.dropFirst(size)
        }
    }

    /// Inserts a few rows: together where each statement is a way to a server and back, and one by one on SQLite, which
    /// keeps copies of the pages that a statement of several rows changes (its statement journal, a file from 64 KiB on).
    /// - Parameters:
    ///   - table: a fixed word, with the names of its columns.
    ///   - otherwise: what happens to rows that are there already, in SQL.
    func insert(few rows: [[SQLValue]], into table: String, _ columns: [String], otherwise: String) throws {
        guard engine == .sqlite else { return try insert(into: table, columns, rows, otherwise: otherwise) }
        let statement = insertion(into: table, columns, rows: 1, otherwise)
        _ = try run(statement, each: rows)
    }

    /// Inserts a few rows that are not there yet, and takes over those that are, where a condition holds.
    /// - Parameters:
    ///   - table: a fixed word, with the names of its columns.
    ///   - keys: how many of the columns, the first ones, are the primary key.
    ///   - rows: each with another key.
    ///   - condition: whether a row is taken over, in SQL with `arguments`.
    /// - Returns: for each row whether it is in the table now.
    func take(
        few rows: [[SQLValue]], in table: String, _ columns: [String], keys: Int, where condition: String,
        _ arguments: [SQLValue]
    ) throws -> [Bool] {
        let key = columns.prefix(keys).joined(separator: ", ")
        let changes = columns.dropFirst(keys).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let conflict = "ON CONFLICT (\(key)) DO UPDATE SET \(changes) WHERE \(condition)"
        if engine == .sqlite {
            let statement = insertion(into: table, columns, rows: 1, conflict)
            return try run(statement, each: rows.map { $0 + arguments }).map { $0 == 1 }
        }
        var (rest, taken) = (rows[...], Set<[SQLValue]>())
        while let size = Self.sizes.first(where: { Self.fits($0, of: rest) }) {
            let statement = insertion(into: table, columns, rows: size, "\(conflict) RETURNING \(key)")
            let rows = try run(statement, rest.prefix(size).flatMap { $0 } + arguments).rows
            taken.formUnion(rows.map { $0.values.map(\.exact) })
            rest = rest.dropFirst(size)
        }
        return rows.map { taken.contains($0.prefix(keys).map(\.exact)) }
    }

    private func insertion(into table: String, _ columns: [String], rows: Int, _ otherwise: String) -> String {
        let tuples = places(rows, of: columns.count)
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(tuples) \(otherwise)"
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
    /// A text as its bytes: Unicode's equality joins different texts.
    fileprivate var exact: SQLValue {
        if case .text(let text) = self { .bytes(Array(text.utf8)) } else { self }
    }

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
