import Foundation

/// One budget for the files of all capabilities, so that none fills the disk.
///
/// Each capability registers a ``DiskShare`` and asks for room before it downloads. When there is too little, files are
/// evicted: the asking share's own above its limit, then those of all shares, ordered by ``DiskShare/Kind``.
package final class DiskBudget: Sendable {
    /// The bytes of the disk that the SDK leaves to the app and the system.
    package static let reserve: Int64 = 64 * 1_024 * 1_024

    private let maximum: Int64
    private let freeSpace: @Sendable () -> Int64?
    private let log: Log
    /// Held while files are evicted, so that two callers do not free the same room twice.
    private let shares = Locked<[DiskShare]>([])

    /// - Parameters:
    ///   - maximum: bytes for all shares together.
    ///   - freeSpace: bytes that are free on the disk; `nil` when it is not known.
    package init(maximum: Int64, freeSpace: @escaping @Sendable () -> Int64?, log: Log) {
        self.maximum = maximum
        self.freeSpace = freeSpace
        self.log = log
    }

    /// Adds a share, or replaces the one of the same name.
    package func register(_ share: DiskShare) {
        shares.withLock { shares in
            shares.removeAll { $0.name == share.name }
            shares.append(share)
            // Of one kind, the share registered first is evicted first.
            shares.sort { $0.kind < $1.kind }
        }
    }

    /// Evicts what has to go before a share writes so many bytes.
    ///
    /// Blocks while files are deleted; call it where a download begins.
    /// - Returns: whether there is room within the share's limit, the budget and the disk.
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

    /// The bytes of each share.
    package func usage() -> [String: Int64] {
        shares.withLock { Dictionary($0.map { ($0.name, $0.usage()) }) { $1 } }
    }

    /// - Returns: whether at least so many bytes were freed.
    private func evict(_ excess: Int64, from shares: [DiskShare]) -> Bool {
        var excess = excess
        for share in shares where excess > 0 {
            let freed = share.evict(excess)
            guard freed > 0 else { continue }
            log(.info, .debug, "\(freed) bytes of \(share.name) were deleted to make room")
            excess -= freed
        }
        return excess <= 0
    }
}
