import Foundation
import Synchronization
import Testing

@testable import PlatformStore

/// Recipients, tables, clients and jobs are in what is moved and backed up.
@Suite struct RecipientTransferTests {
    @Test(arguments: FilledPlatform.Engine.allCases)
    func `every table of recipients is filled, and is the same behind its text`(
        engine: FilledPlatform.Engine
    ) async throws {
        let filled = try await FilledPlatform(engine)
        let source = try await ControlPlane.open(filled.database, in: filled.folder)
        let folder = FilledPlatform.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try PrivateFile.makeFolder(folder)
        let written = try await source.export(to: folder)
        let copy = try await ControlPlane.make(in: folder, layout: ControlPlane.currentLayout)
        #expect(try await copy.fill(from: folder) == written)
        let tables = try TableLayout.all(layout: 12).map(\.name)
        let before = Set(try TableLayout.all(layout: 11).map(\.name))
        let rows = Dictionary(uniqueKeysWithValues: written.map { ($0.table, $0.rows) })
        for table in tables where !before.contains(table) { #expect((rows[table] ?? 0) > 0, "\(table)") }
    }

    @Test func `many recipients are read and stored in few statements`() async throws {
        let filled = try await FilledPlatform(.sqlite)
        let list = try #require(
            try await filled.platform.recipients.entries(app: "demo", kinds: [.database]).first)
        let database = try await filled.database.openUnchanged(in: filled.folder)
        try await database.write { db in
            let ids = (1...5_000).map(Int64.init)
            try db.insert(
                into: "recipient", ["id", "list", "cells", "origin", "created", "modified"],
                ids.map { [.integer($0), .integer(list.id), .text("{}"), .integer(0), .integer(1), .integer(1)] })
            try db.insert(
                into: "recipient_value", ["list", "number", "value", "recipient"],
                ids.map { [.integer(list.id), .integer(1), .text("v"), .integer($0)] })
        }
        let counted = CountedDatabase(database)
        let source = try ControlPlane(engine: counted, layout: ControlPlane.currentLayout)
        let folder = FilledPlatform.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try PrivateFile.makeFolder(folder)
        let written = try await source.export(to: folder)
        #expect(written.reduce(0) { $0 + $1.rows } > 10_000)
        #expect(counted.statements < 300)
        let copy = try await ControlPlane.make(in: folder, layout: ControlPlane.currentLayout)
        let target = CountedDatabase(copy.engine)
        let copied = try await ControlPlane(engine: target, layout: copy.layout).fill(from: folder)
        #expect(copied == written)
        #expect(target.statements < 600)
    }
}

/// A database that counts its statements.
private final class CountedDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let counter = Counter()

    final class Counter: Sendable { let count = Atomic(0) }

    private final class Transaction: SQLTransaction {
        private let transaction: any SQLTransaction
        private let counter: Counter

        init(_ transaction: any SQLTransaction, _ counter: Counter) {
            (self.transaction, self.counter) = (transaction, counter)
        }

        var engine: SQLEngine { transaction.engine }

        func run(_ sql: String, _ arguments: [SQLValue]) throws(StoreError) -> SQLResult {
            counter.count.add(1, ordering: .relaxed)
            return try transaction.run(sql, arguments)
        }

        func script(_ sql: String) throws(StoreError) { try transaction.script(sql) }
    }

    init(_ database: any SQLDatabase) { self.database = database }

    var statements: Int { counter.count.load(ordering: .relaxed) }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        try await database.read { [counter] in try body(Transaction($0, counter)) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        try await database.write { [counter] in try body(Transaction($0, counter)) }
    }

    func migrate(_ migrations: [SQLMigration]) async throws(StoreError) { try await database.migrate(migrations) }
}
