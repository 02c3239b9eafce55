import Benchmark
import Comparison
import Foundation
import Hummingbird
import Logging
import MarqueeTesting
import MarqueeWire
import NIOCore

/// Event batches over loopback HTTP, on disk before the answer, beside a route of the same framework that reads the
/// body and throws it away.
///
/// Alone, with the warehouse locked so that nothing is folded, from a few connections and from many, whose batches share
/// their syncs; and as on a server in use, where what was taken is folded meanwhile.
enum IntakeBenchmarks {
    private static let loads = [(16, false), (64, false), (256, false), (16, true)]

    static func register() {
        for (connections, folding) in loads {
            let contest = Contest(unit: "batches", against: "a route that only reads the body")
            let name =
                "Intake: batches of 50 events, \(connections) connections, "
                + (folding ? "folding meanwhile" : "nothing folded")
            Benchmark(name, configuration: contest.configuration(rounds: 7)) { benchmark in
                try await measure(2_000, connections, folding: folding, contest, benchmark)
            }
        }
    }

    private static func measure(
        _ count: Int, _ connections: Int, folding: Bool, _ contest: Contest, _ benchmark: Benchmark
    ) async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer(in: folder.url)
        let plain = try await BodyOnlyServer()
        let batches = EventBatches.make(count)
        let held = folding ? nil : try HeldDatabase(server.warehouse)
        try await contest.round(
            benchmark, count: count,
            ours: {
                try await PostLoad(to: server.service.appending(path: "events"), connections: connections).run(batches)
            },
            baseline: { try await PostLoad(to: plain.address, connections: connections).run(batches) })
        try held?.release()
        await plain.close()
        await server.close()
    }
}
