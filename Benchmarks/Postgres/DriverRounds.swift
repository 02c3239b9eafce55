import Comparison

/// The work of both sides on one table of 10,000 rows.
struct DriverRounds: Sendable {
    let database: PostgresDatabase
    let bare: BareLibpq

    init(_ address: String) async throws {
        database = try PostgresDatabase(address)
        try await database.write { db in
            try db.script(Statements.table)
            for id in 0..<10_000 { try Self.insert(db, id) }
        }
        bare = try BareLibpq(address)
    }

    /// How long `work` takes.
    func time(_ work: @Sendable () async throws -> Void) async throws -> Duration {
        try bare.execute("DELETE FROM sample WHERE id >= 10000")
        return try await ContinuousClock().measure { try await work() }
    }

    static func insert(_ database: PostgresDatabase, rows: Int, perTransaction: Int) async throws {
        for start in stride(from: 0, to: rows, by: perTransaction) {
            try await database.write { db in
                for id in start..<start + perTransaction { try insert(db, 10_000 + id) }
            }
        }
    }

    static func bareInsert(_ bare: BareLibpq, rows: Int, perTransaction: Int) throws {
        let text = Array(Statements.text.utf8)
        for start in stride(from: 0, to: rows, by: perTransaction) {
            try bare.execute(Statements.writing)
            for id in start..<start + perTransaction { try bare.insert(Int64(10_000 + id), text, Statements.bytes) }
            try bare.execute("COMMIT")
        }
    }

    static func read(_ database: PostgresDatabase, rows: Int, perTransaction: Int) async throws {
        for start in stride(from: 0, to: rows, by: perTransaction) {
            let size = try await database.read { db in
                try (start..<start + perTransaction).reduce(0) { sum, id in
                    guard let row = try db.row(Statements.select, [id]) else {
                        throw BenchmarkFailure("a row is missing")
                    }
                    return sum + (try row["text"] as String).utf8.count
                }
            }
            try check(size, perTransaction)
        }
    }

    static func bareRead(_ bare: BareLibpq, rows: Int, perTransaction: Int) throws {
        for start in stride(from: 0, to: rows, by: perTransaction) {
            try bare.execute(Statements.reading)
            let size = try (start..<start + perTransaction).reduce(0) { try $0 + bare.select(Int64($1)) }
            try bare.execute("COMMIT")
            try check(size, perTransaction)
        }
    }

    private static func insert(_ db: any SQLTransaction, _ id: Int) throws {
        _ = try db.run(Statements.insert, [.integer(Int64(id)), .text(Statements.text), .bytes(Statements.bytes)])
    }

    private static func check(_ size: Int, _ rows: Int) throws {
        guard size == rows * Statements.text.utf8.count else { throw BenchmarkFailure("rows are not what they were") }
    }
}
