import Foundation
public import MarqueeWire
public import PlatformStore

extension Publisher {
    /// The releases of a scope, newest first.
    public func history(_ scope: Scope, limit: Int = 50) async throws(PublishingError) -> [ReleaseRecord] {
        do { return try await platform.releases.history(scope, before: nil, limit: limit) } catch {
            throw PublishingError(error)
        }
    }

    /// How many articles a release has.
    package func articleCount(of release: ReleaseRecord) async throws(PublishingError) -> Int {
        if let known = articleCounts.count(release) { return known }
        do {
            let items = try await manifests(release.manifests).flatMap(\.items)
            let count = items.count { $0.uri.resourceType == .article }
            articleCounts.keep(count, release)
            return count
        } catch {
            throw PublishingError(error)
        }
    }

    /// The manifests of a release, for display.
    public func manifests(of version: Int, in scope: Scope) async throws(PublishingError) -> [Manifest] {
        do { return try await manifests(try await record(version, scope).manifests) } catch {
            throw PublishingError(error)
        }
    }

    /// The versions of articles that a release held when it was current; 0 stands for an unknown one.
    public func liveArticles(of version: Int, in scope: Scope) async throws(PublishingError) -> [LiveArticle] {
        do { return try await platform.releases.articles(of: version, in: scope) } catch {
            throw PublishingError(error)
        }
    }

    /// Whether a release is from before versions of articles were kept: nobody knows the texts behind its pages.
    public func isOlderThanVersions(_ version: Int, in scope: Scope) async throws(PublishingError) -> Bool {
        do { return try await platform.releases.articles(of: version, in: scope).isEmpty } catch {
            throw PublishingError(error)
        }
    }

    /// - Returns: the change from release `old` to release `new`, with everything a device downloads for it.
    public func diff(_ scope: Scope, from old: Int, to new: Int) async throws(PublishingError) -> ReleaseDiff {
        do {
            let (before, after) = (try await record(old, scope), try await record(new, scope))
            let comparison = ReleaseComparison(store: platform.objects)
            var diff = try await comparison.compare(
                try await manifests(before.manifests), try await manifests(after.manifests))
            diff.bytes += try await comparison.cost(after.document, base: before.document)
            diff.bytes += try await platform.releases.fresh(scope)?.bytes.count ?? 0
            return diff
        } catch {
            throw PublishingError(error)
        }
    }

    /// Checks the chain of roots and every object of a release; for the current release, also the signatures.
    /// - Parameters:
    ///   - scope: the app and stream.
    ///   - version: `nil` for the current one.
    /// - Returns: the counts, and each failure as a sentence; a failed check is a result, not an error.
    /// - Throws: ``PublishingError`` with `notFound`; with another code when a manifest cannot be read.
    public func verify(_ scope: Scope, version: Int? = nil) async throws(PublishingError) -> ReleaseCheck {
        do {
            guard let latest = try await platform.releases.latest(scope) else {
                throw PublishingError(.notFound, "\(scope) has no release yet")
            }
            var record = latest
            if let version { record = try await self.record(version, scope) }
            var check = ReleaseCheck(version: record.version)
            do {
                let root = try await verifiedRoot(scope)
                if record.version == latest.version { try await verifyDocuments(record, root: root) }
            } catch {
                check.failures.append("\(error)")
            }
            try await verifyObjects(record, &check)
            return check
        } catch {
            throw PublishingError(error)
        }
    }

    private func record(_ version: Int, _ scope: Scope) async throws -> ReleaseRecord {
        guard let record = try await platform.releases.release(version, of: scope) else {
            throw PublishingError(.notFound, "there is no release \(version) of \(scope)")
        }
        return record
    }

    private func verifiedRoot(_ scope: Scope) async throws -> Root {
        var current: Root?
        let newest = try await keys.root(app: scope.app).version
        for version in 1...newest {
            guard let stored = try await platform.releases.root(version, app: scope.app) else {
                throw PublishingError(.damaged, "root \(version) of \(scope.app) is missing")
            }
            let document = try SignedDocument(stored.bytes, expected: .root)
            let next = try document.read(Root.self, as: scope)
            try document.verify([current?.policy(for: .root), next.policy(for: .root)].compactMap { $0 })
            current = next
        }
        guard let current else { throw PublishingError(.keys, "app \(scope.app) has no keys yet") }
        return current
    }

    private func verifyDocuments(_ record: ReleaseRecord, root: Root) async throws {
        guard let fresh = try await platform.releases.fresh(record.scope),
            let bytes = try await platform.objects.data(record.document.sha256, verifying: true)
        else { throw PublishingError(.damaged, "the release or its fresh document is missing") }
        let state = try SignedDocument(fresh.bytes, expected: .fresh).open(
            Fresh.self, as: record.scope, policies: [root.policy(for: .fresh)])
        let release = try SignedDocument(bytes, expected: .release)
            .open(Release.self, as: record.scope, policies: [root.policy(for: .release)])
        guard state.release.object == record.document, release.version == state.release.version,
            release.manifests == record.manifests
        else {
            throw PublishingError(.damaged, "the fresh document does not point to release \(record.version)")
        }
    }

    private func verifyObjects(_ record: ReleaseRecord, _ check: inout ReleaseCheck) async throws {
        let manifests = try await manifests(record.manifests)
        let total = manifests.reduce(0) { $0 + $1.items.count + $1.assets.count }
        for manifest in manifests {
            check.manifests += 1
            for reference in manifest.items.map(\.page) + manifest.assets.map(\.object) {
                check.objects += 1
                check.bytes += reference.length
                progress?(.checking, check.objects, total)
                do {
                    guard let data = try await platform.objects.data(reference.sha256, verifying: true) else {
                        check.failures.append("object \(reference.sha256) of \(manifest.uri) is missing")
                        continue
                    }
                    try reference.verify(data)
                } catch {
                    check.failures.append("\(error)")
                }
            }
        }
    }
}
