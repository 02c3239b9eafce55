import MarqueeCore

/// Fetches each file once at a time. Callers that ask for a file while it is fetched get the same one.
///
/// When the last of them is cancelled, so is the fetch.
final class UnitFetches: Sendable {
    private struct Fetch {
        /// Tells this fetch from a later one of the same file.
        let number: Int
        let task: Task<UnitFile?, Never>
        /// The callers that were not cancelled.
        var callers = 1
    }

    private struct State {
        /// By the names of files.
        var running: [String: Fetch] = [:]
        var last = 0
    }

    private let state = Locked(State())

    /// Waits for the fetch that runs, or starts it.
    func file(_ name: String, _ fetch: @escaping @Sendable () async -> UnitFile?) async -> UnitFile? {
        let (number, task) = join(name, fetch)
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            leave(name, number)
        }
    }

    private func join(
        _ name: String, _ fetch: @escaping @Sendable () async -> UnitFile?
    ) -> (number: Int, task: Task<UnitFile?, Never>) {
        state.withLock { state in
            if let running = state.running[name] {
                state.running[name]?.callers += 1
                return (running.number, running.task)
            }
            state.last += 1
            let number = state.last
            let task = Task {
                let file = await fetch()
                self.end(name, number)
                return file
            }
            state.running[name] = Fetch(number: number, task: task)
            return (number, task)
        }
    }

    private func leave(_ name: String, _ number: Int) {
        let task = state.withLock { state -> Task<UnitFile?, Never>? in
            guard state.running[name]?.number == number else { return nil }
            state.running[name]?.callers -= 1
            guard state.running[name]?.callers == 0 else { return nil }
            return state.running.removeValue(forKey: name)?.task
        }
        task?.cancel()
    }

    private func end(_ name: String, _ number: Int) {
        state.withLock { if $0.running[name]?.number == number { $0.running[name] = nil } }
    }
}
