import Foundation
import MarqueeWire

/// Private keys as files `APP/ROLE-KEYID.pem` of mode 0600 in folders of mode 0700. Wider permissions are refused and not
/// changed.
struct KeyFolder: KeyStore {
    private let folder: URL
    private let audit: any AuditLog

    init(at folder: URL, audit: any AuditLog) throws(StoreError) {
        self.folder = folder
        self.audit = audit
        if PrivateFile.mode(of: folder) == nil { try PrivateFile.makeFolder(folder) }
        try PrivateFile.requirePrivate(folder)
    }

    func keys(app: String) async throws(StoreError) -> [KeyRecord] { try records(app: app) }

    func signingKeys(app: String, role: DocumentType) async throws(StoreError) -> [SigningKey] {
        try privateKeys(app: app).filter { $0.role == role }.map(\.key)
    }

    func store(_ key: SigningKey, role: DocumentType, app: String, by who: String) async throws(StoreError) -> KeyRecord
    {
        let record = try KeyRecord(of: key, role: role, app: app)
        let place = folder.appending(path: app)
        if PrivateFile.mode(of: place) == nil { try PrivateFile.makeFolder(place) }
        try PrivateFile.requirePrivate(place)
        try PrivateFile.write(
            Data(key.pemRepresentation.utf8), to: place.appending(path: "\(role.rawValue)-\(record.id).pem"))
        try await audit.append(action: "key.store", subject: "\(record.id)", detail: role.rawValue, app: app, by: who)
        return record
    }

    func remove(_ id: KeyID, app: String, by who: String) async throws(StoreError) {
        let found = try files(app: app).filter { $0.url.lastPathComponent.hasSuffix("-\(id).pem") }
        guard !found.isEmpty else { throw StoreError(.notFound, "there is no key \(id) of \(app)") }
        for (url, _) in found {
            do { try FileManager.default.removeItem(at: url) } catch {
                throw StoreError(.storage, "the key file \(url.path) cannot be removed", cause: error)
            }
        }
        try await audit.append(action: "key.remove", subject: "\(id)", detail: "", app: app, by: who)
    }

    // Synchronous: the optimiser of Swift 6.3 cannot split a coroutine that throws a typed error out of a loop.
    private func records(app: String) throws(StoreError) -> [KeyRecord] {
        var records: [KeyRecord] = []
        for (key, role) in try privateKeys(app: app) { records.append(try KeyRecord(of: key, role: role, app: app)) }
        return records.sorted { ($0.role.rawValue, $0.id) < ($1.role.rawValue, $1.id) }
    }

    private func privateKeys(app: String) throws(StoreError) -> [(key: SigningKey, role: DocumentType)] {
        var keys: [(key: SigningKey, role: DocumentType)] = []
        for (url, role) in try files(app: app) { keys.append((try Self.read(url), role)) }
        return keys
    }

    private func files(app: String) throws(StoreError) -> [(url: URL, role: DocumentType)] {
        guard Scope.isValid(app) else { return [] }
        let place = folder.appending(path: app)
        guard PrivateFile.mode(of: place) != nil else { return [] }
        try PrivateFile.requirePrivate(place)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        return names.sorted().compactMap { name in
            guard name.hasSuffix(".pem"), let role = DocumentType(rawValue: String(name.prefix { $0 != "-" })) else {
                return nil
            }
            return (place.appending(path: name), role)
        }
    }

    private static func read(_ url: URL) throws(StoreError) -> SigningKey {
        try PrivateFile.requirePrivate(url)
        do {
            return try SigningKey(pem: try String(contentsOf: url, encoding: .utf8))
        } catch {
            throw StoreError(.damaged, "the key file \(url.path) cannot be read")
        }
    }
}
