import MarqueeCore

/// Tasks of which the first result counts. Nobody waits for the others, so a task that ignores its cancellation holds
/// nothing up.
final class Race<Value: Sendable>: Sendable {
    private struct State {
        var decided: (@Sendable (Value) -> Void)?
        var tasks: [Task<Void, Never>] = []
    }

    private let state: Locked<State>

    /// - Parameter decided: gets the first result, in the task that has it.
    init(decided: @escaping @Sendable (Value) -> Void) {
        state = Locked(State(decided: decided))
    }

    /// Starts a task that may decide the race; nothing if it is decided.
    func run(_ body: @escaping @Sendable (Race) async -> Void) {
        guard !isDecided else { return }
        let task = Task { await body(self) }
        let isTooLate = state.withLock { state in
            if state.decided != nil { state.tasks.append(task) }
            return state.decided == nil
        }
        if isTooLate { task.cancel() }
    }

    /// Decides the race and cancels its tasks; only the first call counts.
    func decide(_ value: Value) {
        let (decided, tasks) = state.withLock { state in
            defer { (state.decided, state.tasks) = (nil, []) }
            return (state.decided, state.tasks)
        }
        for task in tasks { task.cancel() }
        decided?(value)
    }

    private var isDecided: Bool { state.withLock { $0.decided == nil } }
}
