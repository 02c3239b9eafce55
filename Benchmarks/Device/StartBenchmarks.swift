import Benchmark
import Comparison
import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire

/// What a start costs the app that waits for it.
enum StartBenchmarks {
    static func register() {
        let start = Latency("start")
        Benchmark("Start: stored content", configuration: start.configuration(rounds: 5)) { benchmark in
            let folder = try TemporaryFolder()
            let service = try SimulatedContentService()
            try service.publish(.sample(articles: 150))
            let configuration = Configuration(service: service.url, trustAnchors: [try service.publicKey()])
            let environment = Environment(folder: folder.url, transport: service)
            let first = try Marquee(configuration: configuration, environment: environment)
            if let error = await first.hub.refresh().error { throw error }
            await first.close()
            for _ in 0..<20 {
                let marquee = try start.time(benchmark) {
                    let marquee = try Marquee(configuration: configuration, environment: environment)
                    marquee.run()
                    return marquee
                }
                guard marquee.hub.isReady else { throw BenchmarkFailure("the stored content was not ready") }
                await marquee.close()
            }
        }
    }
}
