import Benchmark
import Collector
import Comparison
import Foundation
import Logging
import MarqueeTesting
import MarqueeWire

/// Spooled events into the warehouse, figures and reports included, beside SQLite's bare inserts of the same rows.
enum FoldBenchmarks {
    static func register() {
        let contest = Contest(unit: "events", against: "raw SQLite, 10,000 a transaction")
        let batches = 2_000
        Benchmark("Fold: \(batches * 50) events", configuration: contest.configuration(rounds: 5)) { benchmark in
            let folder = try TemporaryFolder()
            let scope = try Scope(app: RunningServer.app)
            var logger = Logger(label: "bench")
            logger.logLevel = .critical
            let collector = try Collector.open(at: folder.url, logger: logger)
            try await accept(EventBatches.make(batches), collector, scope)
            // The rows have to exist before they can be inserted once more, so our side is always first here.
            let ours = try await ContinuousClock().measure { while try await collector.folding.foldOnce() {} }
            let rows = try RawInserts(of: "event", in: folder.url.appending(path: "warehouse.sqlite3"))
            guard rows.count == batches * 50 else { throw BenchmarkFailure("events were lost") }
            try await contest.round(
                benchmark, count: rows.count, ours: { ours },
                baseline: { try rows.run(in: folder.url, rowsPerTransaction: 10_000) })
        }
    }

    private static func accept(_ batches: [[UInt8]], _ collector: Collector, _ scope: Scope) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<16 {
                group.addTask {
                    for index in stride(from: worker, to: batches.count, by: 16) {
                        _ = try await collector.intake.accept(batches[index], scope: scope)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
