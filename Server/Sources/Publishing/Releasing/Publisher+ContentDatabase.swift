import Foundation
public import MarqueeWire
public import PlatformStore

extension Publisher {
    /// The whole-file content database of a release.
    ///
    /// Publishing a release writes its file. A missing file is written again from the documents of that release, with
    /// the same bytes. Only one file is written at a time, because it costs much work and everybody may request any
    /// release.
    public func contentDatabase(_ scope: Scope, version: Int) async throws(PublishingError) -> StoredFile {
        let files = platform.releaseFiles
        do {
            if let file = try await files.file(scope, version: version) { return file }
            return try await contentDatabaseWork.run {
                // Another request may have written the same file meanwhile.
                if let file = try await files.file(scope, version: version) { return file }
                try await writeContentDatabase(scope, version: version)
                guard let file = try await files.file(scope, version: version) else {
                    throw PublishingError(.store, "the file of release \(version) is gone again: others were newer")
                }
                return file
            }
        } catch {
            throw PublishingError(error)
        }
    }

    private func writeContentDatabase(_ scope: Scope, version: Int) async throws {
        let source = try await contentDatabaseSource(scope, version: version)
        let writer = ContentDatabaseWriter(objects: platform.objects)
        try await platform.releaseFiles.store(scope, version: version) { (url) throws(StoreError) in
            try await writer.write(source, to: url) { done, total in progress?(.packing, done, total) }
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
