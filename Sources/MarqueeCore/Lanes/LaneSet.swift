/// The senders of all lanes; they run in parallel.
final class LaneSet: Sendable {
    private struct State {
        var senders: [LaneSender] = []
        var tasks: [Task<Void, Never>] = []
        var isRunning = false
    }

    private let state = Locked(State())

    deinit {
        state.withLock { state in for task in state.tasks { task.cancel() } }
    }

    /// Adds a sender; if the others run already, it starts at once.
    func add(_ sender: LaneSender) {
        state.withLock { state in
            state.senders.append(sender)
            if state.isRunning { state.tasks.append(Task { await sender.run() }) }
        }
    }

    /// - Returns: `true` for the call that started the senders.
    func start() -> Bool {
        state.withLock { state in
            guard !state.isRunning else { return false }
            state.isRunning = true
            state.tasks = state.senders.map { sender in Task { await sender.run() } }
            return true
        }
    }

    func resume() {
        for sender in senders { sender.resume() }
    }

    /// Sends in the background. If the calling task is cancelled, the running requests end too, and their items wait
    /// again.
    func enteredBackground() async {
        await withTaskCancellationHandler {
            await forEach { await $0.enteredBackground() }
        } onCancel: {
            for sender in senders { sender.cancelRequests() }
        }
    }

    func networkReturned() async { await forEach { await $0.networkReturned() } }

    func stop() async {
        let tasks = state.withLock { $0.tasks }
        for task in tasks { task.cancel() }
        await forEach { await $0.stop() }
        for task in tasks { await task.value }
    }

    private var senders: [LaneSender] { state.withLock { $0.senders } }

    private func forEach(_ body: @escaping @Sendable (LaneSender) async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for sender in senders { group.addTask { await body(sender) } }
        }
    }
}

extension LaneSender {
    /// Cancels the running requests, which counts as no attempt.
    fileprivate func cancelRequests() {
        state.withLock { state in
            state.current?.cancel()
            state.unstored?.cancel()
        }
    }
}
