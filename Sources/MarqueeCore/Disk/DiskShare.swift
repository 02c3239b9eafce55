/// What one part of the SDK keeps on the disk, as the ``DiskBudget`` sees it.
package struct DiskShare: Sendable {
    /// What kind of files they are, in the order in which they are evicted when the disk runs short (ADS-198).
    package enum Kind: Int, Sendable, CaseIterable, Comparable {
        /// Downloaded for an ad that may never be shown.
        case adMedia
        /// Downloaded in advance; fetched again when it is needed.
        case template
        /// Verified content. Only what is not the last verified release may be evicted.
        case release

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// Unique among the shares.
    package let name: String
    package let kind: Kind
    /// The most bytes that the part may keep, whatever room there is.
    package let limit: Int64
    /// The bytes on the disk now.
    package let usage: @Sendable () -> Int64
    /// Deletes files until at least so many bytes are free, or nothing is left that may go.
    /// - Returns: the bytes that were freed.
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
