import Foundation
import MarqueeTesting
import Testing

@testable import MarqueeCore

/// HUB-153 and the limits of every request, with a server that sends incorrect or hostile responses.
@Suite struct URLSessionTransportTests {
    private let transport = URLSessionTransport()

    private func code(_ request: TransportRequest) async -> TransportError.Code? {
        do throws(TransportError) {
            _ = try await transport.send(request)
            return nil
        } catch {
            return error.code
        }
    }

    private func get(_ url: URL, maximum: Int = 1_000_000, deadline: Duration = .seconds(120)) -> TransportRequest {
        TransportRequest("GET", url, maximumBodySize: maximum, deadline: deadline)
    }

    @Test func `a response is returned with its status, headers and body`() async throws {
        let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let server = try ScriptedServer(status: 404, headers: ["X-Test": "yes"], body: body)
        let received = Locked(0)
        let response = try await transport.send(get(server.url("/path"))) { count in received.withLock { $0 = count } }
        #expect(response.status == 404)
        #expect(response.headers["x-test"] == "yes")
        #expect(response.body == body)
        #expect(received.withLock { $0 } == body.count)
        #expect(server.requests.first?.hasPrefix("GET /path HTTP/1.1") == true)
    }

    @Test func `the request's body and headers are sent unchanged`() async throws {
        let seen = Locked<ScriptedServer.Request?>(nil)
        let server = try ScriptedServer { request in
            seen.withLock { $0 = request }
            return [.bytes(ScriptedServer.response(status: 200))]
        }
        let body = Data(repeating: 0xA5, count: 200_000)
        let request = TransportRequest(
            "POST", server.url("/events"), headers: ["Content-Encoding": "gzip"], body: body, maximumBodySize: 10)
        #expect(try await transport.send(request).status == 200)
        #expect(seen.withLock { $0?.body } == body)
        #expect(seen.withLock { $0?.head.contains("Content-Encoding: gzip") } == true)
    }

    // HUB-153
    @Test(arguments: ["http://192.0.2.1/", "http://localhost.example/", "ftp://localhost/", "file:///etc/passwd"])
    func `a request to another machine needs TLS`(address: String) async throws {
        #expect(await code(get(try #require(URL(string: address)))) == .insecureURL)
    }

    @Test func `an announced length above the maximum ends the request at once`() async throws {
        let server = try ScriptedServer { _ in
            [.bytes(Data("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n".utf8)), .pause(.seconds(300))]
        }
        #expect(await code(get(server.url(), maximum: 4_999)) == .bodyTooLarge)
    }

    @Test func `an endless body ends at the maximum`() async throws {
        let server = try ScriptedServer { _ in
            [.bytes(Data("HTTP/1.1 200 OK\r\n\r\n".utf8)), .endless(Data(repeating: 1, count: 65_536))]
        }
        #expect(await code(get(server.url(), maximum: 1_000_000)) == .bodyTooLarge)
    }

    @Test func `a slow body ends at the deadline`() async throws {
        let server = try ScriptedServer { _ in
            [.bytes(Data("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n".utf8))]
                + (0..<200).flatMap { _ in [.bytes(Data([65])), .pause(.milliseconds(100))] }
        }
        #expect(await code(get(server.url(), deadline: .milliseconds(500))) == .deadlineExceeded)
    }

    @Test func `a server that never answers ends at the deadline`() async throws {
        let server = try ScriptedServer { _ in [.pause(.seconds(20))] }
        #expect(await code(get(server.url(), deadline: .milliseconds(300))) == .deadlineExceeded)
    }

    @Test func `a body shorter than announced is an error`() async throws {
        let server = try ScriptedServer { _ in
            [.bytes(Data("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort".utf8))]
        }
        #expect(await code(get(server.url())) == .interrupted)
    }

    @Test func `a closed connection is an error`() async throws {
        let server = try ScriptedServer { _ in [] }
        #expect(await code(get(server.url())) == .interrupted)
    }

