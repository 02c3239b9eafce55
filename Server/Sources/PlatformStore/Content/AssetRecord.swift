public import MarqueeWire

/// An image, style sheet or font of a hub; its bytes are in the object store.
public struct AssetRecord: Sendable, Hashable, Codable {
    /// The app it belongs to.
    public let app: String
    /// The hub's id.
    public let hub: String
    /// The last part of its URI.
    public let name: String
    /// The media type, for example `image/png`.
    public let mediaType: String
    /// The object with its bytes.
    public let object: ObjectReference

    /// Makes the record of an asset.
    public init(app: String, hub: String, name: String, mediaType: String, object: ObjectReference) {
        self.app = app
        self.hub = hub
        self.name = name
        self.mediaType = mediaType
        self.object = object
    }

    /// The URI by which pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: hub, .asset(name)) }
}
