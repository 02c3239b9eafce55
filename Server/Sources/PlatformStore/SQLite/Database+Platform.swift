import Foundation
import GRDB
import MarqueeWire

extension Database {
    /// Adds an audit entry in the transaction of the change it tells of.
    func audit(
        _ action: String, _ subject: String, detail: String = "", app: String?, by who: String, at time: Timestamp
    ) throws {
        try execute(
            sql: "INSERT INTO audit (time, who, app, action, subject, detail) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [time.milliseconds, who, app, action, subject, detail])
    }

    func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [Row] {
        try Row.fetchAll(self, sql: sql, arguments: arguments)
    }

    func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
        try Row.fetchOne(self, sql: sql, arguments: arguments)
    }

    func count(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> Int {
        try Int.fetchOne(self, sql: sql, arguments: arguments) ?? 0
    }

    /// Throws unless the stored version is the one the caller read.
    func require(version: Int?, expected: Int?, of subject: String) throws {
        guard let version else { throw StoreError(.notFound, "there is no \(subject)") }
        guard let expected, expected != version else { return }
        throw StoreError(
            .versionConflict, "\(subject) has version \(version), not \(expected): somebody changed it meanwhile")
    }
}

extension Row {
    func time(_ column: String) -> Timestamp? { (self[column] as Int64?).map(Timestamp.init(milliseconds:)) }

    /// A value kept as JSON.
    func json<Value: Decodable>(_ column: String, as _: Value.Type) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data((self[column] as String).utf8))
        } catch {
            throw StoreError(.damaged, "column \(column) does not hold what was stored", cause: error)
        }
    }

    func object() throws -> ObjectReference {
        guard let hash = ObjectHash(hex: self["sha256"] as String) else {
            throw StoreError(.damaged, "column sha256 does not hold a hash")
        }
        return ObjectReference(sha256: hash, length: self["length"])
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
