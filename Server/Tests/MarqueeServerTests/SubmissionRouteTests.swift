import Collector
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MarqueeWire
import NIOCore
import Testing

@testable import MarqueeServer
@testable import Web

/// `POST /rest/events/submission`: who may submit, and what is answered (ENG-008, ENG-023, ENG-198).
@Suite struct SubmissionRouteTests {
    private struct TokenList: EngageAccounts {
        let accounts: [String: SubmissionAccount]

        func account(of token: String) async throws -> SubmissionAccount? { accounts[token] }
    }

    private static let accounts = TokenList(accounts: [
        "good": SubmissionAccount(app: "demo", client: "c1", isProvisioned: true),
        "closed": SubmissionAccount(app: "demo", client: "c2", isProvisioned: false),
    ])
    private static let event =
        #"{"eventTypeCode":12,"eventTimeStamp":"2026-09-21T14:13:19.250Z","attributes":[{"name":"Device Id","value":"d1"}]}"#

    private func post(
        _ body: Data, to test: TestServer, token: String? = "Bearer good", headers: HTTPFields = [:],
        limit: Int = 1 << 20
    ) async throws -> TestResponse {
        let router = Router(context: BasicRequestContext.self)
        router.add(middleware: ErrorAnswers())
        SubmissionRoutes(
            submissions: test.server.collector.submissions, accounts: Self.accounts, body: BodyReader(limit: limit),
            metrics: ServerMetrics(registry: MetricsRegistry()), proxies: 0
        ).add(to: router)
        var fields = headers
        fields[.contentType] = "application/json"
        fields[.authorization] = token
        let all = fields
        return try await Application(router: router, logger: test.server.logger).test(.router) {
            try await $0.execute(
                uri: "/rest/events/submission", method: .post, headers: all, body: ByteBuffer(bytes: body))
        }
    }

    private func body(_ events: String...) -> Data { Data(#"{"events":[\#(events.joined(separator: ","))]}"#.utf8) }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer ", "Bearer bad", "Basic good", "good", "Bearer good extra",
        "Bearer \(String(repeating: "x", count: 5000))",
    ])
    func `a missing or unknown token is answered with 401`(_ token: String?) async throws {
        let test = try await TestServer(isPublished: false)
        let answer = try await post(body(Self.event), to: test, token: token)
        #expect(answer.status == .unauthorized)
        #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
        #expect(test.server.collector.intake.statistics.events == 0)
    }

    // ENG-008
    @Test func `an app that may not submit events is answered with 403 and the reason`() async throws {
        let test = try await TestServer(isPublished: false)
        let answer = try await post(body(Self.event), to: test, token: "Bearer closed")
        #expect(answer.status == .forbidden)
        let problem = try JSONDecoder().decode([String: String].self, from: Data(answer.body.readableBytesView))
        #expect(problem["code"] == "not_provisioned")
        #expect(test.server.collector.intake.statistics.events == 0)
    }

    // ENG-023
    @Test func `the answer is success for an old SDK, and names the rejected events for another`() async throws {
        let test = try await TestServer(isPublished: false)
        let answer = try await post(body(Self.event, #"{"eventTypeCode":"x"}"#), to: test, token: "bearer good")
        #expect(answer.status == .created)
        #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
        let receipt = try JSONDecoder().decode(SubmissionReceipt.self, from: Data(answer.body.readableBytesView))
        #expect(receipt.accepted == 1 && receipt.rejected.map(\.index) == [1])
        while try await test.server.collector.folding.foldOnce() {}
        let events = try await test.server.collector.events(EventQuery(scope: test.scope)).events
        #expect(events.map(\.name) == ["engage_installed"])

        let refused = try await post(body("7", "{}"), to: test)
        #expect(refused.status == .badRequest)
        let reasons = try JSONDecoder().decode(SubmissionReceipt.self, from: Data(refused.body.readableBytesView))
        #expect(reasons.accepted == 0 && reasons.rejected.map(\.index) == [0, 1])
        #expect(try await post(body(), to: test).status == .created)
    }

    @Test func `bodies are bounded as those of devices are`() async throws {
        let test = try await TestServer(isPublished: false)
        let gzip: HTTPFields = [.contentEncoding: "gzip"]
        #expect(try await post(try Gzip.compress(body(Self.event)), to: test, headers: gzip).status == .created)
        let bomb = try Gzip.compress(Data(count: EventBatch.maximumSize + 1))
        #expect(try await post(bomb, to: test, headers: gzip).status == .contentTooLarge)
        #expect(try await post(Data(count: 70_000), to: test, limit: 65_536).status == .contentTooLarge)
        #expect(
            try await post(body(Self.event), to: test, headers: [.contentEncoding: "br"]).status
                == .unsupportedMediaType)
        let many = Array(repeating: Self.event, count: 501).joined(separator: ",")
        #expect(try await post(body(many), to: test).status == .contentTooLarge)
        #expect(try await post(Data("{".utf8), to: test).status == .badRequest)
    }

    @Test func `a device above its rate is told when to come back`() async throws {
        let test = try await TestServer([.eventRatePerInstall: "1k"], isPublished: false)
        let text = String(repeating: "x", count: 20_000)
        let event = #"{"eventTypeCode":17,"attributes":[{"name":"a","value":"\#(text)"}]}"#
        let events = Array(repeating: event, count: 50).joined(separator: ",")
        var answer: TestResponse?
        for _ in 0..<20 where answer?.status != .tooManyRequests { answer = try await post(body(events), to: test) }
        #expect(answer?.status == .tooManyRequests)
        let wait = try #require(answer?.headers[.retryAfter].flatMap { Int($0) })
        #expect(wait > 0)
    }
}
