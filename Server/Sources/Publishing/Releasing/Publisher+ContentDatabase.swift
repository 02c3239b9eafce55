public import Foundation
public import MarqueeWire
import PlatformStore

extension Publisher {
    /// How many releases' files are kept; older ones are written again when somebody asks.
    static let keptContentDatabases = 8

    /// The whole-file content database of a release.
    ///
    /// Lies there since the release was published; one that is missing is written again, with the same bytes, from the
    /// documents of its time.
    public func contentDatabase(_ scope: Scope, version: Int) async throws(PublishingError) -> URL {
        let url = contentDatabaseFolder(scope).appending(path: "\(version)/\(ContentDatabaseSchema.fileName)")
        if FileManager.default.fileExists(atPath: url.path) { return url }
        do {
            let source = try await contentDatabaseSource(scope, version: version)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try await ContentDatabaseWriter(objects: platform.objects).write(source, to: url) { done, total in
                progress?(.packing, done, total)
            }
            return url
        } catch {
            throw PublishingError(error)
        }
    }

    /// Writes the file of a release that has just become current, and removes those of long ago.
    /// - Returns: what is to be said about it: the release itself is current either way.
    func shelve(_ release: ReleaseRecord) async -> [String] {
        do { _ = try await contentDatabase(release.scope, version: release.version) } catch {
            return [
                "\(ContentDatabaseSchema.fileName) of release \(release.version) is not written yet: \(error.message)"
            ]
        }
        let folder = contentDatabaseFolder(release.scope)
        let versions = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).compactMap {
            Int($0)
        }
        for version in versions where version <= release.version - Self.keptContentDatabases {
            try? FileManager.default.removeItem(at: folder.appending(path: String(version)))
        }
        return []
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
    /// Their versions rise together, so halving finds it.
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
