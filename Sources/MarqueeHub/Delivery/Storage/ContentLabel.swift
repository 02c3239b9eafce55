import Foundation
import GRDB
import MarqueeWire

/// The release that a content file holds, proven by the signed documents in the file.
///
/// Only the documents are read, so this is fast even for a large file. ``ContentDatabase`` verifies the rest before any
/// content is shown.
struct ContentLabel: Sendable {
    let documents: ContentDatabase.Documents
    let chain: TrustChain
    let fresh: Fresh

    /// - Throws: the errors of ``ContentDatabase/init(_:scope:anchors:)``.
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
