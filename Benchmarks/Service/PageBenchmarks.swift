import Benchmark
import Comparison
import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeServer
import MarqueeTesting
import MarqueeWire
import Publishing

/// A page or asset of a presented hub of 300 articles, answered from the verified database: navigation, gate, policy and
/// tailoring included.
enum PageBenchmarks {
    private static let kinds: [(name: String, prefix: String)] = [
        ("article page", "/a/"), ("channel page, 75 cards", "/c/"), ("picture", "/assets/"),
    ]

    static func register() {
        for kind in kinds {
            let latency = Latency(kind.name)
            Benchmark("Serve: \(kind.name)", configuration: latency.configuration(rounds: 3)) { benchmark in
                try await measure(kind.prefix, latency, benchmark)
            }
        }
    }

    private static func measure(_ prefix: String, _ latency: Latency, _ benchmark: Benchmark) async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer(in: folder.url)
        let version = try await server.publish(try Magazine(in: folder.url, articles: 300))
        let reader = try await Reader(of: server, in: folder.url)
        _ = try await reader.refresh()
        let hub = try await reader.marquee.hub.present(on: RecordingSurface())
        let manifests = try await server.server.publisher.manifests(of: version, in: server.scope)
        let uris = manifests.flatMap { $0.items.map(\.uri) + $0.assets.map(\.uri) }.map(\.description)
        let urls = uris.filter { $0.contains(prefix) }.compactMap { URL(string: $0) }
        guard !urls.isEmpty else { throw BenchmarkFailure("no page with \(prefix)") }
        for number in 0..<2_000 {
            let request = ResourceRequest(
                urls[number % urls.count], purpose: prefix == "/assets/" ? .resource : .page)
            let answer = latency.time(benchmark) {
                if request.purpose == .page { hub.load(request.url.absoluteString) }
                return hub.resource(for: request)
            }
            guard case .content = answer else { throw BenchmarkFailure("\(request.url): \(answer)") }
        }
        try hub.dismiss()
        await reader.marquee.close()
        await server.close()
    }
}
