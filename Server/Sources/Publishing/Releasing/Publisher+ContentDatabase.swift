public import Foundation
public import MarqueeWire
import PlatformStore

extension Publisher {
    /// How many of the newest releases keep their files; the file of an older release is written again on request.
    static let keptContentDatabases = 8
    /// How many files of older releases are kept after a request.
    static let keptOldContentDatabases = 4

    /// The whole-file content database of a release.
    ///
    /// Publishing a release writes its file. A missing file is written again from the documents of that release, with
    /// the same bytes. Only one file is written at a time, because it costs much work and everybody may request any
    /// release.
    public func contentDatabase(_ scope: Scope, version: Int) async throws(PublishingError) -> URL {
        let url = contentDatabaseFolder(scope).appending(path: "\(version)/\(ContentDatabaseSchema.fileName)")
        if FileManager.default.fileExists(atPath: url.path) { return url }
        do {
            try await contentDatabaseWork.run {
                // Another request may have written the same file meanwhile.
                if FileManager.default.fileExists(atPath: url.path) { return }
                try await writeContentDatabase(scope, version: version, to: url)
                pruneContentDatabases(scope)
            }
            return url
        } catch {
            throw PublishingError(error)
        }
    }

    private func writeContentDatabase(_ scope: Scope, version: Int, to url: URL) async throws {
        let source = try await contentDatabaseSource(scope, version: version)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try await ContentDatabaseWriter(objects: platform.objects).write(source, to: url) { done, total in
            progress?(.packing, done, total)
        }
    }

    /// Writes the file of a release that has just become current.
    /// - Returns: a warning when the file could not be written; the release is current in either case.
    func shelve(_ release: ReleaseRecord) async -> [String] {
        do { _ = try await contentDatabase(release.scope, version: release.version) } catch {
            return [
                "\(ContentDatabaseSchema.fileName) of release \(release.version) is not written yet: \(error.message)"
            ]
        }
        return []
    }

    /// Keeps the files of the newest releases, and the most recently written files of others; deletes the rest.
    private func pruneContentDatabases(_ scope: Scope) {
        let folder = contentDatabaseFolder(scope)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let versions = names.compactMap { Int($0) }.sorted(by: >)
        let old = versions.dropFirst(Self.keptContentDatabases).map { folder.appending(path: String($0)) }
        func written(_ url: URL) -> Date {
            (try? url.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate ?? .distantPast
        }
        for url in old.sorted(by: { written($0) > written($1) }).dropFirst(Self.keptOldContentDatabases) {
            try? FileManager.default.removeItem(at: url)
        }
    }

    private func contentDatabaseFolder(_ scope: Scope) -> URL {
        platform.folder.appending(path: "releases/\(scope.app)/\(scope.stream)", directoryHint: .isDirectory)
    }

    private func contentDatabaseSource(_ scope: Scope, version: Int) async throws -> ContentDatabaseSource {
        guard let record = try await platform.releases.release(version, of: scope),
            let release = try await platform.objects.data(record.document.sha256, verifying: true),
            let fresh = try await firstFresh(of: version, in: scope)
        else {
            throw PublishingError(.notFound, "there is no release \(version) of \(scope)")
        }
        var roots: [Data] = []
        for number in 1...fresh.document.root {
            if let stored = try await platform.releases.root(number, app: scope.app) { roots.append(stored.bytes) }
        }
        return ContentDatabaseSource(roots: roots, fresh: fresh.bytes, release: release, manifests: record.manifests)
    }

    /// The fresh document that made a release current.
    ///
    /// The versions of both documents rise together, so a binary search finds it.
    private func firstFresh(of release: Int, in scope: Scope) async throws -> (document: Fresh, bytes: Data)? {
        var (low, high) = (1, try await platform.releases.fresh(scope)?.version ?? 0)
        var found: (document: Fresh, bytes: Data)?
        while low <= high {
            let middle = (low + high) / 2
            guard let stored = try await platform.releases.fresh(middle, of: scope) else { return nil }
            let fresh = try SignedDocument(stored.bytes, expected: .fresh).read(Fresh.self, as: scope)
            if fresh.release.version == release { found = (fresh, stored.bytes) }
            if fresh.release.version >= release { high = middle - 1 } else { low = middle + 1 }
        }
        return found
    }
}
