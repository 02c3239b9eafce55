/// The warehouse's size on disk.
public struct WarehouseUsage: Sendable, Hashable {
    /// Bytes in use.
    public let bytes: Int
    /// Bytes of the file.
    ///
    /// The file does not shrink: freed pages are used again before it grows.
    public let fileBytes: Int
    /// The most ``bytes`` that are allowed; `nil` for no limit.
    public let quota: Int?

    /// Whether new events are refused until there is room again.
    public var isFull: Bool { quota.map { bytes > $0 } ?? false }

    /// The size of a warehouse.
    public init(bytes: Int, fileBytes: Int, quota: Int?) {
        self.bytes = bytes
        self.fileBytes = fileBytes
        self.quota = quota
    }
}
