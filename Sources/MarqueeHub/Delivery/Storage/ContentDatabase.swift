import Foundation
import GRDB
import MarqueeCore
import MarqueeWire

/// A content file that is open for reading and verified.
///
/// The app's keys prove the documents, the release proves the manifests, and the manifests prove the rows.
///
/// Objects are verified one by one, at every read. So a page with a changed byte is never returned, and opening the file
/// does not read every object. The connection is read-only and the schema must equal the one known schema, so a changed
/// file cannot add triggers, views or shadow tables. A file in WAL mode, or with a journal file next to it, is not
/// opened.
final class ContentDatabase: Sendable {
    let catalog: Catalog
    let label: ContentLabel
    private let queue: DatabaseQueue
    private let proven = ProvenForms()

    /// The signed documents, exactly as stored in the file.
    struct Documents: Sendable {
        let roots: [Data]
        let fresh: Data
        let release: Data
    }

    /// - Throws: ``RefreshError`` with `storage` when the file cannot be read, `notAuthentic` or another code of
    ///   verification when verification fails.
    init(_ file: URL, scope: Scope, anchors: TrustAnchors) throws(RefreshError) {
        (queue, label, catalog) = try Self.reading(file) { queue in
            try queue.read(StoredRelease.requireSound)
            let label = try ContentLabel(try queue.read(StoredRelease.documents), scope: scope, anchors: anchors)
            let release = try label.chain.release(label.documents.release, as: label.fresh.release)
            let manifests = try release.manifests.map { named in
                let manifest = try Manifest(try Self.fetch(named.object, in: queue).object())
                guard manifest.uri == named.uri else {
                    throw WireError(
                        .wrongType, "the release names manifest \(named.uri), but the file has \(manifest.uri)")
                }
                return manifest
            }
            let catalog = try Catalog(release: release, manifests: manifests)
            try queue.read { try RowComparison(catalog).verify($0) }
            return (queue, label, catalog)
        }
    }

    /// Opens a file for reading only, and converts every error to ``RefreshError``.
    static func reading<Value>(_ file: URL, _ body: (DatabaseQueue) throws -> Value) throws(RefreshError) -> Value {
        try requireRollbackJournal(file)
        do {
            return try body(try DatabaseQueue(path: file.path, configuration: configuration))
        } catch let error as RefreshError {
            throw error
        } catch let error as WireError {
            throw RefreshError(
                .notAuthentic, "the stored release failed verification: \(error.message)", cause: error)
        } catch {
            throw RefreshError.storage("\(file.lastPathComponent) cannot be read", error)
        }
    }

    /// The object's bytes, verified.
    func object(_ reference: ObjectReference) throws -> Data {
        try proven.object(of: Self.fetch(reference, in: queue))
    }

    /// The object in its stored encoding, verified; `nil` when it is missing or damaged.
    func stored(_ reference: ObjectReference) -> StoredObject? {
        guard let stored = try? Self.fetch(reference, in: queue), (try? stored.object()) != nil else { return nil }
        return stored
    }

    /// Verifies every object of the release.
    func verifyObjects() throws(RefreshError) {
        for reference in catalog.objects.values {
            do { _ = try Self.fetch(reference, in: queue).object() } catch {
                throw RefreshError.storage("object \(reference.sha256.hex.prefix(12)) is damaged", error)
            }
        }
    }

    func close() { try? queue.close() }

    private static func fetch(_ reference: ObjectReference, in queue: DatabaseQueue) throws -> StoredObject {
        guard let stored = try queue.read({ try StoredObject.fetch(reference, in: $0) }) else {
            throw WireError(.truncated, "object \(reference.sha256.hex.prefix(12)) is missing")
        }
        return stored
    }

    static var configuration: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { db in
            try db.execute(
                sql:
                    "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON; PRAGMA mmap_size = 0"
            )
        }
        return configuration
    }

    /// Refuses a file in WAL mode, because opening it would create and read other files next to it.
    ///
    /// Bytes 18 and 19 of an SQLite file are 1 in rollback mode.
    private static func requireRollbackJournal(_ file: URL) throws(RefreshError) {
        let header = (try? FileHandle(forReadingFrom: file)).flatMap { handle in
            defer { try? handle.close() }
            return try? handle.read(upToCount: 100)
        }
        guard let header, header.count == 100, header.starts(with: Data("SQLite format 3\0".utf8)),
            Array(header[18...19]) == [1, 1]
        else {
            throw RefreshError(.storage, "\(file.lastPathComponent) is missing or not a content database")
        }
        for suffix in ["-journal", "-wal"] where FileManager.default.fileExists(atPath: file.path + suffix) {
            throw RefreshError(.storage, "\(file.lastPathComponent) has a journal of an unfinished write next to it")
        }
    }
}
