/// The ad server that an ad comes from.
public struct AdSystem: Sendable, Hashable {
    /// The name of the ad server.
    public var name: String
    /// The version of the ad server, not of VAST.
    public var version: String?

    /// `version` is the ad server's version.
    public init(name: String, version: String? = nil) {
        self.name = name
        self.version = version
    }
}
