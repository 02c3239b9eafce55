public import MarqueeWire

/// What differs between two releases, and what it costs a device that has the first to get the second.
public struct ReleaseDiff: Sendable, Hashable, Codable {
    /// A page that differs between two releases.
    public struct Entry: Sendable, Hashable, Codable {
        /// The page's address.
        public let uri: ContentURI
        /// In the newer release, or the last one it had.
        public let title: String
    }

    /// Pages: hubs, channels and articles.
    public var added: [Entry] = []
    /// Pages whose bytes differ.
    public var changed: [Entry] = []
    /// Pages that the newer release has no more.
    public var removed: [Entry] = []
    /// Everything a device downloads: signed documents, manifests, pages and assets, each in its smallest encoding.
    public var bytes = 0
    /// What a publish would leave out; empty between two releases.
    public var warnings: [String] = []

    /// Of two equal releases.
    public init() {}

    /// Whether nothing differs.
    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}
