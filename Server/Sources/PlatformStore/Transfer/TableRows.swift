import Crypto

/// Reads and writes the rows of one table within a transaction, in the order of the primary key.
struct TableRows {
    /// Tables whose rows are small, with how many of them are in memory at once: they are also those with many rows. The
    /// values of a recipient or row can have some hundred kilobytes, and mostly have a few hundred bytes.
    private static let pages = [
        "recipient": 200, "table_row": 200, "recipient_key": 2_000, "recipient_value": 2_000, "contact": 2_000,
        "job_refusal": 2_000, "engage_token": 2_000, "audit": 500, "article_tag": 2_000, "used_article_id": 2_000,
    ]

    /// How many rows are in memory at once; elsewhere a row with an article or a document can have some megabytes.
    let page: Int
    let table: TableLayout
    private let columns: String
    private let order: String

    init(_ table: TableLayout) {
        self.table = table
        page = Self.pages[table.name] ?? 10
        columns = table.columns.map(Self.quoted).joined(separator: ", ")
        order = table.key.map(Self.quoted).joined(separator: ", ")
    }

    /// The rows behind a key, at most ``page`` of them.
    /// - Parameter key: the values of the key's columns; `nil` for the first rows.
    func next(after key: [SQLValue]?, _ db: any SQLTransaction) throws(StoreError) -> [[SQLValue]] {
        let places = Array(repeating: "?", count: table.key.count).joined(separator: ", ")
        let condition = key == nil ? "" : "WHERE (\(order)) > (\(places))"
        return try db.run(
            "SELECT \(columns) FROM \(Self.quoted(table.name)) \(condition) ORDER BY \(order) LIMIT \(page)",
            key ?? []
        ).rows.map(\.values)
    }

    /// The key of the last row; `nil` for an empty table.
    func lastKey(_ db: any SQLTransaction) throws(StoreError) -> [SQLValue]? {
        let backwards = table.key.map { "\(Self.quoted($0)) DESC" }.joined(separator: ", ")
        return try db.run(
            "SELECT \(order) FROM \(Self.quoted(table.name)) ORDER BY \(backwards) LIMIT 1", []
        ).rows.first?.values
    }

    /// The values of the key's columns in a row.
    func key(of row: [SQLValue]) -> [SQLValue] {
        table.key.compactMap { name in table.columns.firstIndex(of: name).map { row[$0] } }
    }

    func insert(_ rows: [[SQLValue]], _ db: any SQLTransaction) throws(StoreError) {
        let places = Array(repeating: "?", count: table.columns.count).joined(separator: ", ")
        let names = table.columns.map(Self.quoted)
        // Many small rows go together; where one of them is refused, the refusal names the table.
        if page > 10 {
            do {
                try db.insert(into: Self.quoted(table.name), names, rows)
                return
            } catch let error as StoreError {
                throw StoreError(
                    error.code, "rows of \(table.name): \(error.message)", retryAfter: error.retryAfter,
                    cause: error.cause)
            } catch { throw StoreError(.storage, "rows of \(table.name)", cause: error) }
        }
        for row in rows {
            do throws(StoreError) {
                _ = try db.run("INSERT INTO \(Self.quoted(table.name)) (\(columns)) VALUES (\(places))", row)
            } catch {
                let key = key(of: row).map { value in
                    switch value {
                    case .text(let text): text
                    case .integer(let number): String(number)
                    case .bytes, .null: "?"
                    }
                }
                throw StoreError(
                    error.code, "the row \(key.joined(separator: ", ")) of \(table.name): \(error.message)",
                    retryAfter: error.retryAfter, cause: error.cause)
            }
        }
    }

    /// Passes the whole table as text to `body`, some rows at a time.
    @discardableResult
    func writeText(
        _ db: any SQLTransaction, to body: ([UInt8]) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) -> TableDigest {
        var (hash, count, last) = (SHA256(), 0, [SQLValue]?.none)
        func pass(_ text: [UInt8]) throws(StoreError) {
            hash.update(data: text)
            try body(text)
        }
        try pass(RowText.head(table))
        while true {
            let rows = try next(after: last, db)
            guard let final = rows.last else { break }
            try pass(rows.flatMap { RowText.row($0) })
            count += rows.count
            last = key(of: final)
        }
        let digits = hash.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        return TableDigest(table: table.name, rows: count, sha256: digits.joined())
    }

    /// Names stand between quotation marks, because some are words of SQL on some engine.
    private static func quoted(_ name: String) -> String { "\"\(name)\"" }
}
