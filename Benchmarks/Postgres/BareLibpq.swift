import CPostgres
import Comparison

/// The statements of a benchmark with nothing but libpq: prepared once, values and rows in binary form.
// SAFETY: the two sides of a benchmark work in turns, and each waits for its statements.
final class BareLibpq: @unchecked Sendable {
    private let connection: OpaquePointer

    init(_ address: String) throws {
        guard let connection = PQconnectdb(address), PQstatus(connection) == CONNECTION_OK else {
            throw BenchmarkFailure("there is no connection to PostgreSQL")
        }
        self.connection = connection
        let types: [Oid] = [20, 25, 17]
        for (name, sql, count) in [("insert", Statements.numberedInsert, 3), ("select", Statements.numberedSelect, 1)] {
            PQclear(PQprepare(connection, name, sql, Int32(count), types))
        }
    }

    deinit {
        PQfinish(connection)
    }

    func execute(_ sql: String) throws {
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw BenchmarkFailure("\(sql) failed") }
    }

    func insert(_ id: Int64, _ text: [UInt8], _ bytes: [UInt8]) throws {
        let number = id.bigEndian
        let result = withUnsafeBytes(of: number) { number in
            text.withUnsafeBytes { text in
                bytes.withUnsafeBytes { bytes in
                    let values = [number, text, bytes].map { $0.baseAddress?.assumingMemoryBound(to: CChar.self) }
                    let sizes = [Int32(8), Int32(text.count), Int32(bytes.count)]
                    return PQexecPrepared(connection, "insert", 3, values, sizes, [1, 1, 1], 1)
                }
            }
        }
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw BenchmarkFailure("an insert failed") }
    }

    /// The size of the row's text, for which its bytes have to be there.
    func select(_ id: Int64) throws -> Int {
        let result = withUnsafeBytes(of: id.bigEndian) { number in
            let values = [number.baseAddress?.assumingMemoryBound(to: CChar.self)]
            return PQexecPrepared(connection, "select", 1, values, [8], [1], 1)
        }
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) == 1 else {
            throw BenchmarkFailure("a row is missing")
        }
        return Int(PQgetlength(result, 0, 1))
    }
}
