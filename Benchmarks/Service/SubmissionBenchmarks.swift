import Benchmark
import Comparison
import Foundation
import MarqueeServer
import MarqueeTesting
import MarqueeWire
import PlatformStore

/// Universal events over loopback HTTP at `/rest/events/submission`: the token, the types and the attributes of each event
/// are checked, and all is on disk before the answer. Beside batches of as many events at Marquee's own route.
enum SubmissionBenchmarks {
    private static let count = 2_000

    static func register() {
        for connections in [16, 64] {
            let contest = Contest(unit: "batches", against: "Marquee's own events")
            let name = "Intake.Engage: 50 universal events, \(connections) connections, nothing folded"
            Benchmark(name, configuration: contest.configuration(rounds: 7)) { benchmark in
                try await measure(connections, contest, benchmark)
            }
        }
    }

    private static func measure(_ connections: Int, _ contest: Contest, _ benchmark: Benchmark) async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer(in: folder.url)
        let token = try await token(at: server)
        var batches = EventBatches()
        let submissions = (0..<count).map { _ in batches.nextSubmission() }
        let own = EventBatches.make(count)
        let held = try HeldDatabase(server.warehouse)
        let host = server.address.appending(path: "rest/events/submission")
        let events = server.service.appending(path: "events")
        try await contest.round(
            benchmark, count: count,
            ours: {
                try await PostLoad(to: host, connections: connections, status: 201, token: token).run(submissions)
            },
            baseline: { try await PostLoad(to: events, connections: connections).run(own) })
        try held.release()
        await server.close()
    }

    private static func token(at server: RunningServer) async throws -> String {
        let clients = server.server.platform.engageClients
        try await clients.setAccount(EngageAccount(app: RunningServer.app, isProvisioned: true), by: "benchmark")
        let issued = try await clients.createClient(name: "Load", app: RunningServer.app, by: "benchmark")
        let answer = try await clients.issueToken(
            client: issued.client.id, secret: issued.secret, refreshToken: issued.refreshToken)
        guard case .issued(let token, _) = answer else { throw BenchmarkFailure("there is no token") }
        return token
    }
}
