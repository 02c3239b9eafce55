import Collector
import Foundation
import MarqueeTesting
import MarqueeWire
import NIOCore
import ServiceLifecycle
import Testing

@testable import MarqueeServer

@Suite(.timeLimit(.minutes(10))) struct ShutdownTests {
    @Test func `a request in progress is finished before the server ends`() async throws {
        let test = try await TestServer(isPublished: false)
        let batch = String(decoding: try EventRouteTests.batch(), as: UTF8.self)
        let (halfway, rest) = (batch.prefix(batch.count / 2), batch.suffix(batch.count - batch.count / 2))
        let answer = try await test.running { addresses, group in
            let port = try #require(addresses.server.port)
            return try await RawConnection.with(port: port) { connection in
                #expect(try await connection.ask("/healthz").contains("200 OK"))
                try await connection.send(
                    "POST \(test.path)/events HTTP/1.1\r\nHost: a\r\nContent-Length: \(batch.utf8.count)\r\n\r\n\(halfway)"
                )
                // Answered only after the server has read the head of the request before it.
                #expect(
                    try await eventually {
                        try await RawConnection.with(port: port) { try await $0.ask("/portal/assets/icon.svg") }
                            .contains("200 OK")
                    })
                await group.triggerGracefulShutdown()
                #expect(
                    await eventually {
                        let refused = try? await RawConnection.with(port: port) { try await $0.ask("/healthz") }
                        return refused?.contains("200 OK") != true
                    })
                try await connection.send(String(rest))
                return await connection.readToEnd()
            }
        }
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.contains(#""verdicts":"a""#))
        #expect(test.server.collector.intake.statistics.events == 1)
    }

    @Test func `a draining server answers, and reports that it is closing`() async throws {
        let test = try await TestServer([.drainTime: "30s", .operationsPort: "0"], isPublished: false)
        try await test.running { addresses, group in
            let port = try #require(addresses.server.port)
            let operations = try #require(addresses.operations?.port)
            await group.triggerGracefulShutdown()
            #expect(
                try await eventually {
                    try await RawConnection.with(port: operations) { try await $0.ask("/readyz") }.contains("503")
                })
            let alive = try await RawConnection.with(port: port) { try await $0.ask("/healthz") }
            #expect(alive.contains("200 OK"))
        }
    }
}
