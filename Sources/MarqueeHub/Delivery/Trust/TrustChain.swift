import Foundation
import MarqueeWire

/// The verified chain of roots, from the app's own keys to the newest known root.
///
/// A value that uses neither disk nor network.
struct TrustChain: Sendable {
    let scope: Scope
    let anchors: TrustAnchors
    /// The signed roots as received, version 1 first, without gaps.
    private(set) var documents: [Data] = []
    private(set) var root: Root?

    init(scope: Scope, anchors: TrustAnchors) {
        self.scope = scope
        self.anchors = anchors
    }

    /// Verifies a stored chain from its beginning.
    init(scope: Scope, anchors: TrustAnchors, documents: [Data]) throws(WireError) {
        self.init(scope: scope, anchors: anchors)
        for document in documents { _ = try append(document) }
    }

    /// The version of the newest root; 0 before the first root.
    var version: Int { root?.version ?? 0 }

    /// Adds the next root. Its version must be exactly one higher. Its signatures must meet the threshold of its
    /// predecessor (for the first root: of the app's keys) and its own threshold.
    ///
    /// Expiry is not checked here. A valid root may follow an expired one, so only the last root's expiry counts (TUF
    /// 1.0.34, 5.3.10).
    /// - Returns: whether the root withdrew a key of the fresh or release role.
    mutating func append(_ data: Data) throws(WireError) -> Bool {
        let document = try SignedDocument(data, expected: .root)
        let next = try document.read(Root.self, as: scope)
        guard next.version == version + 1 else {
            throw WireError(.wrongVersion, "root \(next.version) does not follow root \(version)")
        }
        let predecessor = root?.policy(for: .root) ?? anchors.policy
        try document.verify([predecessor, next.policy(for: .root)])
        let withdrawn = root.map { Self.withdrawsOnlineKeys(from: $0, to: next) } ?? false
        documents.append(data)
        root = next
        return withdrawn
    }

    /// Verifies the signatures and the scope of a fresh document with the newest root.
    func fresh(_ data: Data) throws(WireError) -> Fresh {
        try SignedDocument(data, expected: .fresh).open(Fresh.self, as: scope, policies: [try policy(for: .fresh)])
    }

    /// Verifies that the bytes are the release that `pointer` names: first hash and length, then signatures, scope and
    /// version.
    func release(_ data: Data, as pointer: Fresh.ReleasePointer) throws(WireError) -> Release {
        try pointer.object.verify(data)
        let document = try SignedDocument(data, expected: .release)
        let release = try document.open(Release.self, as: scope, policies: [try policy(for: .release)])
        guard release.version == pointer.version else {
            throw WireError(
                .wrongVersion,
                "release \(pointer.version) is announced, but the document is release \(release.version)")
        }
        return release
    }

    /// Whether `other` equals this chain or is its beginning.
    func continues(_ other: TrustChain) -> Bool {
        documents.starts(with: other.documents)
    }

    private func policy(for type: DocumentType) throws(WireError) -> SignaturePolicy {
        guard let root else { throw WireError(.thresholdNotMet, "there is no root yet") }
        return root.policy(for: type)
    }

    private static func withdrawsOnlineKeys(from old: Root, to new: Root) -> Bool {
        [DocumentType.fresh, .release].contains { type in
            !Set(old.policy(for: type).keys.keys).isSubset(of: new.policy(for: type).keys.keys)
        }
    }
}
