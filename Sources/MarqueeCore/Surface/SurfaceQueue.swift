/// Performs actions on a surface one after the other, in the order in which they were decided, without making the decider
/// wait.
package struct SurfaceQueue<Action: Sendable>: Sendable {
    private let actions: AsyncStream<Action>.Continuation

    /// - Parameter perform: what an action means to the surface; the next one waits until it returns.
    package init(perform: @escaping @Sendable (Action) async -> Void) {
        let (stream, continuation) = AsyncStream.makeStream(of: Action.self)
        actions = continuation
        Task {
            for await action in stream { await perform(action) }
        }
    }

    /// Never waits.
    /// - Parameter isLast: nothing is performed after this action.
    package func callAsFunction(_ action: Action, isLast: Bool = false) {
        actions.yield(action)
        if isLast { actions.finish() }
    }
}
