/// The files of one part of the SDK, for the ``DiskBudget``.
package struct DiskShare: Sendable {
    /// The kind of files. If the disk runs short, kinds are evicted in this order (ADS-198).
    package enum Kind: Int, Sendable, CaseIterable, Comparable {
        /// Media of an ad that may never be shown.
        case adMedia
        /// Downloaded in advance; can be downloaded again.
        case template
        /// Verified content. The last verified release is never evicted.
        case release

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// Unique among the shares.
    package let name: String
    package let kind: Kind
    /// The maximum number of bytes of this share, even if there is more space.
    package let limit: Int64
    /// The current number of bytes on disk.
    package let usage: @Sendable () -> Int64
    /// Deletes files until at least this number of bytes is freed, or no more files may be deleted.
    /// - Returns: the number of bytes that were freed.
    package let evict: @Sendable (Int64) -> Int64

    package init(
        _ name: String, kind: Kind, limit: Int64, usage: @escaping @Sendable () -> Int64,
        evict: @escaping @Sendable (Int64) -> Int64
    ) {
        self.name = name
        self.kind = kind
        self.limit = limit
        self.usage = usage
        self.evict = evict
    }
}
