import Foundation
import GRDB
import MarqueeWire

extension StoredObject {
    /// The row of an object, not verified yet; `nil` when there is no row with a possible size.
    static func fetch(_ reference: ObjectReference, in db: Database) throws -> StoredObject? {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT encoding, bytes FROM object WHERE sha256 = ? AND length = ? AND length(bytes) <= length"),
            arguments: [reference.sha256.hex, reference.length])
        guard let row, let raw: Int = row[0], let encoding = Encoding(rawValue: raw), let bytes: Data = row[1] else {
            return nil
        }
        return StoredObject(reference: reference, encoding: encoding, bytes: bytes)
    }

    func insert(_ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO object (sha256, length, encoding, bytes) VALUES (?, ?, ?, ?)",
            arguments: [reference.sha256.hex, reference.length, encoding.rawValue, bytes])
    }
}
