import Foundation
import MarqueeCore
import MarqueeWire

/// Brings one release into the staging file: its document, its manifests, then the objects that neither the stored
/// release nor an earlier attempt has.
struct ReleaseDownload: Sendable {
    let run: RefreshRun
    let fresh: Fresh
    let chain: TrustChain
    let now: Timestamp

    func stage(freshDocument: Data) async throws(RefreshError) {
        let staging = try StagingDatabase(run.folder.staging)
        do {
            try run.reach(.stagingOpened)
            let document = try await metadata(fresh.release.object, base: previousRelease(), in: staging)
            let release = try verify(document)
            try run.reach(.releaseReceived)
            let catalog = try await catalog(release, in: staging)
            try run.reach(.manifestsReceived)
            try reuse(catalog, in: staging)
            try run.reach(.objectsReused)
            try await download(try staging.missing(catalog.objects.values), catalog, into: staging)
            try staging.assemble(
                catalog,
                documents: ContentDatabase.Documents(roots: chain.documents, fresh: freshDocument, release: document))
            try run.reach(.databaseAssembled)
        } catch {
            try? staging.close()
            throw error
        }
        try staging.close()
    }

    private func verify(_ document: Data) throws(RefreshError) -> Release {
        do throws(WireError) {
            let release = try chain.release(document, as: fresh.release)
            guard release.expires > now else {
                throw WireError(.expired, "release \(release.version) expired at \(release.expires)")
            }
            return release
        } catch {
            throw RefreshError(error)
        }
    }

    private func catalog(_ release: Release, in staging: StagingDatabase) async throws(RefreshError) -> Catalog {
        let previous = Dictionary(run.current?.catalog.release.manifests.map { ($0.uri, $0.object) } ?? []) { $1 }
        var manifests: [Manifest] = []
        for named in release.manifests {
            let bytes = try await metadata(named.object, base: previous[named.uri].flatMap(base), in: staging)
            do { manifests.append(try Manifest(bytes)) } catch {
                throw RefreshError(.invalidContent, "manifest \(named.uri): \(error.message)", cause: error)
            }
        }
        return try Catalog(release: release, manifests: manifests)
    }

    /// A release document or manifest: staged, else from the stored release, else fetched.
    private func metadata(_ reference: ObjectReference, base: ContentClient.Base?, in staging: StagingDatabase)
        async throws(RefreshError) -> Data
    {
        if let data = try staging.object(reference) { return data }
        let stored: StoredObject
        if let known = run.current?.stored(reference) {
            stored = known
        } else {
            stored = try await run.client.object(reference, base: base)
        }
        try staging.insert([stored])
        do { return try stored.object() } catch { throw RefreshError(error) }
    }

    /// Copies what the stored release shares, as it is stored, after verifying each object; a damaged one is left to
    /// be downloaded.
    private func reuse(_ catalog: Catalog, in staging: StagingDatabase) throws(RefreshError) {
        guard let current = run.current else { return }
        let shared = try staging.missing(catalog.objects.values).filter { current.catalog.objects[$0.sha256] == $0 }
        for start in stride(from: 0, to: shared.count, by: 64) {
            try staging.insert(shared[start..<min(start + 64, shared.count)].compactMap(current.stored))
        }
    }

    private func download(_ missing: [ObjectReference], _ catalog: Catalog, into staging: StagingDatabase)
        async throws(RefreshError)
    {
        guard !missing.isEmpty else { return }
        let total = missing.reduce(0) { $0 + $1.length }
        run.makeRoom(Int64(total))
        run.client.meter.begin(total: total)
        let bases = DeltaBases(catalog: catalog, current: run.current?.catalog)
        let failure: RefreshError? = await withTaskGroup(of: Result<Void, RefreshError>.self) { group in
            var rest = missing[...]
            for reference in rest.prefix(run.client.limits.concurrency) {
                group.addTask { await fetch(reference, bases, into: staging) }
            }
            rest = rest.dropFirst(run.client.limits.concurrency)
            for await result in group {
                if case .failure(let error) = result {
                    group.cancelAll()
                    return error
                }
                if let reference = rest.popFirst() { group.addTask { await fetch(reference, bases, into: staging) } }
            }
            return nil
        }
        if let failure { throw failure }
    }

    private func fetch(_ reference: ObjectReference, _ bases: DeltaBases, into staging: StagingDatabase) async
        -> Result<Void, RefreshError>
    {
        do throws(RefreshError) {
            let stored = try await run.client.object(reference, base: bases.base(for: reference.sha256).flatMap(base))
            try staging.insert([stored])
            run.client.meter.completed(reference.length)
            try run.reach(.objectStaged)
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private func base(_ reference: ObjectReference) -> ContentClient.Base? {
        guard let data = try? run.current?.object(reference) else { return nil }
        return ContentClient.Base(hash: reference.sha256, data: data)
    }

    private func previousRelease() -> ContentClient.Base? {
        run.current.map {
            ContentClient.Base(hash: ObjectHash(of: $0.label.documents.release), data: $0.label.documents.release)
        }
    }
}
