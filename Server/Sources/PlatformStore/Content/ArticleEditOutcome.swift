public import MarqueeWire

/// What became of each article of an ``ArticleEdit``. Every article stands in one list.
public struct ArticleEditOutcome: Sendable, Hashable {
    /// The articles that have a new version, or are deleted.
    public internal(set) var changed: [ContentURI] = []
    /// The articles that were so already.
    public internal(set) var unchanged: [ContentURI] = []
    /// The articles that somebody saved or deleted in the meantime; they stay as they are.
    public internal(set) var missed: [ContentURI] = []
    /// The articles that cannot be so: without a title they cannot be ready, and they have at most 64 tags.
    public internal(set) var refused: [ContentURI] = []
}
