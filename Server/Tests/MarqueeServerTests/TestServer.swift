import Foundation
import Logging
import MarqueeTesting
import MarqueeWire
import PlatformStore
import Publishing
import ServiceLifecycle

@testable import MarqueeServer

/// A server on a data directory of its own, with an app, its keys, and one published hub.
final class TestServer: Sendable {
    static let article = """
        ---
        title: First
        category: News
        ---
        \(String(repeating: "Words that compress well. ", count: 200))
        """

    let folder: TemporaryFolder
    let server: MarqueeServer
    let scope: Scope

    init(_ flags: [ServerOption: String] = [:], isPublished: Bool = true) async throws {
        folder = try TemporaryFolder()
        scope = try Scope(app: "demo")
        var flags = flags
        flags[.data] = folder.url.appending(path: "data").path
        for port in [ServerOption.port, .contentPort] where flags[port] == nil { flags[port] = "0" }
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        server = try await MarqueeServer(configuration: try ServerConfiguration(flags: flags), logger: logger)
        _ = try await server.platform.apps.create("demo", name: "Demo", by: "test")
        _ = try await server.publisher.keys.initialize(app: "demo", by: "test")
        if isPublished { try await publish(Self.article) }
    }

    var path: String { ServiceRoute.servicePath(scope) }

    /// Publishes one article and nothing else.
    @discardableResult
    func publish(_ article: String) async throws -> ReleaseRecord {
        let posts = folder.url.appending(path: "posts")
        try FileManager.default.createDirectory(at: posts, withIntermediateDirectories: true)
        try Data(article.utf8).write(to: posts.appending(path: "2026-01-01-first.md"))
        let request = ImportRequest(source: posts.path, app: "demo", hub: "News")
        _ = try await ContentImporter(platform: server.platform).run(request)
        return try await server.publisher.publish(scope, by: "test").release
    }

    /// The page of the newest release's article.
    func page() async throws -> ObjectHash {
        guard let release = try await server.platform.releases.latest(scope),
            let item = try await server.publisher.manifests(of: release.version, in: scope).flatMap(\.items).last
        else { throw CancellationError() }
        return item.page.sha256
    }

    /// Runs the server with all its services, as ``MarqueeServer/run(onRunning:)`` does, without the process's signals.
    func running<Value: Sendable>(
        _ body: (MarqueeServer.Addresses, ServiceGroup) async throws -> Value
    ) async throws -> Value {
        let (running, continuation) = AsyncStream.makeStream(of: MarqueeServer.Addresses.self)
        var configuration = ServiceGroupConfiguration(
            services: try server.services { continuation.yield($0) }, logger: server.logger)
        configuration.maximumGracefulShutdownDuration = .seconds(120)
        let group = ServiceGroup(configuration: configuration)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { continuation.finish() }
                try await group.run()
            }
            var addresses = running.makeAsyncIterator()
            guard let address = await addresses.next() else {
                try await tasks.waitForAll()
                throw CancellationError()
            }
            let value: Value
            do { value = try await body(address, group) } catch {
                tasks.cancelAll()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return value
        }
    }
}
