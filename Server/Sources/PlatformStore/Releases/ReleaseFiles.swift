public import Foundation
import Logging
public import MarqueeWire

/// Whole releases in one file each. They are derived: a missing one can be written again from the release's objects.
public struct ReleaseFiles: Sendable {
    /// How many of the newest releases keep their files.
    public static let keptNewest = 8
    /// How many files of older releases are kept: those that were written last.
    public static let keptOlder = 4

    private static let logger = Logger(label: "PlatformStore")
    let blobs: any BlobStore
    /// Where files are written before they are stored, in the data directory.
    let workshop: URL

    /// The file of a release; `nil` when there is none.
    public func file(_ scope: Scope, version: Int) async throws(StoreError) -> StoredFile? {
        try await StoredFile(Self.name(scope, version), in: blobs)
    }

    /// Stores the file of a release, and deletes files that are no longer kept; a deletion that fails is in the log, and
    /// happens with a later file.
    /// - Parameter write: writes the file at a location of its own.
    public func store(
        _ scope: Scope, version: Int, write: @Sendable (URL) async throws(StoreError) -> Void
    ) async throws(StoreError) {
        try PrivateFile.makeFolder(workshop)
        let partial = workshop.appending(path: ".partial-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: partial) }
        try await write(partial)
        try await blobs.put(moving: partial, as: Self.name(scope, version))
        do { try await prune(scope) } catch {
            Self.logger.warning(
                "files of older releases were not deleted", metadata: ["scope": "\(scope)", "error": "\(error)"])
        }
    }

    private func prune(_ scope: Scope) async throws(StoreError) {
        let prefix = Self.prefix(scope)
        var files: [(version: Int, entry: BlobEntry)] = []
        var last: String?
        while true {
            let page = try await blobs.list(prefix, after: last, limit: 1000)
            files += page.compactMap { entry in
                Int(entry.name.dropFirst(prefix.count).prefix { $0 != "/" }).map { ($0, entry) }
            }
            last = page.last?.name
            if page.count < 1000 { break }
        }
        let older = files.sorted { $0.version > $1.version }.dropFirst(Self.keptNewest)
        for file in older.sorted(by: { $0.entry.stored > $1.entry.stored }).dropFirst(Self.keptOlder) {
            try await blobs.remove(file.entry.name)
        }
    }

    private static func prefix(_ scope: Scope) -> String { "releases/\(scope.app)/\(scope.stream)/" }

    private static func name(_ scope: Scope, _ version: Int) -> String {
        "\(prefix(scope))\(version)/\(ContentDatabaseSchema.fileName)"
    }
}
