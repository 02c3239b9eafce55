/// Does one thing after the other, in the order in which they were asked for.
actor SerialWork {
    private var last: Task<Void, Never>?

    /// Returns when all that was asked for before is done, and `work` as well.
    func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let before = last
        let task = Task {
            await before?.value
            return try await work()
        }
        last = Task { _ = await task.result }
        return try await task.value
    }
}
