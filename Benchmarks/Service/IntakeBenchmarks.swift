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
/// Folding goes on meanwhile, as it does on a server in use.
enum IntakeBenchmarks {
    static func register() {
        let contest = Contest(unit: "batches", against: "a route that only reads the body")
        let count = 2_000
        Benchmark(
            "Intake: batches of 50 events, 16 connections", configuration: contest.configuration(rounds: 7)
        ) { benchmark in
            let folder = try TemporaryFolder()
            let server = try await RunningServer(in: folder.url)
            let plain = try await BodyOnlyServer()
            let batches = EventBatches.make(count)
            try await contest.round(
                benchmark, count: count,
                ours: {
                    try await PostLoad(to: server.service.appending(path: "events"), connections: 16).run(batches)
                },
                baseline: { try await PostLoad(to: plain.address, connections: 16).run(batches) })
            await plain.close()
            await server.close()
        }
    }
}
