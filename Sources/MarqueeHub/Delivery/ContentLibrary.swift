import Foundation
public import MarqueeCore
public import MarqueeWire

/// The content on the device: fetches newer releases, verifies them, and returns the current one.
public final class ContentLibrary: Sendable {
    struct State {
        var trust: TrustState
        var chain: TrustChain
        var fresh: Fresh?
        var isReady = false
        var isDamaged = false
        /// Whether the current value of ``trust`` is on disk.
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

    /// Reads which release is stored, but not the release itself.
    ///
    /// The release is ready only after ``prove()`` has verified it.
    /// - Parameters:
    ///   - source: the service and the trust anchors.
    ///   - environment: folder, network and clock.
    ///   - limits: the limits of a refresh.
    ///   - makeRoom: called before each download with its size in bytes.
    ///   - changed: called on any thread. It must not block.
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

    /// Whether verified content is stored.
    public var isReady: Bool { state.withLock { $0.isReady } }
    /// Whether a refresh is running, even when it only checks for newer content.
    public var isDownloading: Bool { state.withLock { $0.refresh != nil } }
    /// The newest known signed state; `nil` before the first refresh when the app has no pre-cached content.
    public var fresh: Fresh? { state.withLock { $0.fresh } }

    /// The time since which the stored content can no longer be proven to be the newest; `nil` while it is valid.
    ///
    /// It is the earlier expiry of the root and of the signed state.
    public var staleSince: Timestamp? {
        state.withLock { state in
            let ends = [state.chain.root?.expires, state.fresh?.expires].compactMap { $0 }
            guard let end = ends.min(), end <= state.trust.time(device: environment.now()) else { return nil }
            return end
        }
    }

    /// Verifies the stored release, and activates the app's pre-cached content if that is newer.
    ///
    /// Returns when ``isReady`` is known. The first call does the work in the background. Later calls and refreshes wait
    /// for it.
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

    /// The stored release, verified again from the bytes on disk. Call once per presentation.
    ///
    /// Returns `nil` when there is no release or when verification fails. A failed verification starts a refresh that
    /// replaces the release.
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

    /// Fetches newer content.
    ///
    /// A call during a refresh waits for that refresh and returns its outcome.
    public func refresh() async -> RefreshOutcome { await joinOrStartRefresh().value }

    /// Cancels a running refresh, which fails with ``RefreshError/Code/cancelled``. The next refresh uses the downloaded
    /// objects.
    public func cancelRefresh() {
        state.withLock { $0.refresh?.cancel() }
    }

    /// Cancels a running refresh like ``cancelRefresh()``, and returns after it has ended.
    ///
    /// Afterwards this library no longer writes to the folder, so another library may use it. Later refreshes fail with
    /// ``RefreshError/Code/cancelled``.
    public func close() async {
        let running = state.withLock { state in
            state.isClosed = true
            return state.refresh
        }
        running?.cancel()
        await state.withLock { $0.proof }?.value
        _ = await running?.value
    }

    /// The active file, if it holds exactly the release that the state names.
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
        _ = joinOrStartRefresh()
    }
}
