import MarqueeCore

/// Work that runs once at a time. Callers that come while it runs wait for the same result.
final class SharedWork<Value: Sendable>: Sendable {
    private struct Waiter {
        weak var delegate: (any PlacementDelegate)?
        let caller: CheckedContinuation<Value?, Never>
    }

    private struct State {
        var task: Task<Void, Never>?
        /// Counts what was started; the end of work that was cancelled is ignored.
        var turn = 0
        var waiters: [Waiter] = []
    }

    private let state = Locked(State())

    /// Waits for the work that runs, or starts it.
    /// - Parameter deliver: gets the result before any caller does; not called for work that was cancelled. Must not call
    ///   this object.
    /// - Returns: `nil` if the work was cancelled for this caller.
    func value(
        for delegate: (any PlacementDelegate)?, _ work: @escaping @Sendable () async -> Value,
        deliver: @escaping @Sendable (Value) -> Void = { _ in }
    ) async -> Value? {
        await withCheckedContinuation { caller in
            state.withLock { state in
                state.waiters.append(Waiter(delegate: delegate, caller: caller))
                guard state.task == nil else { return }
                state.turn += 1
                state.task = Task { [turn = state.turn] in
                    let value = await work()
                    self.finish(turn, value, deliver)
                }
            }
        }
    }

    /// Cancels the work for every caller.
    func cancel() { cancel { _ in true } }

    /// Cancels the work for one delegate's callers. Others get the result.
    func cancel(of delegate: any PlacementDelegate) { cancel { $0 === delegate } }

    private func cancel(where isCancelled: ((any PlacementDelegate)?) -> Bool) {
        let callers = state.withLock { state in
            let callers = state.waiters.filter { isCancelled($0.delegate) }.map(\.caller)
            state.waiters.removeAll { isCancelled($0.delegate) }
            if state.waiters.isEmpty {
                state.task?.cancel()
                state.task = nil
                state.turn += 1
            }
            return callers
        }
        for caller in callers { caller.resume(returning: nil) }
    }

    private func finish(_ turn: Int, _ value: Value, _ deliver: (Value) -> Void) {
        let callers = state.withLock { state -> [CheckedContinuation<Value?, Never>] in
            guard state.turn == turn else { return [] }
            // Under the lock, so that nothing is delivered after a cancellation has returned.
            deliver(value)
            defer { (state.task, state.waiters) = (nil, []) }
            return state.waiters.map(\.caller)
        }
        for caller in callers { caller.resume(returning: value) }
    }
}
