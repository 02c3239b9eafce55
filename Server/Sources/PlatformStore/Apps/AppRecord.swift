public import MarqueeWire

/// An app that receives content from this platform; everything else belongs to one.
public struct AppRecord: Sendable, Hashable, Codable {
    /// In the form of ``MarqueeWire/Scope``'s names: it stands in URLs.
    public let id: String
    /// For people.
    public var name: String
    /// When it was made here.
    public let created: Timestamp

    /// Describes an app.
    public init(id: String, name: String, created: Timestamp) {
        self.id = id
        self.name = name
        self.created = created
    }
}
