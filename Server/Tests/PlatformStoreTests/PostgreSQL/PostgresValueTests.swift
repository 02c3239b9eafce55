import Foundation
import TestPostgres
import Testing

@testable import PlatformStore

/// Values on their way to the server and back.
@Suite(.timeLimit(.minutes(10))) struct PostgresValueTests {
    private let database: PostgresDatabase

    init() throws {
        database = try PostgresDatabase(try TestPostgres.shared.makeDatabase())
    }

    @Test(
        arguments: [
            .null, .integer(0), .integer(-1), .integer(.min), .integer(.max), .text(""), .text("a"),
            .text("👩‍👩‍👧‍👦 née '\\?$1"),
            .text(String(repeating: "ü", count: 1 << 19)), .text("\u{1}\u{FEFF}\u{10FFFF}"), .bytes([]), .bytes([0]),
            .bytes(Array(0...255)), .bytes(Array(repeating: 0xFF, count: 1 << 20)),
        ] as [SQLValue])
    func `a value comes back as it was stored`(value: SQLValue) async throws {
        let found = try await database.write { db in
            try db.script("CREATE TABLE t (number INTEGER, text TEXT, bytes BLOB, truth BOOLEAN)")
            let column =
                switch value {
                case .null, .integer: "number"
                case .text: "text"
                case .bytes: "bytes"
                }
            let stored = try db.run("INSERT INTO t (\(column)) VALUES (?)", [value])
            #expect(stored.changes == 1)
            #expect(stored.rows.isEmpty)
            let rows = try db.run("SELECT \(column) FROM t WHERE \(column) = ? OR ? IS NULL", [value, value])
            #expect(rows.changes == 0)
            return rows.rows.map(\.values)
        }
        #expect(found == [[value]])
        await database.close()
    }

    @Test func `a text with U+0000 is refused before it is sent, and the transaction goes on`() async throws {
        let left = try await database.write { db in
            #expect {
                try db.execute("SELECT CAST(? AS TEXT)", ["a\u{0}b"])
            } throws: {
                ($0 as? StoreError)?.code == .invalid
            }
            return try db.count("SELECT 7")
        }
        #expect(left == 7)
    }

    @Test(
        arguments: [
            ("SELECT 1 = 1", .integer(1)), ("SELECT 1 = 2", .integer(0)), ("SELECT CAST(-3 AS SMALLINT)", .integer(-3)),
            ("SELECT 40000", .integer(40_000)), ("SELECT COUNT(*) FROM pg_class WHERE 1 = 2", .integer(0)),
            ("SELECT SUM(CAST(x AS BIGINT)) FROM generate_series(1, 100000) AS x", .integer(5_000_050_000)),
            ("SELECT SUM(CAST(x AS BIGINT)) FROM generate_series(1, 0) AS x", .null),
            ("SELECT CAST(-9223372036854775808 AS NUMERIC)", .integer(.min)),
            ("SELECT CAST(9223372036854775807 AS NUMERIC)", .integer(.max)), ("SELECT CAST(0 AS NUMERIC)", .integer(0)),
            ("SELECT CAST(10000 AS NUMERIC)", .integer(10_000)),
            ("SELECT CAST(-100000000 AS NUMERIC)", .integer(-100_000_000)),
            ("SELECT 3.00", .integer(3)), ("SELECT 'text'", .text("text")),
            ("SELECT CAST('v' AS VARCHAR(9))", .text("v")),
        ] as [(String, SQLValue)])
    func `what the server computes is a whole number or a text`(sql: String, expected: SQLValue) async throws {
        let values = try await database.read { try $0.rows(sql).map(\.values) }
        #expect(values == [[expected]])
    }

    @Test(arguments: [
        "SELECT 0.5", "SELECT 9223372036854775808", "SELECT -9223372036854775809", "SELECT CAST('NaN' AS NUMERIC)",
        "SELECT 1e30", "SELECT now()", "SELECT CAST(1 AS DOUBLE PRECISION)", "SELECT 10000.0001",
    ])
    func `a result of another type is damaged, and never a wrong number`(sql: String) async throws {
        #expect(await storeError { try await database.read { try $0.rows(sql).count } }?.code == .damaged)
    }

    @Test func `values find their types where they stand`() async throws {
        let database = database
        let app: String? = nil
        try await database.write { db in
            try db.script("CREATE TABLE t (a TEXT, n INTEGER); INSERT INTO t VALUES ('x', 1), ('y', NULL)")
            #expect(try db.count("SELECT COUNT(*) FROM t WHERE (? IS NULL OR a = ?) LIMIT ?", [app, app, 5]) == 2)
            #expect(try db.count("SELECT COUNT(*) FROM t WHERE (? IS NULL OR a = ?) LIMIT ?", ["x", "x", 5]) == 1)
            #expect(try db.execute("UPDATE t SET n = ?, a = ? WHERE a = ?", [nil, nil, "x"]) == 1)
            #expect(try db.count("SELECT COUNT(*) FROM t WHERE COALESCE(n, ?) = ?", [Int64.max, Int64.max]) == 2)
            #expect(try db.execute("UPDATE t SET n = COALESCE(n, 0) + ?", [Int64.max]) == 2)
            #expect(try db.rows("SELECT a FROM t WHERE n = ? ORDER BY a LIMIT ?", [Int64.max, 1]).count == 1)
        }
    }

    @Test func `texts are ordered by their bytes`() async throws {
        let words = ["Zebra", "apple", "äpfel", "zoo", "Apple", "_", "a b", "ab"]
        let found = try await database.write { db in
            try db.script("CREATE TABLE t (word TEXT NOT NULL UNIQUE)")
            for word in words { try db.execute("INSERT INTO t VALUES (?)", [word]) }
            return try db.rows("SELECT word FROM t ORDER BY word").map { try $0["word"] as String }
        }
        #expect(found == words.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    @Test func `rows that a statement returns and rows that it changed are both reported`() async throws {
        try await database.write { db in
            try db.script("CREATE TABLE t (n INTEGER PRIMARY KEY)")
            let inserted = try db.run("INSERT INTO t VALUES (?), (?) RETURNING n", [.integer(1), .integer(2)])
            #expect(inserted.changes == 2)
            #expect(inserted.rows.map(\.values) == [[.integer(1)], [.integer(2)]])
            #expect(try db.execute("INSERT INTO t VALUES (?) ON CONFLICT (n) DO NOTHING", [1]) == 0)
            #expect(try db.execute("DELETE FROM t") == 2)
            #expect(try db.rows("SELECT * FROM t").isEmpty)
        }
    }
}
