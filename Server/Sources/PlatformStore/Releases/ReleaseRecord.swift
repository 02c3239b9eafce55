public import MarqueeWire

/// A published release, kept for ever.
public struct ReleaseRecord: Sendable, Hashable, Codable {
    public let scope: Scope
    /// From 1, without gaps within a scope.
    public let version: Int
    public let issued: Timestamp
    /// What the publisher said about it.
    public let note: String
    /// Who published it.
    public let who: String
    /// The signed release document, an object in the object store.
    public let document: ObjectReference
    public let manifests: [ManifestReference]

    public init(
        scope: Scope, version: Int, issued: Timestamp, note: String, who: String, document: ObjectReference,
        manifests: [ManifestReference]
    ) {
        self.scope = scope
        self.version = version
        self.issued = issued
        self.note = note
        self.who = who
        self.document = document
        self.manifests = manifests
    }
}
