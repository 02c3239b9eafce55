public import MarqueeWire

/// What one import did.
public struct ImportReport: Sendable, Hashable, Codable {
    public var added: [ContentURI] = []
    public var changed: [ContentURI] = []
    public var unchanged = 0
    public var removed: [ContentURI] = []
    /// Changed in the source, but edited here since: the edit stays.
    public var kept: [ContentURI] = []
    /// Drafts and unpublished articles, which are not imported.
    public var skippedDrafts = 0
    /// Images embedded as assets.
    public var images = 0
    /// Titles of the channels the articles belong to.
    public var channels: [String] = []
    public var problems: [ImportProblem] = []

    public init() {}

    /// Articles added, changed or removed.
    public var changes: Int { added.count + changed.count + removed.count }
}
