import Collector
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import NIOCore
import PlatformStore
import Testing

@testable import Web
@testable import MarqueeServer

/// What strangers can make a server hold, store and do.
@Suite(.timeLimit(.minutes(10))) struct LimitTests {
    private func post(_ body: ByteBuffer, to test: TestServer, from address: String? = nil) async throws
        -> TestResponse
    {
        try await Application(router: test.server.router(), logger: test.server.logger).test(.router) {
            var headers = HTTPFields()
            if let name = HTTPField.Name("X-Forwarded-For") { headers[name] = address }
            return try await $0.execute(uri: "\(test.path)/events", method: .post, headers: headers, body: body)
        }
    }

    /// A batch of so many bytes, more or less.
    private func batch(_ size: Int, install: String = UUID().uuidString) throws -> ByteBuffer {
        var random = SystemRandomNumberGenerator()
        let events = (0..<size / 20_000).map { index in
            Event(
                id: EventID(time: Timestamp(Date()), using: &random), name: "test", time: Timestamp(Date()),
                sequence: Int64(index + 1), user: nil, session: nil,
                properties: ["text": .text(String(repeating: "x", count: 20_000))])
        }
        let batch = EventBatch(install: install, sent: Timestamp(Date()), sdk: "1", advertiser: nil, events: events)
        return ByteBuffer(bytes: try JSONEncoder().encode(batch))
    }

    @Test func `an address that sends too much gets a retry time, and others do not`() async throws {
        let test = try await TestServer(
            [.proxies: "1", .eventRatePerAddress: "1k", .eventRatePerInstall: "0", .eventBodyLimit: "4MiB"],
            isPublished: false)
        let body = try batch(3_900_000)
        var statuses: [HTTPResponse.Status] = []
        for _ in 0..<4 { statuses.append(try await post(body, to: test, from: "203.0.113.9").status) }
        #expect(statuses == [.ok, .ok, .ok, .tooManyRequests])
        let answer = try await post(body, to: test, from: "203.0.113.9")
        #expect(try #require(answer.headers[.retryAfter].flatMap { Int($0) }) > 60)
        #expect(String(buffer: answer.body).contains("too_many_requests"))
        #expect(try await post(body, to: test, from: "203.0.113.10").status == .ok)
        #expect(test.server.collector.intake.statistics.throttled == 2)
        #expect(test.server.collector.intake.statistics.refused == 0)
    }

    @Test func `an install that sends too much gets a retry time from any address`() async throws {
        let test = try await TestServer(
            [.proxies: "1", .eventRatePerAddress: "0", .eventRatePerInstall: "1k", .eventBodyLimit: "4MiB"],
            isPublished: false)
        var statuses: [HTTPResponse.Status] = []
        for number in 0..<4 {
            let body = try batch(3_900_000, install: "loud")
            statuses.append(try await post(body, to: test, from: "203.0.113.\(number)").status)
        }
        #expect(statuses == [.ok, .ok, .ok, .tooManyRequests])
        #expect(try await post(try batch(20_000, install: "quiet"), to: test, from: "203.0.113.1").status == .ok)
    }

    /// Asks for placements from an address.
    private typealias Asking =
        @Sendable (_ path: String, _ address: String, _ body: String) async throws -> TestResponse

    private func asking(_ test: TestServer, _ body: @Sendable (Asking) async throws -> Void) async throws {
        try await Application(router: test.server.router(), logger: test.server.logger).test(.router) { client in
            try await body { path, address, body in
                var headers = HTTPFields()
                if let name = HTTPField.Name("X-Forwarded-For") { headers[name] = address }
                return try await client.execute(
                    uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
            }
        }
    }

    @Test(arguments: ["/v3/publisher/iap/", "/v3/impression", "/v1/placements/demo/purchase"])
    func `an address that asks for too many placements gets a retry time, and others do not`(_ path: String)
        async throws
    {
        let test = try await TestServer(
            [.proxies: "1", .eventRatePerAddress: "1k", .eventRatePerInstall: "0"], isPublished: false)
        let body = "token=demo&receipt=" + String(repeating: "r", count: 250_000)
        try await asking(test) { ask in
            var answers: [TestResponse] = []
            while answers.count < 40, answers.last?.status != .tooManyRequests {
                answers.append(try await ask(path, "203.0.113.9", body))
            }
            #expect((30...36).contains(answers.count), "8 MiB at once")
            let last = try #require(answers.last)
            #expect(try #require(last.headers[.retryAfter].flatMap { Int($0) }) > 60)
            #expect(String(buffer: last.body).contains("errobj"), "in the envelope")
            #expect(try await ask(path, "203.0.113.10", body).status != .tooManyRequests)
        }
        #expect(try await post(try batch(20_000), to: test, from: "203.0.113.9").status == .ok, "events count apart")
        let metrics = try await Application(router: test.server.operationsRouter(), logger: test.server.logger)
            .test(.router) { try await $0.execute(uri: "/metrics", method: .get) }
        #expect(String(buffer: metrics.body).contains(#"outcome="throttled""#))
    }

    @Test func `an install that asks for too many placements gets a retry time, and a stranger cannot use it up`()
        async throws
    {
        let test = try await TestServer(
            [.proxies: "1", .eventRatePerAddress: "0", .eventRatePerInstall: "1k"], isPublished: false)
        let secret = try await test.server.platform.credentials.createSecret(app: "demo", by: "test").text
        let filler = String(repeating: "f", count: 90_000)
        try await asking(test) { ask in
            func open(_ install: String, secret: String) async throws -> HTTPResponse.Status {
                let nonce = UUID().uuidString
                let parts = PlacementSecret.RequestParts(token: "demo", session: "", gid: install, nonce: nonce)
                let signature = try #require(PlacementSecret(secret)).signature(of: parts)
                let body = "token=demo&gid=\(install)&nonce=\(nonce)&signature=\(signature)&filler=\(filler)"
                return try await ask("/v3/publisher/open/", "203.0.113.9", body).status
            }
            for _ in 0..<120 { #expect(try await open("loud", secret: "a stranger's") == .forbidden) }
            var statuses: [HTTPResponse.Status] = []
            while statuses.count < 120, statuses.last != .tooManyRequests {
                statuses.append(try await open("loud", secret: secret))
            }
            #expect((85...100).contains(statuses.count) && statuses.dropLast().allSatisfy { $0 == .ok })
            #expect(try await open("quiet", secret: secret) == .ok)
        }
    }

    @Test func `a throttled device waits, and loses no event`() async throws {
        let test = try await TestServer(
            [.eventRatePerAddress: "1k", .eventRatePerInstall: "0", .eventBodyLimit: "4MiB"], isPublished: false)
        let body = String(buffer: try batch(3_900_000))
        let head = "POST \(test.path)/events HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        try await test.running { addresses, _ in
            let port = try #require(addresses.server.port)
            for _ in 0..<3 {
                let answer = try await RawConnection.with(port: port) {
                    try await $0.send(head + body)
                    return await $0.answer()
                }
                #expect(answer.hasPrefix("HTTP/1.1 200"))
            }
            let core = try Core(
                configuration: Configuration(
                    service: addresses.server.appending(path: ServiceRoute.servicePath(test.scope)), trustAnchors: []),
                environment: Environment(
                    folder: test.folder.url.appending(path: "device"), transport: URLSessionTransport()))
            _ = try await core.outbox.record("test", [:])
            guard case .postponed(let wait) = await core.eventSender.drain() else {
                Issue.record("the device was let in")
                return
            }
            #expect(wait > .seconds(60))
            #expect(try core.outbox.counts().notPosted == 1)
            await core.close()
        }
    }

    @Test func `unfinished bodies share one memory, and give it back`() async throws {
        let test = try await TestServer([.bodyMemory: "16MiB", .eventBodyLimit: "2MiB"], isPublished: false)
        let part = String(repeating: "a", count: 1024 * 1024)
        let head = "POST \(test.path)/events HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n"
        try await test.running { addresses, _ in
            let port = try #require(addresses.server.port)
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<24 {
                    group.addTask {
                        try await RawConnection.with(port: port) { connection in
                            try await connection.send(head + part)
                            // The refused are answered at once; the others wait for the rest until the first was refused.
                            return await connection.readOrFinish(
                                with: String(repeating: "a", count: 2_000_000 - part.utf8.count)
                            ) {
                                test.server.bodies.bytes >= 15 * 1024 * 1024
                            }
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let refused = answers.filter { $0.hasPrefix("HTTP/1.1 503") }
            #expect(!refused.isEmpty && refused.allSatisfy { $0.lowercased().contains("\r\nretry-after: 5\r\n") })
            #expect(await eventually { test.server.bodies.bytes == 0 })
            let answer = try await RawConnection.with(port: port) { try await $0.ask("/healthz") }
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test(arguments: ["/portal/sign-in", "/portal/set-up"])
    func `a form of a person who is not signed in has at most 8 KiB`(_ path: String) async throws {
        let test = try await TestServer(isPublished: false)
        let status = try await Application(router: test.server.router(), logger: test.server.logger).test(.router) {
            let body = ByteBuffer(string: "name=" + String(repeating: "x", count: 8 * 1024))
            return try await $0.execute(uri: path, method: .post, body: body).status
        }
        #expect(status == .contentTooLarge)
    }

    @Test func `one address has a limited number of connections, and gets new ones when those end`() async throws {
        let test = try await TestServer([.connectionsPerAddress: "3"], isPublished: false)
        try await test.running { addresses, _ in
            let port = try #require(addresses.server.port)
            @Sendable func isServed() async throws -> Bool {
                try await RawConnection.with(port: port) { (try? await $0.ask("/healthz"))?.contains("200 OK") == true }
            }
            let whileOpen = try await withOpen(3, port) { try await isServed() }
            #expect(!whileOpen)
            #expect(try await eventually { try await isServed() })
            #expect((test.server.peers?.refused ?? 0) > 0)
        }
        #expect(try await TestServer([.proxies: "1"], isPublished: false).server.peers == nil)
    }

    /// Asks while so many connections are open.
    private func withOpen(_ count: Int, _ port: Int, _ body: @escaping @Sendable () async throws -> Bool) async throws
        -> Bool
    {
        guard count > 0 else { return try await body() }
        return try await RawConnection.with(port: port) { connection in
            _ = try await connection.ask("/healthz")
            return try await withOpen(count - 1, port, body)
        }
    }

    @Test(arguments: [
        ("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"), ("GET /healthz HTTP/1.1\r\n\r\n", "400"),
        ("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "200"),
        ("GET /healthz HTTP/1.0\r\n\r\n", "200"),
    ])
    func `a request names one host`(_ request: String, _ status: String) async throws {
        try await TestServer(isPublished: false).running { addresses, _ in
            let answer = try await RawConnection.with(port: try #require(addresses.server.port)) {
                try await $0.send(request)
                return await $0.readToEnd()
            }
            #expect(answer.hasPrefix("HTTP/1.1 \(status)") || answer.hasPrefix("HTTP/1.0 \(status)"), "\(answer)")
        }
    }

    @Test(arguments: [
        "GET /healthz HTTP/1.0\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n",
    ])
    func `a connection that the client keeps no longer ends with the answer`(_ request: String) async throws {
        try await TestServer([.requestTimeout: "10m"], isPublished: false).running { addresses, _ in
            let port = try #require(addresses.server.port)
            let clock = ContinuousClock()
            let start = clock.now
            let answer = try await RawConnection.with(port: port) {
                try await $0.send(request)
                return await $0.readToEnd()
            }
            #expect(answer.contains(" 200 OK\r\n"))
            #expect(clock.now - start < .seconds(60))
        }
    }

    @Test func `a connection of HTTP 1_0 goes on if the client asks for it`() async throws {
        try await TestServer([.requestTimeout: "10m"], isPublished: false).running { addresses, _ in
            let answers = try await RawConnection.with(port: try #require(addresses.server.port)) {
                try await $0.send(
                    "GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n")
                return await $0.readToEnd()
            }
            #expect(answers.components(separatedBy: " 200 OK\r\n").count == 3, "\(answers)")
        }
    }

    @Test func `the first head has a time of its own`() async throws {
        try await TestServer([.headTimeout: "1s", .requestTimeout: "10m"], isPublished: false).running { addresses, _ in
            let port = try #require(addresses.server.port)
            let clock = ContinuousClock()
            let start = clock.now
            _ = try await RawConnection.with(port: port) { await $0.readToEnd() }
            #expect(clock.now - start < .seconds(300))
        }
    }

    @Test func `a missing page does not let a browser guess its type`() async throws {
        try await TestServer([.lab: "open"], isPublished: false).running { addresses, _ in
            let port = try #require(addresses.content?.port)
            let answer = try await RawConnection.with(port: port) { try await $0.ask("/nowhere/at/all") }
            #expect(answer.hasPrefix("HTTP/1.1 404"))
            #expect(answer.lowercased().contains("x-content-type-options: nosniff"))
        }
    }
}
