/// The server an ad comes from.
public struct AdSystem: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its own version, not VAST's.
    public var version: String?

    /// Makes the description of a server.
    public init(name: String, version: String? = nil) {
        self.name = name
        self.version = version
    }
}
