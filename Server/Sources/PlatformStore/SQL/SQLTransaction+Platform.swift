import Foundation
import MarqueeWire

extension SQLTransaction {
    /// Adds an audit entry in the transaction of the change it tells of.
    func audit(
        _ action: String, _ subject: String, detail: String = "", app: String?, by who: String, at time: Timestamp
    ) throws(StoreError) {
        try execute(
            "INSERT INTO audit (id, time, who, app, action, subject, detail) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [TimedID.make(at: time), time, who, app, action, subject, detail])
    }

    /// Throws unless a statement changed the row whose version the caller read.
    /// - Parameters:
    ///   - changed: the rows that the statement changed, with the expected version in its condition.
    ///   - current: reads the row's version for the message; `nil` when there is no row.
    func require(
        changed: Int, _ subject: String, expected: Int?, current: @autoclosure () throws -> Int?
    ) throws {
        guard changed != 1 else { return }
        guard let version = try current() else { throw StoreError(.notFound, "there is no \(subject)") }
        throw StoreError(
            .versionConflict,
            "\(subject) has version \(version), not \(expected ?? version): somebody changed it meanwhile")
    }
}

extension SQLRow {
    /// A value kept as JSON.
    func json<Value: Decodable>(_ column: String, as _: Value.Type) throws -> Value {
        let text: String = try self[column]
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw StoreError(.damaged, "column \(column) does not hold what was stored", cause: error)
        }
    }

    func object() throws -> ObjectReference {
        guard let hash = ObjectHash(hex: try self["sha256"] as String) else {
            throw StoreError(.damaged, "column sha256 does not hold a hash")
        }
        return ObjectReference(sha256: hash, length: try self["length"])
    }
}

/// Values kept as JSON in a column.
enum StoredJSON {
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
