import Dispatch
import Foundation
import Synchronization
import TestPostgres
import Testing

@testable import PlatformStore

/// Transactions, alone and beside each other.
@Suite(.timeLimit(.minutes(10))) struct PostgresTransactionTests {
    private let address: String
    private let database: PostgresDatabase

    init() async throws {
        address = try TestPostgres.shared.makeDatabase()
        // As long as a busy machine may take to let all of them through.
        var limits = PostgresDatabase.Limits()
        limits.waiting = .seconds(60)
        limits.attempts = 200
        database = try PostgresDatabase(address, limits: limits)
        try await database.write { db in
            try db.script(
                "CREATE TABLE counter (id INTEGER PRIMARY KEY, n INTEGER NOT NULL); INSERT INTO counter VALUES (1, 0)")
        }
    }

    private final class Runs: Sendable {
        private let number = Atomic(0)
        var count: Int { number.load(ordering: .relaxed) }
        func add() -> Int { number.add(1, ordering: .relaxed).newValue }
    }

    private func value() async throws -> Int { try await database.read { try $0.count("SELECT n FROM counter") } }

    @Test func `twenty tasks that read a number and add 1 to it lose nothing`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await database.write { db in
                        let number = try db.count("SELECT n FROM counter WHERE id = ?", [1])
                        try db.execute("UPDATE counter SET n = ? WHERE id = ?", [number + 1, 1])
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await value() == 20)
    }

    @Test func `two transactions that each read what the other writes are run one after the other`() async throws {
        _ = try await database.write { try $0.execute("INSERT INTO counter VALUES (2, 0)") }
        // Each adds a row only while the sum is below 1: together they would make 2.
        let (first, second) = (Runs(), Runs())
        let (read, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let one: Void = database.write { db in
            let sum = try db.count("SELECT SUM(n) FROM counter")
            if first.add() == 1 {
                read.signal()
                go.wait()
            }
            if sum < 1 { try db.execute("UPDATE counter SET n = n + 1 WHERE id = 1") }
        }
        async let two: Void = database.write { db in
            if second.add() == 1 { read.wait() }
            let sum = try db.count("SELECT SUM(n) FROM counter")
            if sum < 1 { try db.execute("UPDATE counter SET n = n + 1 WHERE id = 2") }
        }
        try await two
        go.signal()
        try await one
        #expect(try await database.read { try $0.count("SELECT SUM(n) FROM counter") } == 1)
        #expect(first.count == 2)
    }

    @Test func `a transaction that always conflicts is given up`() async throws {
        var limits = PostgresDatabase.Limits()
        limits.waiting = .seconds(60)
        limits.attempts = 3
        let database = try PostgresDatabase(address, limits: limits)
        let runs = Runs()
        let error = await storeError {
            try await database.write { db in
                _ = runs.add()
                try db.execute("UPDATE counter SET n = n + 1")
                try db.script("DO $$ BEGIN RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'; END $$")
            }
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("3 attempts") == true)
        #expect(runs.count == 3)
        #expect(try await value() == 0)
    }

    @Test(arguments: ["40001", "40P01"])
    func `a conflict that passes is not seen by the caller`(state: String) async throws {
        let runs = Runs()
        try await database.write { db in
            try db.execute("UPDATE counter SET n = n + 1")
            guard runs.add() < 3 else { return }
            // Also when the work reports the conflict as something else.
            do { try db.script("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END $$") } catch {
                throw StoreError(.refused, "something else")
            }
        }
        #expect(runs.count == 3)
        #expect(try await value() == 1)
    }

    private struct Stop: Error {}

    @Test func `an error of the work rolls back and passes through`() async throws {
        let error = await storeError {
            try await database.write { db in
                try db.execute("UPDATE counter SET n = 7")
                throw StoreError(.throttled, "wait", retryAfter: .seconds(3))
            }
        }
        #expect(error?.code == .throttled)
        #expect(error?.retryAfter == .seconds(3))
        let other = await storeError {
            try await database.write { db in
                try db.execute("UPDATE counter SET n = 8")
                throw Stop()
            }
        }
        #expect(other?.code == .storage)
        #expect(other?.cause is Stop)
        #expect(try await value() == 0)
    }

    @Test func `a failed statement cannot be passed over`() async throws {
        let error = await storeError {
            try await database.write { db in
                try db.execute("UPDATE counter SET n = 7")
                _ = try? db.execute("INSERT INTO counter VALUES (1, 1)")
                #expect(throws: StoreError.self) { try db.rows("SELECT 1") }
            }
        }
        #expect(error?.code == .alreadyExists)
        #expect(try await value() == 0)
    }

    @Test func `what reads sees one state of the database`() async throws {
        let (begun, written) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let seen = database.read { db in
            let first = try db.count("SELECT n FROM counter")
            begun.signal()
            written.wait()
            return [first, try db.count("SELECT n FROM counter")]
        }
        try await database.write { db in
            begun.wait()
            try db.execute("UPDATE counter SET n = 5")
        }
        written.signal()
        #expect(try await seen == [0, 0])
        #expect(try await value() == 5)
    }

    @Test func `what reads cannot write`() async throws {
        let error = await storeError { try await database.read { try $0.execute("UPDATE counter SET n = 5") } }
        #expect(error?.code == .storage)
    }

    @Test func `a transaction is not used after its end`() async throws {
        let kept = Mutex<PostgresConnection?>(nil)
        try await database.read { db in kept.withLock { $0 = db as? PostgresConnection } }
        #expect {
            try kept.withLock { try $0?.execute("SELECT 1") }
        } throws: {
            ($0 as? StoreError)?.code == .storage
        }
    }

    @Test func `a statement that takes too long is ended by the server`() async throws {
        var limits = PostgresDatabase.Limits()
        limits.waiting = .seconds(60)
        limits.timeouts.statement = .milliseconds(50)
        let database = try PostgresDatabase(address, limits: limits)
        let error = await storeError { try await database.read { try $0.rows("SELECT pg_sleep(60)") } }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("took too long") == true)
    }

    @Test func `a lock that is not free in time is reported`() async throws {
        var limits = PostgresDatabase.Limits()
        limits.waiting = .seconds(60)
        limits.timeouts.lock = .milliseconds(50)
        let hurried = try PostgresDatabase(address, limits: limits)
        let (locked, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let holder: Void = database.write { db in
            try db.execute("UPDATE counter SET n = 1")
            locked.signal()
            done.wait()
        }
        let error = await storeError {
            try await hurried.write { db in
                locked.wait()
                try db.execute("UPDATE counter SET n = 2")
            }
        }
        done.signal()
        try await holder
        #expect(error?.message.contains("busy") == true)
        #expect(try await value() == 1)
    }

    @Test func `a prepared statement that no longer fits is prepared again`() async throws {
        var limits = PostgresDatabase.Limits()
        limits.waiting = .seconds(60)
        limits.connections = 1
        let database = try PostgresDatabase(address, limits: limits)
        #expect(try await database.read { try $0.rows("SELECT * FROM counter").first?.values.count } == 2)
        try TestPostgres.shared.execute(
            "ALTER TABLE counter ADD COLUMN more TEXT DEFAULT 'x'", in: try #require(address.database))
        #expect(try await database.read { try $0.rows("SELECT * FROM counter").first?.values.count } == 3)
        try await database.write { try $0.script("DEALLOCATE ALL") }
        #expect(try await database.read { try $0.row("SELECT * FROM counter")?["more"] } == "x")
    }

    @Test func `the number of prepared statements is bounded`() async throws {
        var limits = PostgresDatabase.Limits()
        limits.waiting = .seconds(60)
        (limits.connections, limits.statements) = (1, 3)
        let database = try PostgresDatabase(address, limits: limits)
        for number in 0..<10 {
            let found = try await database.read { try $0.count("SELECT CAST(? AS BIGINT) + \(number)", [100]) }
            #expect(found == 100 + number)
        }
        let kept = try await database.read { try $0.count("SELECT COUNT(*) FROM pg_prepared_statements") }
        #expect(kept <= 3)
    }
}

extension String {
    /// The database that an address names.
    var database: String? { URLComponents(string: self).map { String($0.path.dropFirst()) } }
}
