import Benchmark
import Comparison
import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire

/// How long an app waits for the start: with stored content, with a full outbox, and with content in its bundle.
enum StartBenchmarks {
    static func register() {
        register("stored content") { service, environment in
            let first = try Marquee(configuration: try configuration(service), environment: environment)
            if let error = await first.hub.refresh().error { throw error }
            await first.close()
            return nil
        }
        register("full outbox") { service, environment in
            let first = try Marquee(configuration: try configuration(service), environment: environment)
            let text = String(repeating: "x", count: 400)
            for number in 0..<Int64(100_000) {
                first.track("something_happened", ["number": .integer(number), "text": .text(text)])
            }
            try await first.core.outbox.flush()
            await first.close()
            return nil
        }
        register("pre-cached content") { service, environment in
            let maker = try TemporaryFolder()
            let first = try Marquee(
                configuration: try configuration(service),
                environment: Environment(folder: maker.url, transport: service))
            if let error = await first.hub.refresh().error { throw error }
            await first.close()
            let content = maker.url.appending(path: "content")
            let names = try FileManager.default.contentsOfDirectory(atPath: content.path)
            guard let name = names.first(where: { $0.hasPrefix("content-") }) else {
                throw BenchmarkFailure("there is no content file")
            }
            let precached = environment.folder.appending(path: "contentDB.sqlite3")
            try FileManager.default.createDirectory(at: environment.folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: content.appending(path: name), to: precached)
            return precached
        }
    }

    private static func configuration(_ service: SimulatedContentService) throws -> Configuration {
        Configuration(service: service.url, trustAnchors: [try service.publicKey()])
    }

    /// - Parameter prepare: leaves in the folder what an earlier run of the app left; returns the bundle's content.
    private static func register(
        _ name: String, prepare: @escaping @Sendable (SimulatedContentService, Environment) async throws -> URL?
    ) {
        let start = Latency("start")
        Benchmark("Start: \(name)", configuration: start.configuration(rounds: 5)) { benchmark in
            let folder = try TemporaryFolder()
            let service = try SimulatedContentService()
            try service.publish(.sample(articles: 150))
            let environment = Environment(folder: folder.url, transport: service)
            let precached = try await prepare(service, environment)
            for _ in 0..<20 {
                if precached != nil {
                    // Every start takes the content of the bundle over again.
                    try? FileManager.default.removeItem(at: folder.url.appending(path: "content"))
                }
                let marquee = try start.time(benchmark) {
                    let marquee = try Marquee(
                        configuration: try configuration(service), environment: environment, precached: precached)
                    marquee.run()
                    return marquee
                }
                await marquee.close()
            }
        }
    }
}
