public import MarqueeWire

/// The version of an article that a release holds.
public struct LiveArticle: Sendable, Hashable {
    /// The version of an article in a release from before versions were kept.
    public static let unknownVersion = 0

    /// The article.
    public let uri: ContentURI
    /// Its version.
    public let version: Int
    /// When devices no longer show that version, and the next release leaves it out.
    public let expires: Timestamp?

    /// Names the version of an article.
    public init(_ uri: ContentURI, version: Int, expires: Timestamp? = nil) {
        self.uri = uri
        self.version = version
        self.expires = expires
    }
}
