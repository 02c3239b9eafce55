public import MarqueeWire

/// What one import did.
public struct ImportReport: Sendable, Hashable, Codable {
    /// Articles that were not there before.
    public var added: [ContentURI] = []
    /// Articles that differ from the last import.
    public var changed: [ContentURI] = []
    /// Articles as they were.
    public var unchanged = 0
    /// Articles that the source has no more.
    public var removed: [ContentURI] = []
    /// Changed in the source or gone from it, but edited here since: the edit stays.
    public var kept: [ContentURI] = []
    /// Drafts and unpublished articles, which are not imported.
    public var skippedDrafts = 0
    /// Images embedded as assets.
    public var images = 0
    /// Titles of the channels the articles belong to.
    public var channels: [String] = []
    /// In the order of the source.
    public var problems: [ImportProblem] = []

    /// Of an import that did nothing yet.
    public init() {}

    /// Articles added, changed or removed.
    public var changes: Int { added.count + changed.count + removed.count }
}
