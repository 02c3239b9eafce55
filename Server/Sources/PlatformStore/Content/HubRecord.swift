public import MarqueeWire

/// A content hub: the page on which a user enters, with its channels.
public struct HubRecord: Sendable, Hashable, Codable {
    /// The app it belongs to.
    public let app: String
    /// The host of its URI, which never changes.
    public let id: String
    /// The title; need not be unique.
    public var title: String
    /// One or two sentences in plain text.
    public var summary: String
    /// The tags by which a device chooses among hubs; they are equal when their bytes are.
    public var tags: [String]
    /// The language as a BCP 47 tag, and the default of its articles.
    public var language: String
    /// The position among the app's hubs, from 0.
    ///
    /// Set by ``ContentStore/reorder(_:in:app:by:)`` only.
    public let position: Int
    /// The version, which rises with each change of the text; 0 before the record is stored.
    public let version: Int

    /// Makes the record of a hub.
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

    /// The URI by which pages and devices address it.
    public var uri: ContentURI { ContentURI(hub: id) }
}