    @Test func `a redirect to another host is refused and never followed`() async throws {
        let other = try ScriptedServer(status: 200)
        let server = try ScriptedServer(status: 302, headers: ["Location": other.url("/stolen").absoluteString])
        #expect(await code(get(server.url())) == .redirectRefused)
        #expect(other.requests.isEmpty)
    }

    @Test func `a third party may redirect to another host`() async throws {
        let other = try ScriptedServer(status: 204)
        let server = try ScriptedServer(status: 302, headers: ["Location": other.url("/counted").absoluteString])
        var request = get(server.url())
        request.receiver = .thirdParty
        #expect(try await transport.send(request).status == 204)
        #expect(other.requests.count == 1)
    }

    @Test(arguments: [
        ("http://ads.example/", "http://other.example/", true), ("http://ads.example/", "https://other.example/", true),
        ("https://ads.example/", "https://other.example/", true),
        ("https://ads.example/", "http://ads.example/", false), ("http://ads.example/", "file:///etc/passwd", false),
        ("http://ads.example/", "javascript:1", false),
    ])
    func `a third party cannot redirect from TLS to plain HTTP, or to another scheme`(
        from: String, to: String, follows: Bool
    ) throws {
        let (from, to) = (try #require(URL(string: from)), try #require(URL(string: to)))
        let request = TransportRequest("GET", from, maximumBodySize: 1, receiver: .thirdParty)
        #expect(request.mayConnect(to: from))
        #expect(request.mayFollow(from: from, to: to) == follows)
        #expect(!TransportRequest("GET", from, maximumBodySize: 1).mayFollow(from: from, to: to))
    }

    @Test func `a redirect within the server is followed`() async throws {
        let server = try ScriptedServer { request in
            request.head.hasPrefix("GET /new")
                ? [.bytes(ScriptedServer.response(status: 200, body: Data("moved".utf8)))]
                : [.bytes(ScriptedServer.response(status: 301, headers: ["Location": "/new"]))]
        }
        #expect(try await transport.send(get(server.url("/old"))).body == Data("moved".utf8))
    }

    @Test func `a redirect is the response to a request that follows none`() async throws {
        let other = try ScriptedServer(status: 200)
        let server = try ScriptedServer(status: 302, headers: ["Location": other.url("/next").absoluteString])
        var request = get(server.url())
        request.receiver = .thirdParty
        request.followsRedirects = false
        let response = try await transport.send(request)
        #expect(response.status == 302)
        #expect(response.headers["location"] == other.url("/next").absoluteString)
        #expect(other.requests.isEmpty)
    }

    @Test func `a redirect loop ends`() async throws {
        let server = try ScriptedServer(status: 302, headers: ["Location": "/again"])
        #expect(await code(get(server.url())) == .redirectRefused)
    }

    @Test func `a port without a server is unreachable`() async throws {
        let server = try ScriptedServer(status: 200)
        let url = server.url()
        server.stop()
        #expect(await code(get(url)) == .unreachable)
        let unknown = try #require(URL(string: "https://no-such-host.invalid/"))
        #expect(await code(get(unknown)) == .unreachable)
    }

    // PLC-052
    @Test func `a cancelled request ends as cancelled, and closes its connection`() async throws {
        // A long deadline, so that only the cancellation can end the request, even on a busy machine.
        let server = try ScriptedServer { _ in [.awaitClosing] }
        var request = get(server.url())
        request.deadline = .seconds(3600)
        let task = Task { [request] in await code(request) }
        #expect(await eventually { !server.requests.isEmpty })
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(await eventually { server.closings == 1 })
    }

    // HUB-153
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
    func `an untrusted certificate is refused`() async throws {
        let server = try SelfSignedServer()
        defer { server.stop() }
        let url = try #require(URL(string: "https://localhost:\(server.port)/"))
        var answer = await code(get(url))
        for _ in 0..<200 where answer == .unreachable {
            // The server process needs a moment before it listens.
            try await Task.sleep(for: .milliseconds(20))
            answer = await code(get(url))
        }
        #expect(answer == .untrusted)
    }
}
