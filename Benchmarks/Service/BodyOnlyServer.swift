import Comparison
import Foundation
import Hummingbird
import Logging
import NIOCore

/// The least a server can do with a posted body.
struct BodyOnlyServer {
    let address: URL
    private let task: Task<Void, any Error>

    init() async throws {
        let router = Router(context: BasicRequestContext.self)
        router.post("events") { request, _ in
            let body = try await request.body.collect(upTo: 16 * 1024 * 1024)
            return "\(body.readableBytes)"
        }
        var logger = Logger(label: "bench")
        logger.logLevel = .critical
        let (started, continuation) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in continuation.yield(channel.localAddress?.port ?? 0) }, logger: logger)
        task = Task { try await application.run() }
        var iterator = started.makeAsyncIterator()
        guard let port = await iterator.next(), let url = URL(string: "http://127.0.0.1:\(port)/events") else {
            throw BenchmarkFailure("the baseline did not start")
        }
        address = url
    }

    func close() async {
        task.cancel()
        _ = await task.result
    }
}
