/// One immutable state of a stream's content: its manifests in order, each by hash.
///
/// A rollback is a release with a higher version that names older manifests.
public struct Release: Sendable, Hashable, Codable, DocumentPayload {
    /// Distinguishes it from the other signed documents.
    public static let type = DocumentType.release

    /// The largest number of hubs and channels together.
    public static let maximumManifests = 4096

    /// The app and stream of the release.
    public let scope: Scope
    /// The version; it increases with every release of the stream.
    public let version: Int
    /// When it was signed, by the engine's clock.
    public let issued: Timestamp
    /// When devices stop downloading it; months after ``issued``.
    public let expires: Timestamp
    /// The manifest of each hub, followed by those of its channels. Hubs are in their internal order.
    public let manifests: [ManifestReference]

    /// `manifests` lists each hub before its channels.
    public init(scope: Scope, version: Int, issued: Timestamp, expires: Timestamp, manifests: [ManifestReference]) {
        self.scope = scope
        self.version = version
        self.issued = issued
        self.expires = expires
        self.manifests = manifests
    }

    /// Checks what signatures do not prove: versions, order, and duplicate names.
    public func validate() throws(WireError) {
        guard version >= 1 else { throw WireError(.malformed, "release version \(version); versions start at 1") }
        guard manifests.count <= Self.maximumManifests else {
            throw WireError(.tooLarge, "\(manifests.count) manifests")
        }
        guard Set(manifests.map(\.uri)).count == manifests.count else {
            throw WireError(.malformed, "a manifest is named twice")
        }
        guard manifests.first?.uri.resourceType == .hub else {
            throw WireError(.malformed, "a release starts with a hub's manifest")
        }
        var hub = ""
        for manifest in manifests {
            switch manifest.uri.place {
            case .hub: hub = manifest.uri.hub
            case .channel where manifest.uri.hub == hub: break
            default: throw WireError(.malformed, "manifest \(manifest.uri) stands outside its hub")
            }
        }
    }
}

/// The name, hash and length of one manifest.
public struct ManifestReference: Sendable, Hashable, Codable {
    /// The hub or channel of the manifest.
    public let uri: ContentURI
    /// The manifest as an object.
    public let object: ObjectReference

    /// `object` is the manifest's hash and length.
    public init(uri: ContentURI, object: ObjectReference) {
        self.uri = uri
        self.object = object
    }
}
