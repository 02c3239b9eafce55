public import MarqueeWire

/// What an import did, article by article.
public struct ImportOutcome: Sendable, Hashable {
    /// Articles that were not there before.
    public var added: [ContentURI] = []
    /// Articles that differ from the last import.
    public var changed: [ContentURI] = []
    /// Articles as they were.
    public var unchanged: [ContentURI] = []
    /// Articles that the source has no more.
    public var removed: [ContentURI] = []
    /// Changed in the source, or gone from it, and edited here since the last import: the edit stays and the source's
    /// change is not applied.
    public var kept: [ContentURI] = []
    /// The URI of each article of the import by its key in the source.
    public var uris: [String: ContentURI] = [:]

    /// Of an import that did nothing yet.
    public init() {}
}
