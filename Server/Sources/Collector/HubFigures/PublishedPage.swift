public import MarqueeWire

/// A page of a release that the server published.
public struct PublishedPage: Sendable, Hashable {
    /// The address of a hub, a channel or an article.
    public let uri: ContentURI
    /// The channel of an article; `nil` for other pages.
    public let channel: ContentURI?

    /// A page in its place.
    public init(uri: ContentURI, channel: ContentURI? = nil) {
        self.uri = uri
        self.channel = channel
    }
}
