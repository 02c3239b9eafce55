import TestPostgres
import Testing

@testable import PlatformStore

/// What PostgreSQL reports, as an error of the store.
struct PostgresFailureTests {
    @Test(
        arguments: [
            ("23505", .alreadyExists), ("23503", .notFound), ("23502", .invalid), ("23514", .invalid),
            ("22001", .invalid),
            ("22003", .invalid), ("22021", .invalid), ("54000", .invalid), ("53100", .diskFull),
            ("42501", .permissions),
            ("28P01", .permissions), ("28000", .permissions), ("57014", .unavailable), ("55P03", .unavailable),
            ("08006", .unavailable), ("57P01", .unavailable), ("57P02", .unavailable), ("57P03", .unavailable),
            ("40001", .unavailable),
            ("40P01", .unavailable), ("XX001", .damaged), ("XX002", .damaged), ("XX000", .storage), ("42P01", .storage),
            ("3D000", .storage), ("53300", .unavailable), ("", .unavailable),
        ] as [(String, StoreError.Code)])
    func `a SQLSTATE becomes a code`(state: String, code: StoreError.Code) {
        let error = StoreError(PostgresFailure(state, "the reason"))
        #expect(error.code == code)
        #expect("\(error.message) \(error.cause.map { "\($0)" } ?? "")".contains("the reason"))
        #expect(error.message.contains(state))
    }

    @Test(arguments: [
        ("57P01", true), ("57P03", true), ("08006", true), ("25P03", true), ("08P01", false), ("57014", false),
        ("", false),
    ])
    func `some failures end the connection`(state: String, isDisconnection: Bool) {
        #expect(PostgresFailure(state, "").isDisconnection == isDisconnection)
    }

    @Test(
        arguments: [
            ("INSERT INTO child VALUES (1, 1)", .alreadyExists, "child_pkey"),
            ("INSERT INTO child VALUES (2, 9)", .notFound, "child_parent_fkey"),
            ("INSERT INTO child VALUES (NULL, 1)", .invalid, "null value"),
            ("SELECT 1 / 0", .invalid, "(22012)"),
            ("SELECT CAST('top secret' AS INTEGER)", .invalid, "(22P02)"),
            ("SELECT nothing", .storage, "nothing"), ("SELECT ?", .storage, "needs 1 values, not 0"),
            ("INSERT INTO long VALUES (repeat(md5(random()::text), 100000))", .invalid, "too long"),
        ] as [(String, StoreError.Code, String)])
    func `a statement's failure says what is wrong, without the values`(
        sql: String, code: StoreError.Code, part: String
    ) async throws {
        let database = try PostgresDatabase(try TestPostgres.shared.makeDatabase())
        try await database.write { db in
            try db.script(
                """
                CREATE TABLE parent (id INTEGER PRIMARY KEY);
                CREATE TABLE child (id INTEGER NOT NULL PRIMARY KEY, parent INTEGER REFERENCES parent);
                INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1, 1);
                CREATE TABLE long (text TEXT NOT NULL PRIMARY KEY);
                """)
        }
        let error = await storeError { try await database.write { try $0.execute(sql) } }
        #expect(error?.code == code)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("top secret") == false)
    }

    @Test func `what may not be read is refused`() async throws {
        let address = try TestPostgres.shared.makeDatabase()
        let database = try PostgresDatabase(address)
        try await database.write { db in
            try db.script("CREATE ROLE stranger_\(address.hashValue.magnitude); CREATE TABLE t (n INTEGER)")
        }
        let error = await storeError {
            try await database.write { db in
                try db.script("SET LOCAL ROLE stranger_\(address.hashValue.magnitude)")
                try db.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(error?.code == .permissions)
    }
}
