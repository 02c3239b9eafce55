import Foundation

/// One limit on disk space for the files of all capabilities.
///
/// Each capability registers a ``DiskShare`` and calls ``makeRoom(for:in:)`` before it downloads. If there is too
/// little space, files are evicted. First the share that asks evicts its files above its own limit. Then all shares
/// evict files, in the order of ``DiskShare/Kind``.
package final class DiskBudget: Sendable {
    /// The number of bytes of free disk space that the SDK leaves to the app and the system.
    package static let reserve: Int64 = 64 * 1_024 * 1_024

    private let maximum: Int64
    private let freeSpace: @Sendable () -> Int64?
    private let log: Log
    /// Locked during eviction, so that two callers do not count the same freed bytes.
    private let shares = Locked<[DiskShare]>([])

    /// - Parameters:
    ///   - maximum: the limit in bytes for all shares together.
    ///   - freeSpace: the free bytes on the disk; `nil` if unknown.
    package init(maximum: Int64, freeSpace: @escaping @Sendable () -> Int64?, log: Log) {
        self.maximum = maximum
        self.freeSpace = freeSpace
        self.log = log
    }

    /// Adds a share, or replaces the share with the same name.
    package func register(_ share: DiskShare) {
        shares.withLock { shares in
            shares.removeAll { $0.name == share.name }
            shares.append(share)
            // Within one kind, the share that was registered first is evicted first.
            shares.sort { $0.kind < $1.kind }
        }
    }

    /// Evicts files until a share can write `bytes` bytes.
    ///
    /// Blocks while files are deleted; call this before a download starts.
    /// - Returns: whether the bytes fit the share's limit, the budget and the disk.
    @discardableResult
    package func makeRoom(for bytes: Int64, in name: String) -> Bool {
        shares.withLock { shares in
            var isWithinLimit = true
            if let share = shares.first(where: { $0.name == name }) {
                isWithinLimit = evict(share.usage() + bytes - share.limit, from: [share])
            }
            let isWithinBudget = evict(shares.reduce(bytes - maximum) { $0 + $1.usage() }, from: shares)
            guard let free = freeSpace() else { return isWithinLimit && isWithinBudget }
            return evict(bytes + Self.reserve - free, from: shares) && isWithinLimit && isWithinBudget
        }
    }

    /// The number of bytes of each share, by name.
    package func usage() -> [String: Int64] {
        shares.withLock { Dictionary($0.map { ($0.name, $0.usage()) }) { $1 } }
    }

    /// - Returns: whether at least `excess` bytes were freed.
    private func evict(_ excess: Int64, from shares: [DiskShare]) -> Bool {
        var excess = excess
        for share in shares where excess > 0 {
            let freed = share.evict(excess)
            guard freed > 0 else { continue }
            log(.info, .debug, "\(freed) bytes of \(share.name) were deleted to free disk space")
            excess -= freed
        }
        return excess <= 0
    }
}
