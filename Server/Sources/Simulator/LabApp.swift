/// An app that phones of the lab may carry.
public struct LabApp: Sendable, Hashable, Codable {
    /// Stands in the addresses of its content.
    public let id: String
    /// For people.
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
