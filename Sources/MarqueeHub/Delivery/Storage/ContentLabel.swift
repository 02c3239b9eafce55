import Foundation
import GRDB
import MarqueeWire

/// Which release a content file carries, proven by the signed documents in it.
///
/// Nothing else of the file is read, so the start of an app can look at it however large it is; ``ContentDatabase``
/// proves the rest before anything of it is shown.
struct ContentLabel: Sendable {
    let documents: ContentDatabase.Documents
    let chain: TrustChain
    let fresh: Fresh

    /// - Throws: as ``ContentDatabase/init(_:scope:anchors:)``.
    init(_ file: URL, scope: Scope, anchors: TrustAnchors) throws(RefreshError) {
        self = try ContentDatabase.reading(file) { queue in
            defer { try? queue.close() }
            return try ContentLabel(try queue.read(StoredRelease.documents), scope: scope, anchors: anchors)
        }
    }

    init(_ documents: ContentDatabase.Documents, scope: Scope, anchors: TrustAnchors) throws {
        self.documents = documents
        chain = try TrustChain(scope: scope, anchors: anchors, documents: documents.roots)
        fresh = try chain.fresh(documents.fresh)
    }
}
