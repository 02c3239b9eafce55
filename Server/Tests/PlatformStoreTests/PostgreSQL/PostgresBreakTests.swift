import Foundation
import Synchronization
import TestPostgres
import Testing

@testable import PlatformStore

/// Connections that break, and servers that go away.
@Suite(.timeLimit(.minutes(10))) struct PostgresBreakTests {
    private let address: String
    private let database: PostgresDatabase

    init() async throws {
        address = try TestPostgres.shared.makeDatabase()
        database = try PostgresDatabase(address)
        try await database.write { try $0.script("CREATE TABLE t (n INTEGER NOT NULL)") }
    }

    private func rows() async throws -> Int { try await database.read { try $0.count("SELECT COUNT(*) FROM t") } }

    /// Ends the session of a transaction from outside.
    private static func end(_ db: any SQLTransaction) throws {
        try TestPostgres.shared.execute("SELECT pg_terminate_backend(\(try db.count("SELECT pg_backend_pid()")))")
    }

    @Test func `a transaction whose connection broke before the commit runs again`() async throws {
        let runs = Atomic(0)
        try await database.write { db in
            try db.execute("INSERT INTO t VALUES (?)", [1])
            if runs.add(1, ordering: .relaxed).newValue == 1 { try Self.end(db) }
            try db.execute("INSERT INTO t VALUES (?)", [2])
        }
        #expect(runs.load(ordering: .relaxed) == 2)
        #expect(try await rows() == 2)
    }

    @Test func `one whose connection breaks twice does not`() async throws {
        let runs = Atomic(0)
        let error = await storeError {
            try await database.write { db in
                runs.add(1, ordering: .relaxed)
                try Self.end(db)
                try db.execute("INSERT INTO t VALUES (?)", [2])
            }
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("unreachable") == true)
        #expect(runs.load(ordering: .relaxed) == 2)
        #expect(try await rows() == 0)
    }

    @Test func `one whose connection broke during the commit is reported, and does not run again`() async throws {
        try await database.write { db in
            try db.script(
                """
                CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql
                    AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
                CREATE CONSTRAINT TRIGGER leaving AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW EXECUTE FUNCTION leave();
                """)
        }
        let runs = Atomic(0)
        let error = await storeError {
            try await database.write { db in
                runs.add(1, ordering: .relaxed)
                try db.execute("INSERT INTO t VALUES (?)", [1])
            }
        }
        #expect(error?.code == .storage)
        #expect(error?.message.contains("may or may not have been stored") == true)
        #expect(runs.load(ordering: .relaxed) == 1)
        #expect(try await rows() == 0)
    }

    @Test func `a connection that broke while nobody used it is not noticed`() async throws {
        let name = try #require(address.database)
        try TestPostgres.shared.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
        _ = try await database.write { try $0.execute("INSERT INTO t VALUES (?)", [1]) }
        #expect(try await rows() == 1)
    }

    @Test func `a server that restarts between two calls is not noticed`() async throws {
        let server = TestPostgres()
        let database = try PostgresDatabase(try server.makeDatabase())
        try await database.write { try $0.script("CREATE TABLE t (n INTEGER)") }
        // All connections are open when the server stops.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask { _ = try await database.write { try $0.execute("INSERT INTO t VALUES (?)", [number]) } }
            }
            try await group.waitForAll()
        }
        try server.stop()
        try server.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask { _ = try await database.write { try $0.execute("INSERT INTO t VALUES (?)", [number]) } }
            }
            try await group.waitForAll()
        }
        #expect(try await database.read { try $0.count("SELECT COUNT(*) FROM t") } == 32)
    }

    @Test func `a server that acknowledges and never answers is given up, and another connection is made`() async throws
    {
        var limits = PostgresDatabase.Limits()
        limits.connections = 1
        limits.timeouts.statement = .seconds(2)
        limits.timeouts.grace = .seconds(2)
        let database = try PostgresDatabase(address, limits: limits)
        let backend = pid_t(try await database.read { try $0.count("SELECT pg_backend_pid()") })
        kill(backend, SIGSTOP)
        let error = await storeError { try await database.read { try $0.count("SELECT 1") } }
        kill(backend, SIGCONT)
        #expect(error == nil, "a connection that broke while nobody used it is made again")
        #expect(try await database.read { try $0.count("SELECT pg_backend_pid()") } != Int(backend))
    }

    @Test func `a server that falls silent within a transaction fails it`() async throws {
        var limits = PostgresDatabase.Limits()
        limits.timeouts.statement = .seconds(2)
        limits.timeouts.grace = .seconds(2)
        let database = try PostgresDatabase(address, limits: limits)
        let silenced = Mutex<[pid_t]>([])
        let error = await storeError {
            try await database.write { db in
                let backend = pid_t(try db.count("SELECT pg_backend_pid()"))
                silenced.withLock { $0.append(backend) }
                kill(backend, SIGSTOP)
                try db.execute("INSERT INTO t VALUES (?)", [2])
            }
        }
        for backend in silenced.withLock({ $0 }) { kill(backend, SIGCONT) }
        #expect(error?.code == .unavailable && error?.message.contains("did not answer in time") == true)
        #expect(silenced.withLock { $0.count } == 2)
        #expect(try await rows() == 0)
    }

    @Test func `a server that is away is waited for, for a while`() async throws {
        let server = TestPostgres()
        let address = try server.makeDatabase()
        func database(waiting: Duration) throws -> PostgresDatabase {
            var limits = PostgresDatabase.Limits()
            limits.waiting = waiting
            return try PostgresDatabase(address, limits: limits)
        }
        let (hurried, patient) = (try database(waiting: .milliseconds(200)), try database(waiting: .seconds(120)))
        _ = try await patient.version()
        try server.stop()
        let error = await storeError { try await hurried.version() }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("unreachable") == true)
        async let version = patient.version()
        try server.start()
        #expect(try await version.isEmpty == false)
    }

    @Test(
        arguments: [
            ("t_that_is_not_there", "marquee", .storage, "3D000"), ("postgres", "nobody_at_all", .permissions, "28000"),
        ] as [(String, String, StoreError.Code, String)])
    func `what waiting cannot mend fails at once`(
        name: String, user: String, code: StoreError.Code, state: String
    ) async throws {
        var limits = PostgresDatabase.Limits()
        limits.waiting = .seconds(3_600)
        let folder = try TestPostgres.shared.address().split(separator: "?")[1].prefix { $0 != "&" }
        let database = try PostgresDatabase("postgres:///\(name)?\(folder)&user=\(user)", limits: limits)
        let error = await storeError { try await database.version() }
        #expect(error?.code == code)
        #expect(error?.message.contains("(\(state))") == true)
    }

    @Test func `a database that cannot hold every text is refused`() async throws {
        try TestPostgres.shared.execute(
            "CREATE DATABASE western TEMPLATE template0 ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C'")
        let database = try PostgresDatabase(try TestPostgres.shared.address(of: "western"))
        let error = await storeError { try await database.version() }
        #expect(error?.code == .storage)
        #expect(error?.message.contains("LATIN1") == true)
    }
}
