/// Performs actions on a surface one after the other, in order. The caller does not wait.
package struct SurfaceQueue<Action: Sendable>: Sendable {
    private let actions: AsyncStream<Action>.Continuation

    /// - Parameter perform: performs one action; the next action waits until it returns.
    package init(perform: @escaping @Sendable (Action) async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Action.self)
        actions = continuation
        Task {
            for await action in stream { await perform(action) }
        }
    }

    /// Adds an action to the queue and returns at once.
    /// - Parameter isLast: if it is `true`, later actions are ignored.
    package func callAsFunction(_ action: Action, isLast: Bool = false) {
        actions.yield(action)
        if isLast { actions.finish() }
    }
}
