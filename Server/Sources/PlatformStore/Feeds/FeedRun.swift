public import MarqueeWire

/// One run of a feed's import, successful or not.
public struct FeedRun: Sendable, Hashable, Codable {
    /// When the source was asked.
    public let started: Timestamp
    /// When the last article was stored, or the run given up.
    public let finished: Timestamp
    /// Why nothing was imported, as a sentence; `nil` for a run that succeeded.
    public let failure: String?
    /// Articles that were not there before.
    public let added: Int
    /// Articles that differ from the last run.
    public let changed: Int
    /// Articles as they were.
    public let unchanged: Int
    /// Articles that the source has no more.
    public let removed: Int
    /// What the importer reported, one line each; at most 1000 are kept.
    public let problems: [String]

    /// Describes how a run ended.
    public init(
        started: Timestamp, finished: Timestamp, failure: String?, added: Int = 0, changed: Int = 0, unchanged: Int = 0,
        removed: Int = 0, problems: [String] = []
    ) {
        self.started = started
        self.finished = finished
        self.failure = failure
        self.added = added
        self.changed = changed
        self.unchanged = unchanged
        self.removed = removed
        self.problems = problems
    }
}
