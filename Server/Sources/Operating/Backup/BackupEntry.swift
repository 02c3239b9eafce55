import Collector
import MarqueeWire
import PlatformStore

/// What an entry of a backup is, by its name; the names are those of the files in a data directory.
enum BackupEntry: Equatable {
    case manifest
    /// The rows of a table of the control plane.
    case table(String)
    /// The key that stored secrets are sealed with.
    case serverKey
    /// A private key of an app, as PEM.
    case signingKey(app: String, role: DocumentType, id: String)
    case warehouse
    /// A file of the spool.
    case spool(String)
    case object(ObjectHash)
    /// The checksums of all entries before.
    case checksums
    /// The checksum of the checksums.
    case seal

    /// `nil` for a name that no backup has.
    init?(_ name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case (BackupManifest.entry, 1): self = .manifest
        case (ArchiveChecksums.entry, 1): self = .checksums
        case (ArchiveChecksums.seal, 1): self = .seal
        case ("database", 2) where parts[1].hasSuffix(".jsonl"): self = .table(String(parts[1].dropLast(6)))
        case ("keys", 2) where parts[1] == KeyFiles.serverKey: self = .serverKey
        case ("keys", 3):
            guard Scope.isValid(parts[1]), parts[2].hasSuffix(".pem"), let dash = parts[2].firstIndex(of: "-"),
                let role = DocumentType(rawValue: String(parts[2][..<dash]))
            else { return nil }
            let id = parts[2][parts[2].index(after: dash)...].dropLast(4)
            self = .signingKey(app: parts[1], role: role, id: String(id))
        case ("events", 2) where parts[1] == "warehouse.sqlite3": self = .warehouse
        case ("events", 3) where parts[1] == "spool" && EventsCopy.isSpoolFile(parts[2]): self = .spool(parts[2])
        case ("objects", 3) where parts[1].utf8.count == 2:
            guard let hash = ObjectHash(hex: parts[1] + parts[2]), hash.hex == parts[1] + parts[2] else { return nil }
            self = .object(hash)
        default: return nil
        }
    }

    var name: String {
        switch self {
        case .manifest: BackupManifest.entry
        case .table(let table): "database/\(table).jsonl"
        case .serverKey: "keys/\(KeyFiles.serverKey)"
        case .signingKey(let app, let role, let id): "keys/\(app)/\(role.rawValue)-\(id).pem"
        case .warehouse: "events/warehouse.sqlite3"
        case .spool(let file): "events/spool/\(file)"
        case .object(let hash): "objects/\(hash.hex.prefix(2))/\(hash.hex.dropFirst(2))"
        case .checksums: ArchiveChecksums.entry
        case .seal: ArchiveChecksums.seal
        }
    }
}
