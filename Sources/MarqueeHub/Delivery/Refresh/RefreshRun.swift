import Foundation
import MarqueeCore
import MarqueeWire

/// One refresh from the first request to the flip.
///
/// What it accepts is stored step by step; what is active changes in one.
struct RefreshRun: Sendable {
    let source: ContentLibrary.Source
    let environment: Environment
    let folder: ContentFolder
    let client: ContentClient
    /// The active release's file, for what the new one shares with it; `nil` when there is none or it cannot be opened.
    let current: ContentDatabase?
    /// The active release does not stand the proof and must be replaced even by itself.
    let isDamaged: Bool
    /// What was proven before is on disk as well.
    let isStored: Bool
    /// Called with the bytes of the download before it begins.
    let makeRoom: @Sendable (Int64) -> Void
    let accepted: @Sendable (Acceptance) -> Void

    /// What was proven, to be remembered from now on.
    struct Acceptance: Sendable {
        let trust: TrustState
        let chain: TrustChain
        /// `nil` when the state is the one before.
        let fresh: Fresh?
        let isStored: Bool
    }

    /// - Returns: the version of the release that was activated, or `nil` when nothing is newer.
    func run(_ state: TrustState, _ chain: TrustChain) async throws(RefreshError) -> Int? {
        var state = state
        var chain = chain
        let now = state.time(device: environment.now())
        let fresh = try await check(&state, &chain, now: now)
        if state.content?.release == fresh.release.object.sha256, !isDamaged { return nil }
        try await ReleaseDownload(run: self, fresh: fresh, chain: chain, now: now).stage(
            freshDocument: state.fresh ?? Data())
        try activate(fresh, &state, chain)
        return fresh.release.version
    }

    func reach(_ step: RefreshStep) throws(RefreshError) {
        do { try environment.reached(step.point) } catch {
            throw RefreshError.storage("stopped at \(step.rawValue)", error)
        }
    }

    /// Asks for the newest state, walking the chain of roots first if it needs a newer one.
    private func check(_ state: inout TrustState, _ chain: inout TrustChain, now: Timestamp) async throws(RefreshError)
        -> Fresh
    {
        if chain.root == nil { try await walk(&state, &chain, to: 1) }
        let response = try await client.get(
            .fresh, maximum: DocumentType.fresh.maximumSize, etag: state.fresh == nil ? nil : state.etag)
        try reach(.freshReceived)
        do {
            if let stored = state.fresh, response.status == 304 || response.body == stored {
                let fresh = try chain.fresh(stored)
                try TrustState.requireValid(chain: chain, fresh: fresh, now: now)
                if !isStored { try store(state, chain, nil) }
                return fresh
            }
            try await walk(&state, &chain, to: try Self.announcedRoot(response.body, scope: source.scope))
            let fresh = try state.accept(fresh: response.body, etag: Self.etag(response), chain: chain, now: now)
            try store(state, chain, fresh)
            return fresh
        } catch let error as WireError {
            throw RefreshError(error)
        } catch {
            throw (error as? RefreshError) ?? RefreshError(.serviceFailed, "\(error)", cause: error)
        }
    }

    /// The most roots one refresh walks; a longer chain is walked over several.
    private static let maximumRoots = 64

    private func walk(_ state: inout TrustState, _ chain: inout TrustChain, to version: Int) async throws(RefreshError)
    {
        let limit = min(version, chain.version + Self.maximumRoots)
        guard chain.version < limit else { return }
        while chain.version < limit {
            let response = try await client.get(
                .root(version: chain.version + 1), maximum: DocumentType.root.maximumSize)
            do { try state.accept(root: response.body, in: &chain) } catch { throw RefreshError(error) }
            try reach(.rootReceived)
        }
        // Where there is no room, the state that they lead to counts all the same: it is stored with them, or neither.
        try? store(state, chain, nil)
    }

    /// Read before anything is verified, and only to know how far to walk.
    private static func announcedRoot(_ data: Data, scope: Scope) throws(WireError) -> Int {
        try SignedDocument(data, expected: .fresh).read(Fresh.self, as: scope).root
    }

    private static func etag(_ response: TransportResponse) -> String? {
        response.headers["etag"].flatMap { $0.utf8.count <= 256 ? $0 : nil }
    }

    /// A newer state counts even where the disk is full, as do the marks that come with it: whoever switches the app
    /// off does not wait for room.
    private func store(_ state: TrustState, _ chain: TrustChain, _ fresh: Fresh?) throws(RefreshError) {
        do {
            try TrustStore(folder: folder, reached: environment.reached).save(state)
        } catch {
            if fresh != nil { accepted(Acceptance(trust: state, chain: chain, fresh: fresh, isStored: false)) }
            throw error
        }
        accepted(Acceptance(trust: state, chain: chain, fresh: fresh, isStored: true))
    }

    private func activate(_ fresh: Fresh, _ state: inout TrustState, _ chain: TrustChain) throws(RefreshError) {
        let built = try ContentDatabase(folder.staging, scope: source.scope, anchors: source.anchors)
        let release = built.catalog.release
        do {
            defer { built.close() }
            try built.verifyObjects()
        } catch {
            StagingDatabase.remove(folder.staging)
            throw error
        }
        try reach(.databaseVerified)
        let name = ContentFolder.fileName(version: release.version, release: fresh.release.object.sha256)
        do {
            try DurableFile.synchronize(folder.staging)
            try environment.reached(RefreshStep.databaseSynchronized.point)
            try DurableFile.move(folder.staging, to: folder.file(name))
            try environment.reached(RefreshStep.databaseNamed.point)
        } catch {
            throw RefreshError.storage("the new release could not be stored", error)
        }
        state.activate(
            TrustState.Content(file: name, version: release.version, release: fresh.release.object.sha256),
            release: release)
        try store(state, chain, nil)
        try reach(.activated)
    }
}
