public import MarqueeWire

/// Roots, fresh documents and releases.
///
/// Nothing is ever changed or deleted: each kind only gets its next version.
public protocol ReleaseStore: Sendable {
    /// The newest release of a scope.
    func latest(_ scope: Scope) async throws(StoreError) -> ReleaseRecord?

    func release(_ version: Int, of scope: Scope) async throws(StoreError) -> ReleaseRecord?

    /// The releases of a scope, newest first.
    /// - Parameters:
    ///   - scope: the app and stream.
    ///   - version: continues a listing below this version.
    ///   - limit: 1 to 1000; a value outside is moved to the nearer end.
    /// - Returns: an empty list at the end of the listing.
    /// - Throws: `storage`, `damaged`.
    func history(_ scope: Scope, before version: Int?, limit: Int) async throws(StoreError) -> [ReleaseRecord]

    /// The scopes that have a fresh document, sorted.
    func scopes() async throws(StoreError) -> [Scope]

    /// Adds a release and the fresh document that makes it current, in one transaction.
    /// - Parameters:
    ///   - release: the release.
    ///   - fresh: the fresh document.
    ///   - freshVersion: the version of the fresh document.
    ///   - live: the versions of articles that the release holds; `nil` when they are those of the release before. Unless
    ///     the release restores an earlier one, a newer version that is live stays: it has the same pages.
    /// - Throws: `versionConflict` when either version is not the next one: another publish was stored first, so the
    ///   caller signs again.
    func publish(_ release: ReleaseRecord, fresh: SignedDocument, freshVersion: Int, live: [LiveArticle]?)
        async throws(StoreError)

    /// The versions of articles that a release held when it was current; empty for releases from before versions were
    /// kept.
    func articles(of version: Int, in scope: Scope) async throws(StoreError) -> [LiveArticle]

    /// The last release that held each of these articles, deleted ones included; without those that no release held.
    func lastReleases(of articles: [ContentURI], in scope: Scope) async throws(StoreError) -> [ContentURI: Int]

    /// Stores that the current release holds these versions: newer ones with the same pages need no new release. A newer
    /// version that another publish has stored meanwhile stays.
    /// - Throws: `versionConflict` when `version` is not the current release.
    func record(_ live: [LiveArticle], of version: Int, in scope: Scope, by who: String) async throws(StoreError)

    /// Adds a fresh document, for a kill switch or to prolong the current release.
    func appendFresh(_ document: SignedDocument, version: Int, scope: Scope, by who: String) async throws(StoreError)

    /// The newest fresh document, which devices get.
    func fresh(_ scope: Scope) async throws(StoreError) -> StoredDocument?

    /// A fresh document by its version.
    func fresh(_ version: Int, of scope: Scope) async throws(StoreError) -> StoredDocument?

    /// Adds a root to an app's chain.
    func appendRoot(_ document: SignedDocument, version: Int, app: String, by who: String) async throws(StoreError)

    func root(_ version: Int, app: String) async throws(StoreError) -> StoredDocument?

    func latestRoot(app: String) async throws(StoreError) -> StoredDocument?
}

extension ReleaseStore {
    /// Adds a release that holds the same versions of articles as the one before.
    public func publish(_ release: ReleaseRecord, fresh: SignedDocument, freshVersion: Int) async throws(StoreError) {
        try await publish(release, fresh: fresh, freshVersion: freshVersion, live: nil)
    }
}
