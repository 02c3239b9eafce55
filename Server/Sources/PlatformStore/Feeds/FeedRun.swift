public import MarqueeWire

/// One run of a feed's import, successful or not.
public struct FeedRun: Sendable, Hashable, Codable {
    /// When the run began.
    public let started: Timestamp
    /// When the last article was stored, or the run failed.
    public let finished: Timestamp
    /// Why nothing was imported, as a sentence; `nil` for a run that succeeded.
    public let failure: String?
    /// Articles that were not there before.
    public let added: Int
    /// Articles that differ from the last run.
    public let changed: Int
    /// Articles that did not change.
    public let unchanged: Int
    /// Articles that are no longer in the source.
    public let removed: Int
    /// The problems that the importer reported, one line each; at most 1000 are kept.
    public let problems: [String]

    /// Makes the record of a run.
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
