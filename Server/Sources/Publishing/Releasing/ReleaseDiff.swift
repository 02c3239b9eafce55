public import MarqueeWire

/// The differences between two releases, and the bytes that a device with the first downloads for the second.
public struct ReleaseDiff: Sendable, Hashable, Codable {
    /// A page that differs between two releases.
    public struct Entry: Sendable, Hashable, Codable {
        /// The page's address.
        public let uri: ContentURI
        /// The title in the newer release, or the last title of a removed page.
        public let title: String
    }

    /// Pages (hubs, channels and articles) that only the newer release has.
    public var added: [Entry] = []
    /// Pages whose bytes differ.
    public var changed: [Entry] = []
    /// Pages that are not in the newer release.
    public var removed: [Entry] = []
    /// The bytes that a device downloads: signed documents, manifests, pages and assets, each in its smallest encoding.
    public var bytes = 0
    /// The parts that a publish would leave out; empty between two releases.
    public var warnings: [String] = []

    /// The difference of two equal releases.
    public init() {}

    /// The number of pages that differ.
    public var count: Int { added.count + changed.count + removed.count }

    /// Whether the releases are equal.
    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }
}
