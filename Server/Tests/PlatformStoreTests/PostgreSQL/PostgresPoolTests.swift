import Dispatch
import Foundation
import TestPostgres
import Testing

@testable import PlatformStore

/// Connections shared by many callers, and named locks.
@Suite(.timeLimit(.minutes(10))) struct PostgresPoolTests {
    private let address: String

    init() throws {
        address = try TestPostgres.shared.makeDatabase()
    }

    private func database(_ change: (inout PostgresDatabase.Limits) -> Void = { _ in }) throws -> PostgresDatabase {
        var limits = PostgresDatabase.Limits()
        limits.waiting = .seconds(60)
        change(&limits)
        return try PostgresDatabase(address, limits: limits)
    }

    private func sessions() throws -> Int {
        let name = try #require(address.database)
        let count = try TestPostgres.shared.execute("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = '\(name)'")
        return Int(count ?? "") ?? -1
    }

    @Test func `connections are made when they are needed, and no more than allowed`() async throws {
        let database = try database { $0.connections = 3 }
        #expect(try sessions() == 0)
        _ = try await database.version()
        #expect(try sessions() == 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<30 { group.addTask { _ = try await database.version() } }
            try await group.waitForAll()
        }
        #expect((1...3).contains(try sessions()))
    }

    @Test func `who waits too long for a connection hears that the database is busy`() async throws {
        let database = try database {
            $0.connections = 1
            $0.waiting = .milliseconds(50)
        }
        let (begun, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let holder: Void = database.read { _ in
            begun.signal()
            done.wait()
        }
        await Self.wait(begun)
        let error = await storeError { try await database.version() }
        done.signal()
        try await holder
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("busy") == true)
        _ = try await database.version()
    }

    @Test func `closing waits for what runs, refuses what comes, and ends the sessions`() async throws {
        let database = try database()
        let (begun, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let running = database.read { db in
            begun.signal()
            done.wait()
            return try db.count("SELECT 5")
        }
        await Self.wait(begun)
        async let closing: Void = database.close()
        while await storeError({ try await database.version() }) == nil { await Task.yield() }
        done.signal()
        #expect(try await running == 5)
        await closing
        #expect(await storeError { try await database.version() }?.message.contains("closed") == true)
        try await Self.until { try sessions() == 0 }
        await database.close()
    }

    @Test func `a database that is forgotten leaves no session`() async throws {
        _ = try await database().version()
        try await Self.until { try sessions() == 0 }
    }

    @Test func `work under a name runs alone`() async throws {
        let (one, two) = (try database(), try database { $0.connections = 1 })
        try await one.write { try $0.script("CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (0)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask {
                    let database = number.isMultiple(of: 2) ? one : two
                    try await database.withLock("migrations") { () throws(StoreError) in
                        let found = try await database.read { try $0.count("SELECT n FROM t") }
                        _ = try await database.write { try $0.execute("UPDATE t SET n = ?", [found + 1]) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await one.read { try $0.count("SELECT n FROM t") } == 10)
    }

    @Test func `a named lock is not waited for without end, and is free after an error`() async throws {
        let database = try database { $0.namedLock = .milliseconds(50) }
        let inner = await storeError {
            try await database.withLock("a") { () throws(StoreError) in
                try await database.withLock("b") { () throws(StoreError) in }
                try await database.withLock("a") { () throws(StoreError) in }
            }
        }
        #expect(inner?.message == "busy: another process holds the lock a")
        let outer = await storeError {
            try await database.withLock("a") { () throws(StoreError) in throw StoreError(.refused, "no") }
        }
        #expect(outer?.code == .refused)
        #expect(try await database.withLock("a") { () throws(StoreError) in 1 } == 1)
    }

    @Test func `a named lock that was lost is reported`() async throws {
        let database = try database()
        let name = try #require(address.database)
        let error = await storeError {
            try await database.withLock("a") { () throws(StoreError) in
                do {
                    try TestPostgres.shared.execute(
                        """
                        SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                        WHERE l.locktype = 'advisory' AND d.datname = '\(name)'
                        """)
                } catch {
                    throw StoreError(.refused, "\(error)")
                }
            }
        }
        #expect(error?.code == .storage)
    }

    private static func wait(_ semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }

    /// Waits for what the server does by itself.
    private static func until(_ condition: () throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while try !condition() {
            try #require(ContinuousClock.now < deadline)
            await Task.yield()
        }
    }
}
