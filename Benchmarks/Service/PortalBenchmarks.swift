import Benchmark
import Comparison
import Foundation
import Publishing
import MarqueeServer
import MarqueeTesting
import PlatformStore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Pages of the portal over an app with 10,000 articles, from a running server to a person who is signed in.
enum PortalBenchmarks {
    private static let pages: [(name: String, path: String)] = [
        ("articles", "content"), ("articles by title, last page", "content?sort=title&page=200"),
        ("articles, last page", "content?page=200"),
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

    /// Looking at what a publish would change, and publishing it.
    static func registerPublish() {
        let names = ["look after an edit", "look again", "publish after a look"]
        for (index, name) in names.enumerated() {
            let latency = Latency(name)
            Benchmark("Portal.Publish: \(name)", configuration: latency.configuration(rounds: 1)) { benchmark in
                let folder = try TemporaryFolder()
                let server = try await RunningServer(in: folder.url)
                try await LongList.fill(server.server.platform.content)
                let visitor = try await PortalVisitor(of: server)
                _ = try await server.server.publisher.publish(server.scope, by: "benchmark")
                for round in 0..<5 {
                    try await LongList.edit(round, in: server.server.platform.content)
                    if index == 0 {
                        try await latency.time(benchmark) { _ = try await visitor.get("publish") }
                    } else {
                        _ = try await visitor.get("publish")
                    }
                    for _ in 0..<20 where index == 1 {
                        try await latency.time(benchmark) { _ = try await visitor.get("publish") }
                    }
                    guard index == 2 else { continue }
                    _ = try await latency.time(benchmark) {
                        try await server.server.publisher.publish(server.scope, by: "benchmark")
                    }
                }
                await server.close()
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
