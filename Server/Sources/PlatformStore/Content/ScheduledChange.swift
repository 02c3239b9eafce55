public import MarqueeWire

/// What a schedule does to one article by itself.
public struct ScheduledChange: Sendable, Hashable {
    /// What happens to the article.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The article, or its saved version, goes live.
        case appears
        /// The article goes away.
        case expires
    }

    /// The article.
    public let uri: ContentURI
    /// Its saved title.
    public let title: String
    /// When it happens.
    public let time: Timestamp
    /// What happens.
    public let kind: Kind
}
