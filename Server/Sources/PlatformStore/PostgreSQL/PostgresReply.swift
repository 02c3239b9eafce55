import CPostgres

/// The server's answer to one statement.
///
/// It owns libpq's result, and belongs to the connection that it came from.
final class PostgresReply {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    var status: ExecStatusType { PQresultStatus(result) }

    var isError: Bool { status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE }

    /// The first value of the first row of an answer in text form.
    var text: String? {
        guard PQntuples(result) > 0, PQnfields(result) > 0 else { return nil }
        return String(cString: PQgetvalue(result, 0, 0))
    }

    /// `COMMIT`, `INSERT 0 1` and the like.
    var tag: String { String(cString: PQcmdStatus(result)) }

    /// A field of the server's error report.
    func field(_ code: Character) -> String? {
        guard let value = code.asciiValue, let text = PQresultErrorField(result, Int32(value)) else { return nil }
        return String(cString: text)
    }

    var message: String { String(cString: PQresultErrorMessage(result)) }

    /// The rows that a statement inserted, changed or deleted.
    var changes: Int {
        let tag = tag
        guard tag.hasPrefix("INSERT") || tag.hasPrefix("UPDATE") || tag.hasPrefix("DELETE") else { return 0 }
        return Int(String(cString: PQcmdTuples(result))) ?? 0
    }

    /// The names of the columns.
    func columns() -> SQLColumns {
        SQLColumns((0..<PQnfields(result)).map { String(cString: PQfname(result, $0)) })
    }

    /// The rows, which the server sent in binary form.
    /// - Throws: `damaged` for a value that ``SQLValue`` cannot hold.
    func rows(_ columns: SQLColumns) throws(StoreError) -> [SQLRow] {
        let (rowCount, columnCount) = (PQntuples(result), PQnfields(result))
        guard rowCount > 0 else { return [] }
        var types: [PostgresType] = []
        for column in 0..<columnCount {
            guard let type = PostgresType(rawValue: PQftype(result, column)) else {
                throw StoreError(.damaged, "column \(name(column)) has a type that the store does not know")
            }
            types.append(type)
        }
        var rows: [SQLRow] = []
        rows.reserveCapacity(Int(rowCount))
        for row in 0..<rowCount {
            var values: [SQLValue] = []
            values.reserveCapacity(types.count)
            for column in 0..<columnCount { values.append(try value(row, column, types[Int(column)])) }
            rows.append(SQLRow(columns: columns, values: values))
        }
        return rows
    }

    private func value(_ row: Int32, _ column: Int32, _ type: PostgresType) throws(StoreError) -> SQLValue {
        guard PQgetisnull(result, row, column) == 0 else { return .null }
        let size = Int(PQgetlength(result, row, column))
        guard let value = type.value(UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: size)) else {
            throw StoreError(.damaged, "column \(name(column)) does not hold a whole number of 64 bits")
        }
        return value
    }

    private func name(_ column: Int32) -> String { String(cString: PQfname(result, column)) }
}
