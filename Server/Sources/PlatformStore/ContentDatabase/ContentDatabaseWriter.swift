public import Foundation
import MarqueeWire

/// Writes the whole-file form of a release.
///
/// The same release gives the same bytes: the rows are written sorted by their key, in one transaction, to a file with
/// a fixed page size and fixed settings.
public struct ContentDatabaseWriter: Sendable {
    private let objects: any ObjectStore

    /// Reads pages and files from `objects`.
    public init(objects: any ObjectStore) {
        self.objects = objects
    }

    /// Writes the database of one release to a new file, which is incomplete until this returns.
    /// - Parameters:
    ///   - source: the release's documents.
    ///   - url: the file's location, in a folder that exists.
    ///   - progress: objects written and objects in all; called after each.
    /// - Throws: `notFound` when an object that the release names is missing, `damaged` when one has changed, `storage`
    ///   or `diskFull` when the file cannot be written.
    public func write(
        _ source: ContentDatabaseSource, to url: URL, progress: (@Sendable (Int, Int) -> Void)? = nil
    ) async throws(StoreError) {
        let database = try SQLiteConnection(path: url.path)
        try database.execute(
            "PRAGMA page_size = 4096; PRAGMA auto_vacuum = NONE; PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL")
        for statement in ContentDatabaseSchema.statements { try database.execute(statement) }
        var manifests: [Manifest] = []
        for reference in source.manifests { manifests.append(try await manifest(reference)) }
        try database.execute("BEGIN")
        try insertDocuments(source, database)
        try await insertObjects(source, manifests, database, progress)
        try insertItems(manifests, database)
        try insertAssets(manifests, database)
        try database.execute("COMMIT")
    }

    private func manifest(_ reference: ManifestReference) async throws(StoreError) -> Manifest {
        let data = try await data(reference.object)
        do { return try Manifest(data) } catch {
            throw StoreError(.damaged, "manifest of \(reference.uri): \(error.message)")
        }
    }

    private func data(_ reference: ObjectReference) async throws(StoreError) -> Data {
        guard let data = try await objects.data(reference.sha256, verifying: true) else {
            throw StoreError(.notFound, "object \(reference.sha256) is missing")
        }
        return data
    }

    private func insertDocuments(_ source: ContentDatabaseSource, _ database: SQLiteConnection) throws(StoreError) {
        var documents = ["fresh": source.fresh, "release": source.release]
        for (index, root) in source.roots.enumerated() { documents["root/\(index + 1)"] = root }
        documents["root"] = source.roots.last
        let insert = try database.prepare("INSERT INTO document (name, bytes) VALUES (?, ?)")
        for (name, bytes) in documents.sorted(by: { $0.key < $1.key }) {
            insert.bind(1, name)
            insert.bind(2, blob: bytes)
            try insert.run()
        }
    }

    private func insertObjects(
        _ source: ContentDatabaseSource, _ manifests: [Manifest], _ database: SQLiteConnection,
        _ progress: (@Sendable (Int, Int) -> Void)?
    ) async throws(StoreError) {
        let named =
            source.manifests.map(\.object) + manifests.flatMap { $0.items.map(\.page) + $0.assets.map(\.object) }
        let insert = try database.prepare("INSERT INTO object (sha256, length, encoding, bytes) VALUES (?, ?, ?, ?)")
        let references = Set(named).sorted { $0.sha256 < $1.sha256 }
        for (index, reference) in references.enumerated() {
            let data = try await data(reference)
            let deflated: Data
            do { deflated = try Deflate.compress(data) } catch { throw StoreError(.storage, error.message) }
            let isSmaller = deflated.count < data.count
            insert.bind(1, reference.sha256.hex)
            insert.bind(2, Int64(data.count))
            insert.bind(3, isSmaller ? 1 : 0)
            insert.bind(4, blob: isSmaller ? deflated : data)
            try insert.run()
            progress?(index + 1, references.count)
        }
    }

    private func insertItems(_ manifests: [Manifest], _ database: SQLiteConnection) throws(StoreError) {
        let insert = try database.prepare(
            """
            INSERT INTO item (uri, type, parent, position, title, summary, published, expires, source, language, sha256)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        let insertTag = try database.prepare("INSERT INTO item_tag (uri, tag) VALUES (?, ?)")
        for placed in Self.items(manifests) {
            let item = placed.item
            insert.bind(1, item.uri.description)
            insert.bind(2, item.uri.resourceType?.rawValue)
            insert.bind(3, placed.parent?.description)
            insert.bind(4, Int64(placed.position))
            insert.bind(5, item.title)
            insert.bind(6, item.summary)
            insert.bind(7, item.published?.milliseconds)
            insert.bind(8, item.expires?.milliseconds)
            insert.bind(9, item.source)
            insert.bind(10, item.language)
            insert.bind(11, item.page.sha256.hex)
            try insert.run()
            for tag in Set(item.tags.map { TagName($0) }).sorted() {
                insertTag.bind(1, item.uri.description)
                insertTag.bind(2, tag.text)
                try insertTag.run()
            }
        }
    }

    private func insertAssets(_ manifests: [Manifest], _ database: SQLiteConnection) throws(StoreError) {
        let assets = Dictionary(manifests.flatMap(\.assets).map { ($0.uri.description, $0) }) { first, _ in first }
        let insert = try database.prepare("INSERT INTO asset (uri, media_type, sha256) VALUES (?, ?, ?)")
        for (uri, asset) in assets.sorted(by: { $0.key < $1.key }) {
            insert.bind(1, uri)
            insert.bind(2, asset.mediaType)
            insert.bind(3, asset.object.sha256.hex)
            try insert.run()
        }
    }

    private typealias PlacedItem = (item: Manifest.Item, parent: ContentURI?, position: Int)

    /// Every item with its place, sorted by URI.
    private static func items(_ manifests: [Manifest]) -> [PlacedItem] {
        var placed: [PlacedItem] = []
        var hubs = 0
        var channels = 0
        for manifest in manifests {
            for (index, item) in manifest.items.enumerated() {
                switch item.uri.place {
                case .hub:
                    placed.append((item, nil, hubs))
                    hubs += 1
                    channels = 0
                case .channel:
                    placed.append((item, ContentURI(hub: item.uri.hub), channels))
                    channels += 1
                case .article, .asset: placed.append((item, manifest.uri, index - 1))
                }
            }
        }
        return placed.sorted { $0.item.uri.description < $1.item.uri.description }
    }
}
