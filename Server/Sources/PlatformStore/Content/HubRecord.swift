public import MarqueeWire

/// A content hub: the page a user enters by, with its channels.
public struct HubRecord: Sendable, Hashable, Codable {
    /// The app it belongs to.
    public let app: String
    /// The host of its URI, given once and never changed.
    public let id: String
    /// For people; needs not be unique.
    public var title: String
    /// A sentence or two, as plain text.
    public var summary: String
    /// What the hub is about; the device selects among hubs by them.
    ///
    /// Compared exactly.
    public var tags: [String]
    /// BCP 47; the default of its articles.
    public var language: String
    /// Among the app's hubs, from 0.
    ///
    /// Set by ``ContentStore/reorder(_:in:app:by:)`` only.
    public let position: Int
    /// Rises with each change of the text; 0 before the record is stored.
    public let version: Int

    /// Describes a hub.
    public init(
        app: String, id: String, title: String, summary: String = "", tags: [String] = [], language: String = "en",
        position: Int = 0, version: Int = 0
    ) {
        self.app = app
        self.id = id
        self.title = title
        self.summary = summary
        self.tags = tags
        self.language = language
        self.position = position
        self.version = version
    }

    /// How pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: id) }
}
