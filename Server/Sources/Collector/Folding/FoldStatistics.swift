/// Counters of folding since the process began, and how far it lags behind.
public struct FoldStatistics: Sendable, Hashable {
    /// Spooled batches that were read.
    public var batches = 0
    /// Events that were new.
    public var events = 0
    /// Events that the warehouse had already.
    public var duplicates = 0
    /// Spooled batches that could not be folded and are kept with the reason.
    public var deadLetters = 0
    /// Batches of that kind that were removed because of their age or number.
    public var droppedDeadLetters = 0
    /// As ``FoldingService/oldestUnfoldedAge()``.
    public var oldestUnfoldedAge: Duration?
    /// The warehouse's size on disk.
    public var warehouse = WarehouseUsage(bytes: 0, fileBytes: 0, quota: nil)

    /// The counters of a process that has just started.
    public init() {}
}
