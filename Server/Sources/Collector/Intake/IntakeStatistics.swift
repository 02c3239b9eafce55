/// Counters of the intake since the process began.
public struct IntakeStatistics: Sendable, Hashable {
    /// Batches that were acknowledged.
    public var batches = 0
    /// Events accepted in those batches, duplicates included.
    public var events = 0
    /// Events whose verdict was `rejected`.
    public var rejected = 0
    /// Batches that were refused because the server could not store them.
    public var refused = 0
    /// Batches that were refused because their sender sends too much.
    public var throttled = 0
    /// Bytes of the acknowledged batches, decompressed.
    public var bytes = 0
    /// Syncs of the spool; batches that arrive together share one.
    public var commits = 0
    /// Bytes of the spool's files: what is not in the warehouse yet, or is kept until the files are removed.
    public var spoolBytes = 0

    /// The counters of an intake that has just started.
    public init() {}
}
