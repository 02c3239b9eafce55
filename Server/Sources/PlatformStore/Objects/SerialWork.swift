/// Runs tasks one after the other, in the order of the calls.
package actor SerialWork {
    package init() {}

    private var last: Task<Void, Never>?

    /// Returns when all earlier work and `work` are done.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let before = last
        let task = Task {
            await before?.value
            return try await work()
        }
        last = Task { _ = await task.result }
        return try await task.value
    }
}
