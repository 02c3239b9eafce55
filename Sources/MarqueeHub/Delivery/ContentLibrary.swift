import Foundation
public import MarqueeCore
public import MarqueeWire

/// The content a device has: fetches newer releases, proves them, and hands out the current one.
public final class ContentLibrary: Sendable {
    struct State {
        var trust: TrustState
        var chain: TrustChain
        var fresh: Fresh?
        var isReady = false
        var isDamaged = false
        /// ``trust`` is on disk as it is here.
        var isStored = true
        var proof: Task<Void, Never>?
        var refresh: Task<RefreshOutcome, Never>?
        var isClosed = false
    }

    let source: Source
    let environment: Environment
    let limits: RefreshLimits
    let folder: ContentFolder
    let makeRoom: @Sendable (Int64) -> Void
    let changed: @Sendable (Change) -> Void
    let state: Locked<State>

    /// Reads which release is stored, and nothing of it.
    ///
    /// The release is not ready before ``prove()`` has read it.
    /// - Parameters:
    ///   - source: where the content comes from and what proves it.
    ///   - environment: folder, network and clock.
    ///   - limits: what a refresh may cost.
    ///   - makeRoom: called with the bytes of a download before it begins.
    ///   - changed: called on any thread; must not block.
    /// - Throws: ``RefreshError`` with `storage` when the folder cannot be used.
    public init(
        _ source: Source, environment: Environment, limits: RefreshLimits = RefreshLimits(),
        makeRoom: @escaping @Sendable (Int64) -> Void = { _ in },
        changed: @escaping @Sendable (Change) -> Void = { _ in }
    ) throws(RefreshError) {
        self.source = source
        self.environment = environment
        self.limits = limits
        self.makeRoom = makeRoom
        self.changed = changed
        folder = try ContentFolder(environment.folder.appendingPathComponent("content", isDirectory: true))
        let (trust, chain) = TrustStore(folder: folder, reached: environment.reached).load(
            scope: source.scope, anchors: source.anchors)
        state = Locked(State(trust: trust, chain: chain, fresh: trust.fresh.flatMap { try? chain.fresh($0) }))
    }

    /// Verified content is stored.
    public var isReady: Bool { state.withLock { $0.isReady } }
    /// A refresh is under way, be it only the check for news.
    public var isDownloading: Bool { state.withLock { $0.refresh != nil } }
    /// The newest signed state known; `nil` before the first refresh without pre-cached content.
    public var fresh: Fresh? { state.withLock { $0.fresh } }

    /// Since when the stored content can no longer be proven to be the newest: the end of the signed validity that
    /// passed first.
    ///
    /// `nil` while it is valid.
    public var staleSince: Timestamp? {
        state.withLock { state in
            let ends = [state.chain.root?.expires, state.fresh?.expires].compactMap { $0 }
            guard let end = ends.min(), end <= state.trust.time(device: environment.now()) else { return nil }
            return end
        }
    }

    /// Proves the stored release, and takes over the app's pre-cached content if that is newer.
    ///
    /// Returns when ``isReady`` is known. The first call does the work, in the background; others wait for it, and so do
    /// refreshes.
    public func prove() async {
        let task = state.withLock { state in
            if let proof = state.proof { return proof }
            let task = Task { self.proveAll() }
            state.proof = task
            return task
        }
        await task.value
    }

    private func proveAll() {
        let before = fresh
        proveStored()
        adoptContentFiles()
        folder.sweep(keeping: state.withLock { $0.trust.content?.file })
        if let fresh, fresh != before { changed(.fresh(fresh)) }
        if isReady { changed(.ready(true)) }
    }

    private func proveStored() {
        guard let content = state.withLock({ $0.trust.content }) else { return }
        let database = openDatabase(content)
        database?.close()
        state.withLock { state in
            state.isReady = database != nil
            state.isDamaged = database == nil
        }
    }

    /// The stored release, proven again from the bytes on disk; `nil` when there is none or it does not stand the
    /// proof, which starts a refresh that replaces it.
    ///
    /// Take it once per presentation.
    public func open() -> ContentSnapshot? {
        let (content, fresh) = state.withLock { ($0.trust.content, $0.fresh) }
        guard let content else { return nil }
        guard let database = openDatabase(content) else {
            damageFound(in: content)
            return nil
        }
        return ContentSnapshot(database, fresh: fresh ?? database.label.fresh, folder: folder, fileName: content.file) {
            [weak self] in
            self?.damageFound(in: content)
        }
    }

    /// Fetches what is newer.
    ///
    /// A call during a refresh joins it.
    public func refresh() async -> RefreshOutcome { await startRefresh().value }

    /// Ends a refresh under way with ``RefreshError/Code/cancelled``; what has been downloaded stays staged.
    public func cancelRefresh() {
        state.withLock { $0.refresh?.cancel() }
    }

    /// Ends a refresh under way as ``cancelRefresh()`` does, and returns when it has ended: nothing writes to the folder
    /// any more, so that another library may.
    ///
    /// Later refreshes fail with ``RefreshError/Code/cancelled``.
    public func close() async {
        let running = state.withLock { state in
            state.isClosed = true
            return state.refresh
        }
        running?.cancel()
        await state.withLock { $0.proof }?.value
        _ = await running?.value
    }

    /// The active file, if it holds exactly the release the state names.
    func openDatabase(_ content: TrustState.Content) -> ContentDatabase? {
        let database = try? ContentDatabase(folder.file(content.file), scope: source.scope, anchors: source.anchors)
        guard let database, database.label.fresh.release.object.sha256 == content.release else { return nil }
        return database
    }

    private func damageFound(in content: TrustState.Content) {
        let wasReady = state.withLock { state in
            guard state.trust.content == content else { return false }
            defer { state.isReady = false }
            state.isDamaged = true
            return state.isReady
        }
        if wasReady { changed(.ready(false)) }
        _ = startRefresh()
    }
}
