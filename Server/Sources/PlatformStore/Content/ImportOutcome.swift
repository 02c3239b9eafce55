public import MarqueeWire

/// What an import did, article by article.
public struct ImportOutcome: Sendable, Hashable {
    public var added: [ContentURI] = []
    public var changed: [ContentURI] = []
    public var unchanged: [ContentURI] = []
    public var removed: [ContentURI] = []
    /// Changed in the source and edited here since the last import: the edit stays and the source's change is not
    /// applied.
    public var kept: [ContentURI] = []
    /// The URI of each article of the import by its key in the source.
    public var uris: [String: ContentURI] = [:]

    public init() {}
}
