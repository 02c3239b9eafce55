/// The control plane's database in PostgreSQL.
///
///     let database = try PostgresDatabase("postgres://marquee@db.example.com/marquee")
///
/// Connections are made when they are needed, and made again after they broke. A transaction whose connection breaks
/// before the commit runs again once; one that other transactions prevented runs again some times.
final class PostgresDatabase: SQLDatabase, CustomStringConvertible {
    /// Bounds of a database's use.
    struct Limits: Sendable {
        /// How many transactions run at the same time.
        var connections = 8
        /// How long a caller waits for a connection, and how long for a server that cannot be reached.
        var waiting = Duration.seconds(5)
        /// How often a transaction runs when others are in its way.
        var attempts = 10
        /// How many statements each connection keeps prepared.
        var statements = 256
        /// How long a named lock is waited for.
        var namedLock = Duration.seconds(60)
        var timeouts = PostgresTimeouts()

        /// What is left of the wait for making a connection; enough for a server that answers.
        fileprivate func connecting(
            at now: ContinuousClock.Instant, deadline: ContinuousClock.Instant
        ) -> Duration {
            min(timeouts.connecting, max(.seconds(1), deadline - now))
        }

        fileprivate var lockTimeouts: PostgresTimeouts {
            var timeouts = timeouts
            timeouts.lock = namedLock
            // The lock's own limit ends the wait; a server that is silent is given up.
            timeouts.statement = namedLock + .seconds(5)
            return timeouts
        }
    }

    private let address: PostgresAddress
    private let lockAddress: PostgresAddress
    private let limits: Limits
    private let pool: FairPool<PostgresConnection>
    private let clock: any Clock<Duration>

    /// Connects to nothing yet.
    /// - Throws: `invalid` for an address that cannot be used.
    init(
        _ text: String, limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()
    ) throws(StoreError) {
        let address = try PostgresAddress(text, timeouts: limits.timeouts)
        self.address = address
        lockAddress = try PostgresAddress(text, timeouts: limits.lockTimeouts)
        self.limits = limits
        self.clock = clock
        let connections = (0..<max(1, limits.connections)).map { _ in
            PostgresConnection(to: address, timeouts: limits.timeouts, statements: limits.statements)
        }
        pool = FairPool(connections, waiting: limits.waiting)
    }

    /// The engine and the address, without the password.
    var description: String { "PostgreSQL at \(address)" }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        try await run(.reading, body)
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        try await run(.writing, body)
    }

    /// The server's version, such as 15.18.
    func version() async throws(StoreError) -> String {
        let row = try await read { try $0.row("SELECT current_setting('server_version') AS version") }
        let version: String = try row?["version"] ?? ""
        return String(version.prefix { $0 != " " })
    }

    /// Waits for the transactions that run and ends all connections; later calls fail.
    func close() async {
        for connection in await pool.close() { await connection.perform { $0.disconnect() } }
    }

    /// A connection beside the pool's, which waits for a lock as long as a named lock may take.
    func lockConnection() -> PostgresConnection {
        PostgresConnection(to: lockAddress, timeouts: limits.timeouts, statements: 1)
    }

    private func run<Value: Sendable>(
        _ kind: PostgresTransaction, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(StoreError) -> Value {
        var retries = PostgresRetries(
            attempts: limits.attempts, connections: max(1, limits.connections), patience: limits.waiting, from: .now)
        var random = SystemRandomNumberGenerator()
        while true {
            let connection = try await pool.take()
            let limit = limits.connecting(at: .now, deadline: retries.deadline)
            let outcome = await connection.perform { $0.transaction(kind, connectingWithin: limit, body) }
            pool.giveBack(connection)
            switch outcome {
            case .done(let value): return value
            case .failed(let error): throw error
            case .interrupted(let interruption, let failure):
                try await pause(try retries.delay(after: interruption, failure, at: .now, using: &random))
            }
        }
    }

    private func pause(_ delay: Duration) async throws(StoreError) {
        guard delay > .zero else { return }
        do { try await clock.sleep(for: delay) } catch {
            throw StoreError(.storage, "the task was cancelled before its transaction ran again", cause: error)
        }
    }
}
