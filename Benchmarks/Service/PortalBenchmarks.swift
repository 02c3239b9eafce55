import Benchmark
import Comparison
import Foundation
import MarqueeTesting
import PlatformStore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Pages of the portal over an app with 10,000 articles, from a running server to a person who is signed in.
enum PortalBenchmarks {
    private static let pages: [(name: String, path: String)] = [
        ("articles", "content"), ("articles by title, last page", "content?sort=title&page=200"),
        ("articles by channel", "content?sort=channel&page=100"),
        ("articles, searched", "content?q=mountain+hut"),
        ("articles, by tag and state", "content?tag=tag-7&state=ready"),
        ("hubs and channels", "hubs"), ("one channel of 500", "hubs/magazine/channels/channel-3"), ("tags", "tags"),
    ]

    static func register() {
        for page in pages {
            let latency = Latency(page.name)
            Benchmark("Portal.List: \(page.name)", configuration: latency.configuration(rounds: 1)) { benchmark in
                try await measure(page.path, latency, benchmark)
            }
        }
    }

    private static func measure(_ path: String, _ latency: Latency, _ benchmark: Benchmark) async throws {
        let folder = try TemporaryFolder()
        let server = try await RunningServer(in: folder.url)
        try await LongList.fill(server.server.platform.content)
        let visitor = try await PortalVisitor(of: server)
        _ = try await visitor.get(path)
        for _ in 0..<300 { try await latency.time(benchmark) { _ = try await visitor.get(path) } }
        await server.close()
    }
}
