import Foundation
import GRDB
import MarqueeWire

/// The file `outbox.sqlite3` with the items of every lane.
///
/// Every method is one transaction and may be called from any thread.
final class OutboxStore: Sendable {
    static let fileName = "outbox.sqlite3"

    let environment: Environment
    private let file: DatabaseFile
    /// Uptime and wall clock at the last transaction that this process committed.
    let lastReading = Locked<ClockReading?>(nil)
    private let lastLease = Locked<Int64>(0)

    init(_ environment: Environment) throws(MarqueeError) {
        self.environment = environment
        file = try DatabaseFile(
            Self.fileName, in: environment, migrations: OutboxSchema.migrations,
            replaced: { database in try Self.countDamage(database) })
        let isReplacement = file.renamedDamage != nil
        try file.write { database in
            // The process that sent these items has ended, so they wait again.
            try database.execute(sql: "UPDATE item INDEXED BY itemInFlight SET lease = 0 WHERE lease != 0")
            if isReplacement { try Self.countDamage(database) }
        }
    }

    /// The lane's number. It is assigned when the lane is opened for the first time and never changes.
    func number(of lane: String) throws(MarqueeError) -> Int64 {
        let found = try read { database in
            try Int64.fetchOne(database, sql: "SELECT number FROM lane WHERE name = ?", arguments: [lane])
        }
        if let found { return found }
        return try write { database in
            try database.execute(sql: "INSERT INTO lane (name) VALUES (?)", arguments: [lane])
            return database.lastInsertedRowID
        }
    }

    /// A new lease for a request; leases are unique within this process only.
    func nextLease() -> Int64 {
        lastLease.withLock { last in
            last += 1
            return last
        }
    }

    /// Deletes the items of these lanes. They are not counted as lost, because the user asked for the deletion.
    func purge(_ lanes: [LaneNumbers]) throws(MarqueeError) {
        try write { database in
            for numbers in lanes {
                try database.execute(
                    sql: "DELETE FROM item WHERE number BETWEEN ? AND ?", arguments: [numbers.first, numbers.last])
                try database.execute(
                    sql: """
                        DELETE FROM ledger
                        WHERE lane = ? AND (name IN ('unsent', 'unsentBytes') OR name LIKE 'unreported.%')
                        """,
                    arguments: [numbers.lane])
            }
            try database.execute(sql: "DELETE FROM clockStep WHERE NOT EXISTS (SELECT 1 FROM item)")
        }
    }

    /// Whether opening read the whole file.
    var isChecked: Bool { file.isChecked }

    /// Reads the whole file and replaces it if it is damaged.
    func check() throws(MarqueeError) { try file.check() }

    func close() { file.close() }

    func read<Value>(_ body: (Database) throws -> Value) throws(MarqueeError) -> Value { try file.read(body) }

    /// Runs a transaction. If the file is damaged, the transaction runs again in the replacement file.
    func write<Value>(_ body: (Database) throws -> Value) throws(MarqueeError) -> Value { try file.write(body) }

    private static func countDamage(_ database: Database) throws {
        var ledger = try OutboxLedger(LaneStore.events, database)
        ledger.drop(1, .damage)
        try ledger.save(database)
    }
}

extension EventID {
    /// Reads an id from its 16 bytes in the database.
    init?(bytes: Data) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
