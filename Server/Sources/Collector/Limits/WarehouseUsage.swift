/// What the warehouse takes on disk.
public struct WarehouseUsage: Sendable, Hashable {
    /// Bytes in use.
    public let bytes: Int
    /// Bytes of the file.
    ///
    /// It does not shrink: what was freed is used again before it grows.
    public let fileBytes: Int
    /// The most ``bytes`` there may be; `nil` for any number.
    public let quota: Int?

    /// Whether no more events are taken until there is room again.
    public var isFull: Bool { quota.map { bytes > $0 } ?? false }

    /// Describes what a warehouse takes.
    public init(bytes: Int, fileBytes: Int, quota: Int?) {
        self.bytes = bytes
        self.fileBytes = fileBytes
        self.quota = quota
    }
}
