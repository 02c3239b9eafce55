import MarqueeCore
import MarqueeWire

/// Hands unlocked rewards to the app, one after the other, oldest first.
///
/// A reward counts as delivered when the app's closure has returned. If the process ends before, or the closure throws, the
/// reward is delivered again: with the next reward or closure, when the app comes back, or after the next start. It keeps no
/// other reward back.
final class RewardDelivery: Sendable {
    typealias Handler = @Sendable (PlacementReward) async throws -> Void

    private struct State {
        var handler: Handler?
        var task: Task<Void, Never>?
        /// Something was unlocked, or a handler was set, since the running task last looked.
        var mustLook = false
        /// Rewards that are not on disk yet, each once.
        var unstored: [UnitReward] = []
        /// Receipts of rewards that the app has taken, which the disk does not know yet.
        var taken: Set<String> = []
    }

    private let delivering = Locked(State())
    /// Serialises writers, so that rewards are stored in the order in which they were unlocked.
    private let storing = Locked(())
    private let state: PlacementState
    private let log: Log

    init(_ state: PlacementState, log: Log) {
        self.state = state
        self.log = log
    }

    func setHandler(_ handler: Handler?) {
        delivering.withLock { $0.handler = handler }
        look()
    }

    /// Stores what the disk did not take before, and delivers what waits.
    func look() { unlock([]) }

    /// Stores rewards whose signatures were checked, and delivers them. The caller does not wait for the disk, because it may
    /// be the main thread.
    /// - Returns: a task that ends when the rewards are on disk. What the disk does not take is stored with the next look, as
    ///   long as the process runs.
    @discardableResult
    func unlock(_ rewards: [UnitReward]) -> Task<Void, Never> {
        delivering.withLock { delivering in
            let waiting = Set(delivering.unstored.map(\.receipt))
            delivering.unstored += rewards.filter { !waiting.contains($0.receipt) }
        }
        return Task {
            store()
            deliver()
        }
    }

    /// Stores what is not on disk yet.
    func store() {
        storing.withLock { _ in
            let rewards = delivering.withLock { $0.unstored }
            guard !rewards.isEmpty else { return }
            do throws(MarqueeError) {
                try state.unlock(rewards)
                delivering.withLock { $0.unstored.removeFirst(rewards.count) }
            } catch {
                log(.criticalError, .debug, "\(rewards.count) rewards could not be stored yet: \(error.message)")
            }
        }
    }

    /// Returns when what was unlocked is on disk, and the closure that runs now has returned.
    func close() async {
        store()
        let task = delivering.withLock { state in
            state.handler = nil
            return state.task
        }
        await task?.value
    }

    private func deliver() {
        delivering.withLock { state in
            state.mustLook = true
            guard state.task == nil, state.handler != nil else { return }
            state.task = Task { await self.deliverAll() }
        }
    }

    private func deliverAll() async {
        while mustLook() {
            do {
                var last: Int64 = 0
                while let (number, reward) = try state.undelivered(after: last) {
                    last = number
                    // Asked for each reward, because the app may set another one meanwhile.
                    guard let handler = delivering.withLock({ $0.handler }) else { break }
                    await deliver(reward, to: handler)
                }
            } catch {
                log(.error, .debug, "rewards cannot be read and are delivered later: \(error.message)")
            }
        }
    }

    private func deliver(_ reward: PlacementReward, to handler: Handler) async {
        do {
            if !delivering.withLock({ $0.taken.contains(reward.receipt) }) { try await handler(reward) }
            delivering.withLock { _ = $0.taken.insert(reward.receipt) }
            try state.delivered(reward.receipt)
            delivering.withLock { _ = $0.taken.remove(reward.receipt) }
        } catch {
            log(.error, .debug, "a reward stays undelivered and is delivered again later: \(error)")
        }
    }

    /// Whether another look is due; otherwise the task ends.
    private func mustLook() -> Bool {
        delivering.withLock { state in
            guard state.mustLook, state.handler != nil else {
                state.task = nil
                return false
            }
            state.mustLook = false
            return true
        }
    }
}
