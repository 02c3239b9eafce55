public import MarqueeWire
public import PlatformStore

/// The result of a publish.
public struct PublishOutcome: Sendable, Hashable, Codable {
    /// The release that is current now.
    public let release: ReleaseRecord
    /// False when the current release already holds this content, so that no new version was made.
    public let isNew: Bool
    /// The parts of the content that were left out, as sentences.
    public let warnings: [String]
    /// When an article is next due to appear or expire; publishing after that makes a new release.
    public let nextChange: Timestamp?
}
