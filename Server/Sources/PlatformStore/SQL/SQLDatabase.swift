import MarqueeWire

/// The control plane's database on one of its engines.
///
/// Transactions behave as if they ran one after another. Their work runs on threads that may wait, never on those that
/// Swift's tasks share. An engine may run the work of a transaction again, so it has to depend on the connection and on
/// its captured values only.
protocol SQLDatabase: Sendable {
    /// Runs work that only reads, and sees one state of the database.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value

    /// Runs work in a transaction; what it wrote is durable when the call returns, and gone when it throws.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value

    /// Another number after every transaction that wrote: at once after those of ``write(_:)``, and within a millisecond
    /// after those of other processes. What was read before holds as long as the number stays. `nil` when the engine cannot
    /// tell in a few microseconds.
    var changeNumber: Int64? { get }

    /// Runs the migrations that have not run yet.
    func migrate(_ migrations: [SQLMigration]) async throws(StoreError)
}

extension SQLDatabase {
    var changeNumber: Int64? { nil }
}
