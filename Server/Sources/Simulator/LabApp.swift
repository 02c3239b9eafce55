/// An app that phones of the lab may carry.
public struct LabApp: Sendable, Hashable, Codable {
    /// The app's id, which is part of its content's addresses.
    public let id: String
    /// The app's name, for people.
    public let name: String
    /// Whether a phone would find content.
    public let hasRelease: Bool

    /// Describes an app of the server.
    public init(id: String, name: String, hasRelease: Bool) {
        self.id = id
        self.name = name
        self.hasRelease = hasRelease
    }
}
