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
    private let knownLanes: Locked<KnownLanes>

    /// What a file that replaces a damaged one must have too.
    private struct KnownLanes {
        /// The numbers of the open lanes by name.
        var numbers: [String: Int64] = [:]
        /// How often the file was replaced in this process.
        var replacements = 0
    }

    init(_ environment: Environment) throws(MarqueeError) {
        self.environment = environment
        let knownLanes = Locked(KnownLanes())
        self.knownLanes = knownLanes
        file = try DatabaseFile(
            Self.fileName, in: environment, migrations: OutboxSchema.migrations,
            replaced: { database in
                let numbers = knownLanes.withLock { known in
                    known.replacements += 1
                    return known.numbers
                }
                try Self.insert(numbers, database)
                try Self.countDamage(database)
            })
        let isReplacement = file.renamedDamage != nil
        try file.write { database in
            // The process that sent these items has ended. Without a lease on disk, an item waits again as it stands.
            try database.execute(sql: "UPDATE item INDEXED BY itemInFlight SET lease = 0, status = 0 WHERE lease != 0")
            if isReplacement { try Self.countDamage(database) }
        }
    }

    /// How often a damaged file was replaced in this process. Each replacement begins with empty lanes, whose sequence
    /// numbers start at 1.
    var replacements: Int { knownLanes.withLock { $0.replacements } }

    /// The lane's number. It is assigned when the lane is opened for the first time and never changes. A file that
    /// replaces a damaged one gets the numbers of the open lanes.
    func number(of lane: String) throws(MarqueeError) -> Int64 {
        let found = try read { database in
            let number = try Int64.fetchOne(
                database, sql: "SELECT number FROM lane WHERE name = ?", arguments: [lane])
            knownLanes.withLock { $0.numbers[lane] = number }
            return number
        }
        if let found { return found }
        return try write { database in
            // Another thread may be replacing the file, and the known lanes are not in the new one yet.
            let known = knownLanes.withLock { $0.numbers.values.max() ?? 0 }
            try database.execute(
                sql: "INSERT INTO lane (number, name) SELECT MAX(MAX(number), ?) + 1, ? FROM lane",
                arguments: [known, lane])
            let number = database.lastInsertedRowID
            knownLanes.withLock { $0.numbers[lane] = number }
            return number
        }
    }

    private static func insert(_ numbers: [String: Int64], _ database: Database) throws {
        for (name, number) in numbers {
            try database.execute(
                sql: "INSERT OR IGNORE INTO lane (number, name) VALUES (?, ?)", arguments: [number, name])
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
                        WHERE lane = ? AND (name IN ('unsent', 'unsentBytes', 'settled') OR name LIKE 'unreported.%')
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
