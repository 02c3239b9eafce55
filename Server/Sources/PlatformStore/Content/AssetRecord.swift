public import MarqueeWire

/// An image, style sheet or font of a hub; its bytes lie in the object store.
public struct AssetRecord: Sendable, Hashable, Codable {
    public let app: String
    public let hub: String
    /// The last part of its URI.
    public let name: String
    public let mediaType: String
    public let object: ObjectReference

    public init(app: String, hub: String, name: String, mediaType: String, object: ObjectReference) {
        self.app = app
        self.hub = hub
        self.name = name
        self.mediaType = mediaType
        self.object = object
    }

    public var uri: ContentURI { ContentURI(hub: hub, .asset(name)) }
}
