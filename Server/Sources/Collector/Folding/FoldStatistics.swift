/// What the folder did since the process began, and how far behind it is.
public struct FoldStatistics: Sendable, Hashable {
    /// Spooled batches read.
    public var batches = 0
    /// Events that were new.
    public var events = 0
    /// Events that the warehouse had already.
    public var duplicates = 0
    /// Spooled batches that could not be folded and were set aside with a reason.
    public var deadLetters = 0
    /// Age of the oldest batch that is acknowledged and not folded; `nil` when there is none.
    public var oldestUnfoldedAge: Duration?
    /// What the warehouse takes on disk.
    public var warehouse = WarehouseUsage(bytes: 0, fileBytes: 0, quota: nil)

    /// Of a folder that has just started.
    public init() {}
}
