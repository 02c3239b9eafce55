public import MarqueeWire

/// A published release, kept for ever.
public struct ReleaseRecord: Sendable, Hashable, Codable {
    /// The app and stream it was published for.
    public let scope: Scope
    /// From 1, without gaps within a scope.
    public let version: Int
    /// When it was signed, by the server's clock.
    public let issued: Timestamp
    /// What the publisher said about it.
    public let note: String
    /// Who published it.
    public let who: String
    /// The signed release document, an object in the object store.
    public let document: ObjectReference
    /// In the order of hubs and channels.
    public let manifests: [ManifestReference]
    /// The earlier release whose content this one brought back; `nil` for one made from the content of its time.
    ///
    /// What was rolled back returns only when a person publishes.
    public let restores: Int?

    /// Describes a release for the history.
    public init(
        scope: Scope, version: Int, issued: Timestamp, note: String, who: String, document: ObjectReference,
        manifests: [ManifestReference], restores: Int? = nil
    ) {
        self.scope = scope
        self.version = version
        self.issued = issued
        self.note = note
        self.who = who
        self.document = document
        self.manifests = manifests
        self.restores = restores
    }
}
