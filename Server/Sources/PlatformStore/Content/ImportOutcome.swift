public import MarqueeWire

/// The result of an import for each article.
public struct ImportOutcome: Sendable, Hashable {
    /// Articles that are new.
    public var added: [ContentURI] = []
    /// Articles that differ from the last import.
    public var changed: [ContentURI] = []
    /// Articles that are the same as at the last import.
    public var unchanged: [ContentURI] = []
    /// Articles that are no longer in the source.
    public var removed: [ContentURI] = []
    /// Articles that were edited on this server after the last import and that the source has changed or removed as well:
    /// the edit stays, and the source's change is not applied.
    public var kept: [ContentURI] = []
    /// The URI of each article of the import by its key in the source.
    public var uris: [String: ContentURI] = [:]

    /// Makes the result of an import that has done nothing yet.
    public init() {}
}
