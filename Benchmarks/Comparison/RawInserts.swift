public import Foundation
import GRDBSQLite

/// The rows of an existing table, inserted once more into an empty copy of it by nothing but SQLite: a prepared
/// statement, values bound without copying, and as many rows to a transaction as asked for.
///
/// The copy has the original's schema, indices included, and the same durability (`WAL`, `synchronous = FULL`).
public struct RawInserts {
    private enum Cell {
        case null
        case integer(Int64)
        case real(Double)
        case text(Range<Int>)
        case blob(Range<Int>)
    }

    private let table: String
    private let schema: [String]
    private var bytes: [UInt8] = []
    private var rows: [[Cell]] = []

    /// How many rows were read.
    public var count: Int { rows.count }

    /// Reads a table into memory.
    /// - Throws: ``BenchmarkFailure`` when it cannot be read.
    public init(of table: String, in file: URL) throws {
        self.table = table
        let database = try RawDatabase(file)
        schema = try database.texts("SELECT sql FROM sqlite_master WHERE tbl_name = '\(table)' AND sql IS NOT NULL")
        let statement = try database.prepare("SELECT * FROM \(table)")
        defer { sqlite3_finalize(statement) }
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append((0..<sqlite3_column_count(statement)).map { cell(statement, $0) })
        }
    }

    /// Inserts every row into a new file in `folder`.
    /// - Returns: how long the transactions took, without opening and preparing.
    public func run(in folder: URL, rowsPerTransaction: Int) throws -> Duration {
        let database = try RawDatabase(folder.appending(path: "raw-\(UUID().uuidString).sqlite3"))
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        for statement in schema { try database.execute(statement) }
        let marks = Array(repeating: "?", count: rows.first?.count ?? 1).joined(separator: ", ")
        let statement = try database.prepare("INSERT INTO \(table) VALUES (\(marks))")
        defer { sqlite3_finalize(statement) }
        return try ContinuousClock().measure {
            for start in stride(from: 0, to: rows.count, by: rowsPerTransaction) {
                try database.execute("BEGIN IMMEDIATE")
                for row in rows[start..<min(start + rowsPerTransaction, rows.count)] {
                    try insert(row, statement, database)
                }
                try database.execute("COMMIT")
            }
        }
    }

    private func insert(_ row: [Cell], _ statement: OpaquePointer, _ database: RawDatabase) throws {
        let status = bytes.withUnsafeBytes { buffer in
            for (index, cell) in row.enumerated() {
                let position = Int32(index + 1)
                switch cell {
                case .null: sqlite3_bind_null(statement, position)
                case .integer(let value): sqlite3_bind_int64(statement, position, value)
                case .real(let value): sqlite3_bind_double(statement, position, value)
                case .text(let range):
                    let start = UnsafeRawBufferPointer(rebasing: buffer[range])
                        .baseAddress?.assumingMemoryBound(to: CChar.self)
                    sqlite3_bind_text(statement, position, start, Int32(range.count), nil)
                case .blob(let range):
                    let start = UnsafeRawBufferPointer(rebasing: buffer[range]).baseAddress
                    sqlite3_bind_blob(statement, position, start, Int32(range.count), nil)
                }
            }
            return sqlite3_step(statement)
        }
        guard status == SQLITE_DONE else { throw database.failure() }
        sqlite3_reset(statement)
    }

    private mutating func cell(_ statement: OpaquePointer, _ column: Int32) -> Cell {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_NULL: return .null
        case let type:
            let start = bytes.count
            let size = Int(sqlite3_column_bytes(statement, column))
            if let pointer = sqlite3_column_blob(statement, column) {
                bytes.append(contentsOf: UnsafeRawBufferPointer(start: pointer, count: size))
            }
            return type == SQLITE_TEXT ? .text(start..<bytes.count) : .blob(start..<bytes.count)
        }
    }
}
