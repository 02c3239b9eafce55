import Benchmark
import Comparison
import TestPostgres

/// The driver beside a bare libpq loop with the same prepared statements and the same transactions.
enum DriverBenchmarks {
    private struct Work: Sendable {
        let name: String
        let rows: Int
        let perTransaction: Int
        let ours: @Sendable (PostgresDatabase, Int, Int) async throws -> Void
        let bare: @Sendable (BareLibpq, Int, Int) throws -> Void
    }

    static func register() {
        register(
            Work(
                name: "inserts, 100 a transaction", rows: 5_000, perTransaction: 100,
                ours: DriverRounds.insert, bare: DriverRounds.bareInsert))
        register(
            Work(
                name: "point reads, 100 a transaction", rows: 5_000, perTransaction: 100,
                ours: DriverRounds.read, bare: DriverRounds.bareRead))
        register(
            Work(
                name: "point reads, each its transaction", rows: 2_000, perTransaction: 1,
                ours: DriverRounds.read, bare: DriverRounds.bareRead))
    }

    private static func register(_ work: Work) {
        let contest = Contest(unit: "rows", against: "bare libpq")
        Benchmark("PostgreSQL: \(work.name)", configuration: contest.configuration(rounds: 20)) { benchmark in
            let address = try TestPostgres.shared.makeDatabase()
            let rounds = try await DriverRounds(address)
            try await contest.round(
                benchmark, count: work.rows,
                ours: {
                    try await rounds.time { try await work.ours(rounds.database, work.rows, work.perTransaction) }
                },
                baseline: { try await rounds.time { try work.bare(rounds.bare, work.rows, work.perTransaction) } })
            await rounds.database.close()
        }
    }
}
