import Benchmark
import Comparison
import Foundation
import Hummingbird
import Logging
import MarqueeTesting
import MarqueeWire
import NIOCore

/// Event batches over loopback HTTP, on disk before the answer, beside bodies of the same size that are read and dropped.
///
/// From a few connections and from many, whose batches share their syncs, with the warehouse locked so that nothing is
/// folded; and as on a server in use, where what was taken is folded meanwhile.
enum IntakeBenchmarks {
    private struct Load {
        let connections: Int
        var isFolding = false
        let baseline: Baseline
    }

    private enum Baseline: String {
        /// What taking events costs: the same server and route, which reads these bodies to their end and refuses them at
        /// their first byte, where no batch begins.
        case sameRoute = "the same route reading no batch"
        /// What everything costs: a server of the same framework with nothing in it.
        case bareServer = "a bare server that only reads the body"
    }

    private static let loads = [
        Load(connections: 16, baseline: .sameRoute), Load(connections: 64, baseline: .sameRoute),
        Load(connections: 256, baseline: .sameRoute),
        Load(connections: 16, baseline: .bareServer), Load(connections: 64, baseline: .bareServer),
        Load(connections: 256, baseline: .bareServer),
        Load(connections: 16, isFolding: true, baseline: .sameRoute),
    ]

    static func register() {
        for load in loads {
            let contest = Contest(unit: "batches", against: load.baseline.rawValue)
            let name =
                "Intake: batches of 50 events, \(load.connections) connections, "
                + (load.isFolding ? "folding meanwhile" : "nothing folded") + ", beside \(load.baseline.rawValue)"
            Benchmark(name, configuration: contest.configuration(rounds: 7)) { benchmark in
                try await measure(2_000, load, contest, benchmark)
            }
        }
    }

    private static func measure(_ count: Int, _ load: Load, _ contest: Contest, _ benchmark: Benchmark) async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer(in: folder.url)
        let plain = try await BodyOnlyServer()
        let events = server.service.appending(path: "events")
        let batches = EventBatches.make(count)
        let baseline =
            switch load.baseline {
            case .sameRoute:
                (address: events, bodies: batches.map { EventBatches.nonsense(size: $0.count) }, status: 400)
            case .bareServer: (address: plain.address, bodies: batches, status: 200)
            }
        let held = load.isFolding ? nil : try HeldDatabase(server.warehouse)
        try await contest.round(
            benchmark, count: count,
            ours: { try await PostLoad(to: events, connections: load.connections).run(batches) },
            baseline: {
                try await PostLoad(to: baseline.address, connections: load.connections, status: baseline.status)
                    .run(baseline.bodies)
            })
        try held?.release()
        await plain.close()
        await server.close()
    }
}
