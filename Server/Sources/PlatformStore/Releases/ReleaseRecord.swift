public import MarqueeWire

/// A published release, kept for ever.
public struct ReleaseRecord: Sendable, Hashable, Codable {
    /// The app and stream it was published for.
    public let scope: Scope
    /// The version, from 1, without gaps within a scope.
    public let version: Int
    /// When the release was signed, by the server's clock.
    public let issued: Timestamp
    /// The publisher's note.
    public let note: String
    /// Who published the release.
    public let who: String
    /// The signed release document, an object in the object store.
    public let document: ObjectReference
    /// The manifests, in the order of hubs and channels.
    public let manifests: [ManifestReference]
    /// The earlier release whose content this release repeats; `nil` for a release made from the stored content.
    ///
    /// Scheduled publishing never undoes a rollback; only a person's publish does.
    public let restores: Int?

    /// Makes the record of a release.
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
