import Foundation
import GRDB
import GRDBSQLite
import MarqueeTesting
import Testing

@testable import MarqueeCore

@Suite struct DatabaseFileTests {
    private let fixture: CoreFixture
    private let file: DatabaseFile

    init() throws {
        fixture = try CoreFixture()
        file = try DatabaseFile(
            "numbers.sqlite3", in: fixture.environment,
            migrations: [Migration("1", sql: "CREATE TABLE number (value INTEGER NOT NULL)")])
    }

    private func sum(_ database: Database) throws -> Int? {
        try Int.fetchOne(database.cachedStatement(sql: "SELECT TOTAL(value) FROM number"))
    }

    @Test func `a read sees what was written, and what it writes itself is undone`() throws {
        try file.write { try $0.execute(sql: "INSERT INTO number VALUES (2), (3)") }
        let seen = try file.read { database in
            try database.execute(sql: "DELETE FROM number")
            return try sum(database)
        }
        #expect(seen == 0)
        #expect(try file.read(sum) == 5)
    }

    @Test func `an error in a read leaves the file usable`() throws {
        #expect(throws: MarqueeError.self) { try file.read { try $0.execute(sql: "SELECT nothing FROM nowhere") } }
        try file.write { try $0.execute(sql: "INSERT INTO number VALUES (7)") }
        #expect(try file.read(sum) == 7)
    }

    @Test func `statements stay prepared from one read or write to the next`() throws {
        func prepared(_ database: Database) throws -> Int32 {
            _ = try sum(database)
            let statement = try database.cachedStatement(sql: "SELECT TOTAL(value) FROM number")
            return sqlite3_stmt_status(statement.sqliteStatement, SQLITE_STMTSTATUS_REPREPARE, 0)
        }
        for _ in 0..<3 {
            #expect(try file.read(prepared) == 0)
            try file.write { database in
                let count = try prepared(database)
                #expect(count == 0)
                try database.execute(sql: "INSERT INTO number VALUES (1)")
            }
        }
    }

    @Test func `what a failed write left to be called is not called by a read`() throws {
        let called = Locked(false)
        #expect(throws: MarqueeError.self) {
            try file.write { database in
                database.afterNextTransaction(onCommit: { _ in called.withLock { $0 = true } })
                let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
                try database.execute(sql: "PRAGMA max_page_count = \(pages)")
                try database.execute(
                    sql: "INSERT INTO number SELECT randomblob(5000) FROM (VALUES (1), (2), (3), (4))")
            }
        }
        _ = try file.read(sum)
        #expect(!called.withLock { $0 })
    }
}
