public import Foundation
public import MarqueeWire

/// What a publishing engine does, in memory: keys by role, a chain of roots, releases and the fresh state, each
/// signed as it is published.
///
/// A value, so that a test can keep an earlier one and replay it.
public struct SimulatedEngine: Sendable {
    /// The app and stream it signs for.
    public let scope: Scope
    /// The keys that sign each role from the next document on; change them, then publish a root.
    public var keys: [DocumentType: [SigningKey]]
    /// How many keys of a role sign; 1 unless it is set.
    public var thresholds: [DocumentType: Int] = [:]
    /// The signed roots as served, version 1 first.
    public var roots: [Data] = []
    /// The fresh document as served.
    public var fresh = Data()
    /// Every object ever published, by hash.
    public var objects: [ObjectHash: Data] = [:]
    /// The validity of what is published next.
    public var validity: Duration = .seconds(7 * 86_400)
    /// Of the document published last; 0 before the first.
    public var freshVersion = 0
    /// Of the release published last; 0 before the first.
    public var releaseVersion = 0
    /// The last release's pointer.
    public var pointer: Fresh.ReleasePointer?

    /// An engine with one Ed25519 key per role, without any document yet.
    public init(scope: Scope) throws(WireError) {
        self.scope = scope
        keys = [:]
        for type in DocumentType.allCases { keys[type] = [try .generate()] }
    }

    /// Signs the next root with the present keys and, where there is one, the predecessor's.
    public mutating func publishRoot(now: Timestamp, alsoSignedBy predecessors: [SigningKey] = []) throws(WireError) {
        var signers: [KeyID: SigningKey] = [:]
        var named: [PublicKey] = []
        var roles: [DocumentType: Root.Role] = [:]
        for type in DocumentType.allCases {
            var ids: [KeyID] = []
            for key in keys[type, default: []] { ids.append(try key.publicKey().id) }
            for key in keys[type, default: []] where !named.contains(try key.publicKey()) {
                named.append(try key.publicKey())
            }
            roles[type] = Root.Role(keys: ids, threshold: thresholds[type] ?? 1)
        }
        for key in keys[.root, default: []] + predecessors { signers[try key.publicKey().id] = key }
        let root = try Root(
            app: scope.app, version: roots.count + 1, issued: now, expires: now + validity, keys: named, roles: roles)
        roots.append(try root.signed(by: Array(signers.values)).encoded())
    }

    /// Publishes content as the next release, and the fresh state that points to it.
    public mutating func publish(_ content: SimulatedContent, now: Timestamp) throws(WireError) {
        if roots.isEmpty { try publishRoot(now: now) }
        let (manifests, pages) = try content.rendered()
        for page in pages { objects[ObjectHash(of: page)] = page }
        var references: [ManifestReference] = []
        for manifest in manifests {
            let bytes = try manifest.encoded()
            objects[ObjectHash(of: bytes)] = bytes
            references.append(ManifestReference(uri: manifest.uri, object: ObjectReference(of: bytes)))
        }
        releaseVersion += 1
        let release = Release(
            scope: scope, version: releaseVersion, issued: now, expires: now + validity, manifests: references)
        let document = try release.signed(by: keys[.release, default: []]).encoded()
        objects[ObjectHash(of: document)] = document
        pointer = Fresh.ReleasePointer(version: releaseVersion, object: ObjectReference(of: document))
        try publishFresh(now: now)
    }

    /// Publishes the next fresh state for the last release.
    /// - Parameters:
    ///   - now: when it is signed.
    ///   - change: edits it before it is signed.
    /// - Throws: ``MarqueeWire/WireError`` with `wrongVersion` before the first release.
    public mutating func publishFresh(now: Timestamp, _ change: (inout Fresh) -> Void = { _ in }) throws(WireError) {
        guard let pointer else { throw WireError(.wrongVersion, "there is no release yet") }
        freshVersion += 1
        var state = Fresh(
            scope: scope, version: freshVersion, issued: now, expires: now + validity, root: roots.count,
            release: pointer)
        change(&state)
        freshVersion = max(freshVersion, state.version)
        fresh = try state.signed(by: keys[.fresh, default: []]).encoded()
    }
}
