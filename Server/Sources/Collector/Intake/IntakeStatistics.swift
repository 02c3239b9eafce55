/// What the intake did since the process began; counters for the metrics page.
public struct IntakeStatistics: Sendable, Hashable {
    /// Acknowledged since the start.
    public var batches = 0
    /// In those batches, duplicates included.
    public var events = 0
    /// Events whose verdict was `rejected`.
    public var rejected = 0
    /// Batches that were not taken because the server could not.
    public var refused = 0
    /// Batches that were not taken because their sender sends too much.
    public var throttled = 0
    /// Of those batches, as they arrived.
    public var bytes = 0
    /// Transactions; batches that arrive together share one.
    public var commits = 0

    /// Of an intake that has just started.
    public init() {}
}
