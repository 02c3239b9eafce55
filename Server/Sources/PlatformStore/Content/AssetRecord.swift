public import MarqueeWire

/// An image, style sheet or font of a hub; its bytes lie in the object store.
public struct AssetRecord: Sendable, Hashable, Codable {
    /// The app it belongs to.
    public let app: String
    /// The hub's id.
    public let hub: String
    /// The last part of its URI.
    public let name: String
    /// What it is served as, such as `image/png`.
    public let mediaType: String
    /// Its bytes, among the objects.
    public let object: ObjectReference

    /// Describes a file that pages embed.
    public init(app: String, hub: String, name: String, mediaType: String, object: ObjectReference) {
        self.app = app
        self.hub = hub
        self.name = name
        self.mediaType = mediaType
        self.object = object
    }

    /// How pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: hub, .asset(name)) }
}
