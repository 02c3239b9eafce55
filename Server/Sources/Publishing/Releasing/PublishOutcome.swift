public import MarqueeWire
public import PlatformStore

/// What a publish came to.
public struct PublishOutcome: Sendable, Hashable, Codable {
    /// The release that is current now.
    public let release: ReleaseRecord
    /// False when the content is what the current release holds already: no new version was made.
    public let isNew: Bool
    /// What was left out, as sentences.
    public let warnings: [String]
    /// When an article is next due to appear or expire: publishing then changes something.
    public let nextChange: Timestamp?
}
