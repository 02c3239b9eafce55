public import Foundation
public import MarqueeWire

extension ContentLibrary {
    /// The service that the content comes from, and the keys that prove it.
    public struct Source: Sendable {
        /// The service's address: `https://HOST/v1/apps/APP/STREAM`.
        public var service: URL
        /// The app and stream that every document must name.
        public var scope: Scope
        /// The keys that the app trusts from the start.
        public var anchors: TrustAnchors
        /// A `contentDB.sqlite3` in the app's bundle.
        ///
        /// The file is used after full verification, and only while nothing newer is stored.
        public var precached: URL?

        /// Creates a source. No argument is checked here.
        public init(service: URL, scope: Scope, anchors: TrustAnchors, precached: URL? = nil) {
            self.service = service
            self.scope = scope
            self.anchors = anchors
            self.precached = precached
        }
    }

    /// A change in a library. Changes are delivered in order, on any thread.
    public enum Change: Sendable, Hashable {
        /// A refresh began (`true`) or ended (`false`).
        case downloading(Bool)
        /// The download's progress by bytes, 0 to 1. Not posted when nothing needs to be downloaded.
        case progress(Double)
        /// Verified content became available (`true`) or unavailable (`false`).
        case ready(Bool)
        /// A newer signed state was accepted. It may pause or lock content, revoke pages or change the refresh mode.
        case fresh(Fresh)
        /// A newer release is stored.
        case updated(version: Int)
        /// A refresh failed, also one that no caller asked for. The message is ``RefreshError/message``.
        case failed(RefreshError.Code, message: String)
        /// The app's pre-cached content cannot be used. The message is ``RefreshError/message``.
        case precachedRefused(RefreshError.Code, message: String)
        /// A refresh ended, with any result. It is the last change of each refresh.
        case ended(RefreshReport)
    }
}
