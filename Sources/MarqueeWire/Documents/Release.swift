/// One immutable state of a stream's content: the manifests it consists of, in order, each by hash.
///
/// Rolling back is publishing a higher version that names older manifests.
public struct Release: Sendable, Hashable, Codable, DocumentPayload {
    /// Separates it from the other signed documents.
    public static let type = DocumentType.release

    /// The most hubs and channels together.
    public static let maximumManifests = 4096

    /// The app and stream it was made for.
    public let scope: Scope
    /// Rises with every release of the stream.
    public let version: Int
    /// When it was signed, by the engine's clock.
    public let issued: Timestamp
    /// From when on it is not to be downloaded any more; months after ``issued``.
    public let expires: Timestamp
    /// Each hub's manifest, followed by those of its channels; hubs in their internal order.
    public let manifests: [ManifestReference]

    /// Describes a release of manifests in the order of hubs and channels.
    public init(scope: Scope, version: Int, issued: Timestamp, expires: Timestamp, manifests: [ManifestReference]) {
        self.scope = scope
        self.version = version
        self.issued = issued
        self.expires = expires
        self.manifests = manifests
    }

    /// Checks what a signature does not prove: versions, order of dates, names that occur twice.
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
    /// The hub or channel the manifest describes.
    public let uri: ContentURI
    /// Its bytes among the objects.
    public let object: ObjectReference

    /// Names a manifest by its content.
    public init(uri: ContentURI, object: ObjectReference) {
        self.uri = uri
        self.object = object
    }
}
