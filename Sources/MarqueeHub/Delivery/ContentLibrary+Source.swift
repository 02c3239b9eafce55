public import Foundation
public import MarqueeWire

extension ContentLibrary {
    /// Where the content comes from and what proves it.
    public struct Source: Sendable {
        /// `https://HOST/v1/apps/APP/STREAM`.
        public var service: URL
        /// What every document must say it is for.
        public var scope: Scope
        /// The keys that the app trusts from the start.
        public var anchors: TrustAnchors
        /// A `contentDB.sqlite3` that the app carries; used after full verification, as long as nothing newer is
        /// stored.
        public var precached: URL?

        /// Describes where content comes from.
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
        /// A refresh brought nothing, whoever asked for it. The message is ``RefreshError/message``.
        case failed(RefreshError.Code, message: String)
        /// A refresh is over, whatever came of it: the last that is told of it.
        case ended(RefreshReport)
    }
}
