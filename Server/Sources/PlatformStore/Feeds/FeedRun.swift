public import MarqueeWire

/// One run of a feed's import, successful or not.
public struct FeedRun: Sendable, Hashable, Codable {
    public let started: Timestamp
    public let finished: Timestamp
    /// Why nothing was imported, as a sentence; `nil` for a run that succeeded.
    public let failure: String?
    public let added: Int
    public let changed: Int
    public let unchanged: Int
    public let removed: Int
    /// What the importer reported, one line each; at most 1000 are kept.
    public let problems: [String]

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
