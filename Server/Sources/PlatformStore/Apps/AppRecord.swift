public import MarqueeWire

/// An app that receives content from this platform; all other records belong to an app.
public struct AppRecord: Sendable, Hashable, Codable {
    /// The app's id, in the form of ``MarqueeWire/Scope``'s names, because it is part of URLs.
    public let id: String
    /// The app's name, for people.
    public var name: String
    /// When the app was created.
    public let created: Timestamp

    /// Makes the record of an app.
    public init(id: String, name: String, created: Timestamp) {
        self.id = id
        self.name = name
        self.created = created
    }
}
