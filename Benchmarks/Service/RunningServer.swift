import Comparison
import Foundation
import Logging
import MarqueeServer
import MarqueeWire
import PlatformStore
import Publishing

/// A real server on a port of its own, with an app and its keys, for the length of a benchmark.
struct RunningServer {
    static let app = "bench"

    let server: MarqueeServer
    let address: URL
    let scope: Scope
    /// The file that is folded into.
    let warehouse: URL
    private let task: Task<Void, any Error>

    init(in folder: URL) async throws {
        var logger = Logger(label: "bench")
        logger.logLevel = .critical
        let server = try await MarqueeServer(
            configuration: ServerConfiguration(flags: [
                .data: folder.appending(path: "server").path, .port: "0", .lab: "off",
                // Senders are counted, and none is refused.
                .eventRatePerAddress: "1GiB", .eventRatePerInstall: "1GiB", .connectionsPerAddress: "2000",
            ]), logger: logger)
        self.server = server
        scope = try Scope(app: Self.app)
        warehouse = folder.appending(path: "server/events/warehouse.sqlite3")
        _ = try await server.platform.apps.create(Self.app, name: "Benchmarks", by: "benchmark")
        _ = try await server.publisher.keys.initialize(app: Self.app, by: "benchmark")
        let (started, continuation) = AsyncStream<URL>.makeStream()
        // The harness waits on a thread of those that tasks of the default priority share. Those of this one share others, so
        // that the server has as many as it would have in a process of its own.
        task = Task(priority: .userInitiated) { try await server.run { continuation.yield($0.server) } }
        var iterator = started.makeAsyncIterator()
        guard let address = await iterator.next() else { throw BenchmarkFailure("the server did not start") }
        self.address = address
    }

    /// Where a device asks.
    var service: URL { address.appending(path: ServiceRoute.servicePath(scope)) }

    /// Imports the magazine as it is now and publishes it.
    /// - Returns: the version.
    func publish(_ magazine: Magazine) async throws -> Int {
        let importer = ContentImporter(platform: server.platform)
        let request = ImportRequest(source: magazine.folder.path, app: Self.app, hub: "Magazine")
        let report = try await importer.run(request)
        guard report.problems.isEmpty else { throw BenchmarkFailure("\(report.problems)") }
        return try await server.publisher.publish(scope, by: "benchmark").release.version
    }

    func close() async {
        task.cancel()
        _ = await task.result
    }
}
