import Foundation
import GRDB
import GRDBSQLite
import MarqueeWire

/// Items on hold: read for what completes them, and completed. Statements are stepped without GRDB, whose arguments and rows
/// take longer here than SQLite itself.
extension LaneStore {
    /// Those of the items with these sequence numbers that are on hold, until they have so many bytes.
    /// - Parameter bytes: an item that makes them more is not returned, unless it is the first one.
    /// - Returns: the items, and how many of the numbers were looked at.
    package func held(
        _ sequences: [Int64], bytes: Int
    ) throws(MarqueeError) -> (items: [StoredEvent], looked: Int) {
        try store.read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT id, body, attempts, reason FROM item WHERE number = ? AND status = 3"
            ).sqliteStatement
            var found: [StoredEvent] = []
            found.reserveCapacity(sequences.count)
            var size = 0
            for (index, sequence) in sequences.enumerated() {
                sqlite3_bind_int64(statement, 1, numbers.number(sequence))
                defer { sqlite3_reset(statement) }
                guard try Self.hasRow(statement, database) else { continue }
                guard let id = EventID(column: 0, of: statement) else { continue }
                let count = Int(sqlite3_column_bytes(statement, 1))
                size += count
                if size > bytes, !found.isEmpty { return (found, index) }
                found.append(
                    StoredEvent(
                        sequence: sequence, id: id, status: .hold,
                        body: sqlite3_column_blob(statement, 1).map { Data(bytes: $0, count: count) } ?? Data(),
                        attempts: Int(sqlite3_column_int64(statement, 2)),
                        reason: sqlite3_column_text(statement, 3).map { String(cString: $0) }))
            }
            return (found, sequences.count)
        }
    }

    /// Stores the final bodies of items on hold, in a running transaction.
    /// - Returns: for each item, `false` if it is no longer on hold.
    func complete(
        _ completions: [Completion], _ ledger: inout OutboxLedger, _ database: Database
    ) throws -> [Bool] {
        // The body on disk may be another one than the body that was read.
        let size = try database.cachedStatement(
            sql: "SELECT id, length(body) FROM item WHERE number = ? AND status = 3"
        ).sqliteStatement
        let update = try database.cachedStatement(sql: "UPDATE item SET status = ?, body = ? WHERE number = ?")
            .sqliteStatement
        var bytes: Int64 = 0
        let areCompleted = try completions.map { completion in
            let (number, body) = (numbers.number(completion.held.sequence), completion.body())
            guard let stored = try Self.heldSize(number, completion.held.id, size, database) else { return false }
            try Self.update(number, completion.status, body, update, database)
            bytes += Int64(body.count) - stored
            return true
        }
        ledger.unsentBytes += bytes
        return areCompleted
    }

    /// The bytes of an item on hold; `nil` if there is no such item.
    private static func heldSize(
        _ number: Int64, _ id: EventID, _ statement: OpaquePointer, _ database: Database
    ) throws -> Int64? {
        sqlite3_bind_int64(statement, 1, number)
        defer { sqlite3_reset(statement) }
        guard try hasRow(statement, database), EventID(column: 0, of: statement) == id else { return nil }
        return sqlite3_column_int64(statement, 1)
    }

    private static func update(
        _ number: Int64, _ status: OutboxStatus, _ body: Data, _ statement: OpaquePointer, _ database: Database
    ) throws {
        sqlite3_bind_int64(statement, 1, Int64(status.rawValue))
        sqlite3_bind_int64(statement, 3, number)
        // The destructor `nil` is SQLITE_STATIC: the bytes live longer than the step and the reset.
        let code = body.withUnsafeBytes { bytes in
            // An empty body has no address, for which SQLite would store NULL.
            if let base = bytes.baseAddress {
                sqlite3_bind_blob(statement, 2, base, Int32(bytes.count), nil)
            } else {
                sqlite3_bind_zeroblob(statement, 2, 0)
            }
            let code = sqlite3_step(statement)
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
            return code
        }
        guard code == SQLITE_DONE else { throw failure(code, database) }
    }

    /// Steps once.
    private static func hasRow(_ statement: OpaquePointer, _ database: Database) throws -> Bool {
        let code = sqlite3_step(statement)
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw failure(code, database) }
        return code == SQLITE_ROW
    }

    private static func failure(_ code: Int32, _ database: Database) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
    }
}
