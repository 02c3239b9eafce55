import Collector
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import MarqueeWire
import NIOCore
import MarqueeTesting
import Testing

@testable import Web
@testable import MarqueeServer

/// Posting events through the router: who may, how much, and what is answered when nothing can be stored.
@Suite struct EventRouteTests {
    static func batch(events: Int = 1, text: String = "x") throws -> Data {
        var random = SystemRandomNumberGenerator()
        let now = Timestamp(Date())
        let list = (1...events).map {
            Event(
                id: EventID(time: now, using: &random), name: "test_ended", time: now, sequence: Int64($0), user: nil,
                session: nil, properties: ["text": .text(text)])
        }
        return try JSONEncoder().encode(
            EventBatch(install: "i1", sent: now, sdk: "1.0", advertiser: nil, events: list))
    }

    private func post(
        _ body: Data, to test: TestServer, scope: String = "demo/main", headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await Application(router: test.server.router(), logger: test.server.logger).test(.router) {
            try await $0.execute(
                uri: "/v1/apps/\(scope)/events", method: .post, headers: headers, body: ByteBuffer(bytes: body))
        }
    }

    @Test func `events of an app or stream that does not exist are refused`() async throws {
        let test = try await TestServer(isPublished: false)
        for scope in ["other/main", "demo/beta"] {
            #expect(try await post(try Self.batch(), to: test, scope: scope).status == .notFound, "\(scope)")
        }
        #expect(test.server.collector.intake.statistics.batches == 0)
        #expect(try await post(try Self.batch(), to: test).status == .ok)
        #expect(test.server.collector.intake.statistics.events == 1)
    }

    @Test func `a compressed batch is bounded by what is inside it`() async throws {
        let test = try await TestServer([.eventBodyLimit: "64k"], isPublished: false)
        let gzip: HTTPFields = [.contentEncoding: "gzip"]
        let good = try Gzip.compress(try Self.batch(events: 50))
        #expect(try await post(good, to: test, headers: gzip).status == .ok)
        let bomb = try Gzip.compress(Data(count: EventBatch.maximumSize + 1))
        #expect(bomb.count < 64 * 1024)
        #expect(try await post(bomb, to: test, headers: gzip).status == .contentTooLarge)
        #expect(try await post(good.dropLast(4), to: test, headers: gzip).status == .badRequest)
        #expect(try await post(good, to: test, headers: [.contentEncoding: "br"]).status == .unsupportedMediaType)
        #expect(try await post(Data(count: 65 * 1024), to: test).status == .contentTooLarge)
    }

    @Test func `a gzip member with a file's name and time is read as well`() async throws {
        let test = try await TestServer(isPublished: false)
        var member = try Gzip.compress(try Self.batch())
        member[3] = 0x08
        member.insert(contentsOf: Array("batch.json".utf8) + [0], at: 10)
        #expect(try await post(member, to: test, headers: [.contentEncoding: "gzip"]).status == .ok)
    }

    @Test func `a full spool answers 503 with a time, and keeps the acknowledged events`() async throws {
        let test = try await TestServer(isPublished: false)
        let collector = try Collector.open(at: test.folder.url, logger: test.server.logger, quota: 300_000)
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: ErrorAnswers())
        let scopes = KnownScopes(platform: test.server.platform)
        EventRoutes(
            intake: CollectorAcceptance(intake: collector.intake, scopes: scopes),
            body: BodyReader(limit: 1_000_000), metrics: ServerMetrics(registry: MetricsRegistry()), proxies: 0
        ).add(to: router)
        let body = ByteBuffer(bytes: try Self.batch(text: String(repeating: "x", count: 20_000)))
        let accepted = try await Application(router: router, logger: test.server.logger).test(.router) { client in
            for accepted in 0..<100 {
                let answer = try await client.execute(uri: "\(test.path)/events", method: .post, body: body)
                guard answer.status != .ok else { continue }
                #expect(answer.status == .serviceUnavailable)
                #expect(answer.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
                return accepted
            }
            return 100
        }
        #expect((1..<100).contains(accepted))
        while try await collector.folding.foldOnce() {}
        let folded = try await collector.folding.statistics()
        #expect(folded.batches == accepted)
    }
}
