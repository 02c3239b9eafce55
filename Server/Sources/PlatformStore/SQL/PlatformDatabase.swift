import MarqueeWire

/// The control plane's database, with the clock of the stores.
struct PlatformDatabase: Sendable {
    let engine: any SQLDatabase
    let now: @Sendable () -> Timestamp

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        try await engine.read(body)
    }

    /// Runs `body` in one transaction.
    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        try await engine.write(body)
    }
}
