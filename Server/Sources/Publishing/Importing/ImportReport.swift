public import MarqueeWire

/// The result of one import.
public struct ImportReport: Sendable, Hashable, Codable {
    /// Articles that were not there before.
    public var added: [ContentURI] = []
    /// Articles that differ from the last import.
    public var changed: [ContentURI] = []
    /// Articles that did not change.
    public var unchanged = 0
    /// Articles that are no longer in the source.
    public var removed: [ContentURI] = []
    /// Articles that changed in the source or left it, but were edited here since; the edit stays.
    public var kept: [ContentURI] = []
    /// Drafts and unpublished articles, which are not imported.
    public var skippedDrafts = 0
    /// Images embedded as assets.
    public var images = 0
    /// Titles of the channels the articles belong to.
    public var channels: [String] = []
    /// The problems, in the order of the source.
    public var problems: [ImportProblem] = []

    /// The report of an import that has done nothing yet.
    public init() {}

    /// Articles added, changed or removed.
    public var changes: Int { added.count + changed.count + removed.count }
}
