public import Foundation
public import MarqueeWire

/// A publishing engine in memory: keys for each role, a chain of roots, releases and the fresh state. Each document is
/// signed when it is published.
///
/// The engine is a value, so that a test can keep an earlier state and replay it.
public struct SimulatedEngine: Sendable {
    /// The app and stream in the signed documents.
    public let scope: Scope
    /// The signing keys of each role, for later documents. After a change, publish a new root.
    public var keys: [DocumentType: [SigningKey]]
    /// The number of keys that must sign, by role; the default is 1.
    public var thresholds: [DocumentType: Int] = [:]
    /// The signed roots as served, version 1 first.
    public var roots: [Data] = []
    /// The fresh document as served.
    public var fresh = Data()
    /// Every object ever published, by hash.
    public var objects: [ObjectHash: Data] = [:]
    /// How long the next published documents are valid.
    public var validity: Duration = .seconds(7 * 86_400)
    /// The version of the last fresh document; 0 before the first.
    public var freshVersion = 0
    /// The version of the last release; 0 before the first.
    public var releaseVersion = 0
    /// The pointer to the last release.
    public var pointer: Fresh.ReleasePointer?

    /// Makes an engine with one Ed25519 key per role and without documents.
    public init(scope: Scope) throws(WireError) {
        self.scope = scope
        keys = [:]
        for type in DocumentType.allCases { keys[type] = [try .generate()] }
    }

    /// Signs the next root with the current keys and with `predecessors`, the root keys of the version before.
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

    /// Publishes content as the next release, and the fresh state that points to this release.
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
    ///   - now: the time of the signature.
    ///   - change: edits the fresh state before it is signed.
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
