import Synchronization

/// Whether the warehouse has room, as its writer saw it last and the intake asks.
final class Fullness: Sendable {
    private let isFullNow = Atomic(false)
    private let isPressingNow = Atomic(false)

    /// Whether no more events are taken.
    var isFull: Bool { isFullNow.load(ordering: .relaxed) }

    /// Whether the warehouse has reached its quota, and makes room until some of it is free.
    var isPressing: Bool { isPressingNow.load(ordering: .relaxed) }

    /// - Parameter goesOn: whether room is still being made.
    /// - Returns: whether the quota is exceeded.
    @discardableResult
    func note(_ usage: WarehouseUsage, goesOn: Bool = true) -> Bool {
        isFullNow.store(usage.isFull, ordering: .relaxed)
        if usage.isFull { isPressingNow.store(true, ordering: .relaxed) }
        if !goesOn { isPressingNow.store(false, ordering: .relaxed) }
        return usage.isFull
    }
}
