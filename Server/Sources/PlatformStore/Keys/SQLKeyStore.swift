import Foundation
import MarqueeWire

/// Private keys in the database, for servers that share one. Each is sealed with the servers' own key, so that a copy of
/// the database alone signs nothing.
struct SQLKeyStore: KeyStore {
    let database: PlatformDatabase
    let sealing: SealingKey

    func keys(app: String) async throws(StoreError) -> [KeyRecord] {
        var records: [KeyRecord] = []
        for (role, key) in try await privateKeys(app: app) {
            records.append(try KeyRecord(of: key, role: role, app: app))
        }
        return records
    }

    func signingKeys(app: String, role: DocumentType) async throws(StoreError) -> [SigningKey] {
        try await privateKeys(app: app).filter { $0.role == role }.map(\.key)
    }

    func store(_ key: SigningKey, role: DocumentType, app: String, by who: String) async throws(StoreError) -> KeyRecord
    {
        let record = try KeyRecord(of: key, role: role, app: app)
        let now = database.now()
        let sealed = try sealing.seal(Data(key.pemRepresentation.utf8), for: Self.purpose(app, role, "\(record.id)"))
        try await database.write { db in
            try db.execute(
                """
                INSERT INTO signing_key (app, role, id, sealed, stored) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (app, role, id) DO UPDATE SET sealed = excluded.sealed
                """, [app, role.rawValue, "\(record.id)", sealed, now])
            try db.audit("key.store", "\(record.id)", detail: role.rawValue, app: app, by: who, at: now)
        }
        return record
    }

    func remove(_ id: KeyID, app: String, by who: String) async throws(StoreError) {
        let now = database.now()
        try await database.write { db in
            guard try db.execute("DELETE FROM signing_key WHERE app = ? AND id = ?", [app, "\(id)"]) > 0 else {
                throw StoreError(.notFound, "there is no key \(id) of \(app)")
            }
            try db.audit("key.remove", "\(id)", app: app, by: who, at: now)
        }
    }

    /// By role, then id.
    private func privateKeys(app: String) async throws(StoreError) -> [(role: DocumentType, key: SigningKey)] {
        let sealing = sealing
        return try await database.read { db in
            try db.rows("SELECT role, id, sealed FROM signing_key WHERE app = ? ORDER BY role, id", [app]).compactMap {
                let (name, id): (String, String) = try ($0["role"], $0["id"])
                // A role of a later version of the program.
                guard let role = DocumentType(rawValue: name) else { return nil }
                let pem = try sealing.open(try $0["sealed"], for: Self.purpose(app, role, id))
                do { return (role, try SigningKey(pem: String(decoding: pem, as: UTF8.self))) } catch {
                    throw StoreError(.damaged, "the key \(id) of \(app) cannot be read")
                }
            }
        }
    }

    private static func purpose(_ app: String, _ role: DocumentType, _ id: String) -> String {
        "signing key \(role.rawValue) \(id) of \(app)"
    }
}
