import Synchronization

/// Whether the warehouse has room: set after each write, read by the intake.
final class Fullness: Sendable {
    private let isFullNow = Atomic(false)
    private let isPressingNow = Atomic(false)

    /// Whether new events are refused.
    var isFull: Bool { isFullNow.load(ordering: .relaxed) }

    /// Whether the warehouse has reached its quota, and makes room until some of it is free.
    var isPressing: Bool { isPressingNow.load(ordering: .relaxed) }

    /// - Parameter isTrimming: whether room is still being made.
    /// - Returns: whether the quota is exceeded.
    @discardableResult
    func update(_ usage: WarehouseUsage, isTrimming: Bool = true) -> Bool {
        isFullNow.store(usage.isFull, ordering: .relaxed)
        if usage.isFull { isPressingNow.store(true, ordering: .relaxed) }
        if !isTrimming { isPressingNow.store(false, ordering: .relaxed) }
        return usage.isFull
    }
}
