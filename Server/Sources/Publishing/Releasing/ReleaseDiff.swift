public import MarqueeWire

/// What differs between two releases, and what it costs a device that has the first to get the second.
public struct ReleaseDiff: Sendable, Hashable, Codable {
    public struct Entry: Sendable, Hashable, Codable {
        public let uri: ContentURI
        public let title: String
    }

    /// Pages: hubs, channels and articles.
    public var added: [Entry] = []
    public var changed: [Entry] = []
    public var removed: [Entry] = []
    /// Everything a device downloads: signed documents, manifests, pages and assets, each in its smallest encoding.
    public var bytes = 0
    /// What a publish would leave out; empty between two releases.
    public var warnings: [String] = []

    public init() {}

    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}
