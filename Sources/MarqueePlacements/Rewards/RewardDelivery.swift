import MarqueeCore
import MarqueeWire

/// Hands unlocked rewards to the app, one after the other, oldest first.
///
/// A reward counts as delivered when the app's closure has returned. If the process ends before, or the closure throws, the
/// reward is delivered again: after the next start, or with the next reward.
final class RewardDelivery: Sendable {
    typealias Handler = @Sendable (PlacementReward) async throws -> Void

    private struct State {
        var handler: Handler?
        var task: Task<Void, Never>?
        /// Something was unlocked, or a handler was set, since the running task last looked.
        var mustLook = false
        /// Rewards that the disk did not take yet.
        var unstored: [UnitReward] = []
    }

    private let delivering = Locked(State())
    private let state: PlacementState
    private let log: Log

    init(_ state: PlacementState, log: Log) {
        self.state = state
        self.log = log
    }

    func setHandler(_ handler: Handler?) {
        delivering.withLock { $0.handler = handler }
        unlock([])
    }

    /// Stores rewards whose signatures were checked, and delivers them. What the disk does not take is stored with the next
    /// rewards, as long as the process runs.
    func unlock(_ rewards: [UnitReward]) {
        delivering.withLock { delivering in
            let all = delivering.unstored + rewards
            guard !all.isEmpty else { return }
            do throws(MarqueeError) {
                try state.unlock(all)
                delivering.unstored = []
            } catch {
                log(.criticalError, .debug, "\(all.count) rewards could not be stored yet: \(error.message)")
                delivering.unstored = all
            }
        }
        deliver()
    }

    /// Returns when the closure that runs now has returned.
    func close() async {
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
        while let handler = nextRound() {
            do {
                while let reward = try state.undelivered() {
                    try await handler(reward)
                    try state.delivered(reward.receipt)
                    guard delivering.withLock({ $0.handler != nil }) else { break }
                }
            } catch {
                log(.error, .debug, "a reward stays undelivered and is delivered again later: \(error)")
            }
        }
    }

    /// The handler for another look; `nil` ends the task.
    private func nextRound() -> Handler? {
        delivering.withLock { state in
            guard state.mustLook, let handler = state.handler else {
                state.task = nil
                return nil
            }
            state.mustLook = false
            return handler
        }
    }
}
