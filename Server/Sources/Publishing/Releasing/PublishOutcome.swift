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
    /// The articles that were named, and were not taken. An article that has expired since then is none of them: the
    /// release left it out, as it was to.
    public let missed: [MissedArticle]
    /// When a schedule next makes an article appear or expire.
    public let nextChange: Timestamp?
}
