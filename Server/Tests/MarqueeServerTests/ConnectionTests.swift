import Foundation
import MarqueeWire
import NIOCore
import Synchronization
import PlatformStore
import Publishing
import Testing

@testable import MarqueeServer

/// Something that happened, seen from other tasks.
private final class Flag: Sendable {
    private let value = Mutex(false)

    var isRaised: Bool { value.withLock { $0 } }

    func raise() { value.withLock { $0 = true } }
}

/// Clients that hold connections without doing anything with them, over real sockets.
@Suite(.timeLimit(.minutes(10))) struct ConnectionTests {
    private static let impatient: [ServerOption: String] = [.requestTimeout: "1s"]
    /// A head arrives in this time, also on a busy machine.
    private static let patient: [ServerOption: String] = [.requestTimeout: "10s"]
    private static let postHead =
        "POST /v1/apps/demo/main/events HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"

    private func port(_ addresses: MarqueeServer.Addresses) throws -> Int { try #require(addresses.server.port) }

    @Test func `a client that sends nothing is disconnected`() async throws {
        try await TestServer(Self.impatient, isPublished: false).running { addresses, _ in
            let answer = try await RawConnection.with(port: try port(addresses)) { await $0.readToEnd() }
            #expect(answer.isEmpty)
        }
    }

    @Test func `a connection whose head arrives byte by byte is closed`() async throws {
        try await TestServer(Self.impatient, isPublished: false).running { addresses, _ in
            let answer = try await RawConnection.with(port: try port(addresses)) {
                await $0.answerWhileTrickling("GET / HTTP/1.1\r\n", then: "a")
            }
            #expect(answer.isEmpty)
        }
    }

    @Test(arguments: ["Content-Length: 100000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"])
    func `a body that arrives byte by byte is answered with 408`(_ framing: String) async throws {
        try await TestServer(Self.patient, isPublished: false).running { addresses, _ in
            let byte = framing.hasPrefix("C") ? "a" : "1\r\na\r\n"
            let answer = try await RawConnection.with(port: try port(addresses)) {
                await $0.answerWhileTrickling(Self.postHead + framing, then: byte)
            }
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            #expect(answer.contains("request_timeout"))
        }
    }

    @Test func `a body for a route that reads none holds no connection`() async throws {
        try await TestServer(Self.patient, isPublished: false).running { addresses, _ in
            let answer = try await RawConnection.with(port: try port(addresses)) {
                await $0.answerWhileTrickling(
                    "GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n", then: "a")
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `a body beyond the limit is refused with 413, announced or not`() async throws {
        try await TestServer([.eventBodyLimit: "1k"], isPublished: false).running { addresses, _ in
            let announced = try await RawConnection.with(port: try port(addresses)) {
                try await $0.send(Self.postHead + "Content-Length: 100000\r\n\r\n")
                return await $0.readToEnd()
            }
            #expect(announced.hasPrefix("HTTP/1.1 413 "))
            let chunk = "400\r\n" + String(repeating: "a", count: 1024) + "\r\n"
            let counted = try await RawConnection.with(port: try port(addresses)) {
                try await $0.send(Self.postHead + "Transfer-Encoding: chunked\r\n\r\n" + chunk + chunk)
                return await $0.readToEnd()
            }
            #expect(counted.hasPrefix("HTTP/1.1 413 "))
            #expect(counted.contains("body_too_large"))
        }
    }

    @Test func `a head beyond the limit is refused with 431`() async throws {
        try await TestServer(isPublished: false).running { addresses, _ in
            let answer = try await RawConnection.with(port: try port(addresses)) {
                let field = "X-Long: " + String(repeating: "a", count: 8000) + "\r\n"
                try await $0.send("GET /healthz HTTP/1.1\r\nHost: a\r\n" + String(repeating: field, count: 17) + "\r\n")
                return await $0.readToEnd()
            }
            #expect(answer.hasPrefix("HTTP/1.1 431 "))
        }
    }

    @Test func `a connection beyond the maximum waits until another one ends`() async throws {
        try await TestServer([.maximumConnections: "1"], isPublished: false).running { addresses, _ in
            let port = try port(addresses)
            let isServed = Flag()
            let waiting = try await RawConnection.with(port: port) { first in
                #expect(try await first.ask("/healthz").contains("200 OK"))
                let waiting = Task {
                    let answer = try await RawConnection.with(port: port) { try await $0.ask("/healthz") }
                    isServed.raise()
                    return answer
                }
                for _ in 0..<200 { _ = try await first.ask("/healthz") }
                #expect(!isServed.isRaised)
                return waiting
            }
            #expect(try await waiting.value.contains("200 OK"))
        }
    }

    @Test func `a client that does not read its answer is disconnected`() async throws {
        let test = try await TestServer([.requestTimeout: "1s", .maximumConnections: "1"])
        var generator = SystemRandomNumberGenerator()
        let words = (0..<(5 * 1024 * 1024)).map { _ in generator.next() as UInt64 }
        let database = try await test.server.publisher.contentDatabase(test.scope, version: 1)
        try words.withUnsafeBytes { try Data($0).write(to: #require(database.url)) }
        try await test.running { addresses, _ in
            let port = try port(addresses)
            try await RawConnection.with(port: port, reads: false) { idle in
                try await idle.send("GET \(test.path)/releases/1/contentDB.sqlite3 HTTP/1.1\r\nHost: a\r\n\r\n")
                let answer = try await RawConnection.with(port: port) { try await $0.ask("/healthz") }
                #expect(answer.contains("200 OK"))
            }
        }
    }
}
