public import Foundation
public import MarqueeCore
public import MarqueeWire

/// The content a device has: fetches newer releases, proves them, and hands out the current one.
public final class ContentLibrary: Sendable {
    /// Where the content comes from and what proves it.
    public struct Source: Sendable {
        /// `https://HOST/v1/apps/APP/STREAM`.
        public var service: URL
        public var scope: Scope
        public var anchors: TrustAnchors
        /// A `contentDB.sqlite3` that the app carries; used after full verification, as long as nothing newer is
        /// stored.
        public var precached: URL?

        public init(service: URL, scope: Scope, anchors: TrustAnchors, precached: URL? = nil) {
            self.service = service
            self.scope = scope
            self.anchors = anchors
            self.precached = precached
        }
    }

    /// What changes in a library; delivered on any thread, in order.
    public enum Change: Sendable, Hashable {
        /// A request for metadata or content is under way, or no more.
        case downloading(Bool)
        /// From 0 to 1, by bytes; never posted when nothing needs to be downloaded.
        case progress(Double)
        /// Verified content is available to present, or no more.
        case ready(Bool)
        /// A newer signed state was accepted: paused, locked down, pages revoked, another refresh mode.
        case fresh(Fresh)
        /// A newer release is stored.
        case updated(version: Int)
    }

    public init(_ source: Source, environment: Environment, changed: @escaping @Sendable (Change) -> Void = { _ in }) throws(RefreshError) {}

    /// Verified content is stored.
    public var isReady: Bool { false }
    /// A refresh is under way, be it only the check for news.
    public var isDownloading: Bool { false }
    /// The newest signed state known; `nil` before the first refresh without pre-cached content.
    public var fresh: Fresh? { nil }
    /// Since when the stored content can no longer be proven to be the newest: the end of the signed validity that
    /// passed first. `nil` while it is valid.
    public var staleSince: Timestamp? { nil }

    /// The stored release, proven again from the bytes on disk; `nil` when there is none or it does not stand the
    /// proof. Take it once per presentation.
    public func open() -> ContentSnapshot? { nil }

    /// Fetches what is newer. A call during a refresh joins it.
    public func refresh() async -> RefreshOutcome { .unchanged(bytes: 0) }

    /// Ends a refresh under way with ``RefreshError/Code/cancelled``; what has been downloaded stays staged.
    public func cancelRefresh() {}
}
