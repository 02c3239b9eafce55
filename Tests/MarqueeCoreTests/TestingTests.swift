import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

/// The replacements of MarqueeTesting work as documented.
@Suite struct TestingTests {
    private func request(_ bytes: Int = 0, deadline: Duration = .seconds(30)) throws -> TransportRequest {
        let url = try #require(URL(string: "https://marquee.example/"))
        return TransportRequest("POST", url, body: Data(count: bytes), maximumBodySize: 1_000_000, deadline: deadline)
    }

    private func network(_ clock: ManualClock) -> LossyTransport {
        let answering = FakeTransport { _ throws(TransportError) in
            TransportResponse(status: 200, body: Data(count: 1_000))
        }
        return LossyTransport(answering, sleep: { clock.advance(by: $0) })
    }

    @Test func `an offline network fails each request and records it`() async throws {
        let network = network(ManualClock())
        network.mode = .offline
        await #expect(throws: TransportError.self) { _ = try await network.send(try request()) }
        network.mode = .online
        _ = try await network.send(try request(10))
        #expect(network.exchanges.map(\.error?.code) == [.unreachable, nil])
        #expect(network.exchanges.map(\.received) == [0, 1_000])
        #expect(network.exchanges.map(\.sent) == [0, 10])
    }

    @Test func `a slow network delays both directions`() async throws {
        let clock = ManualClock()
        let network = network(clock)
        network.mode = .slow(bytesPerSecond: 100)
        _ = try await network.send(try request(500))
        #expect(clock.uptime == .seconds(15))
        let error = await #expect(throws: TransportError.self) {
            _ = try await network.send(try request(500, deadline: .seconds(7)))
        }
        #expect(error?.code == .deadlineExceeded)
        #expect(clock.uptime == .seconds(22))
    }

    @Test func `a network with 100 percent loss loses every request`() async throws {
        let network = network(ManualClock())
        network.mode = .lossy(percent: 100)
        for _ in 0..<20 { await #expect(throws: TransportError.self) { _ = try await network.send(try request()) } }
    }

    @Test func `a manual clock wakes due tasks and cancelled tasks`() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(.seconds(10)) }
        let cancelled = Task { try await clock.sleep(.seconds(1_000)) }
        #expect(await eventually { clock.sleepers == 2 })
        clock.advance(by: .seconds(10))
        try await sleeper.value
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.sleepers == 0)
    }

    @Test(arguments: [0, 1, 100, 100_000])
    func `gzip compresses without loss`(count: Int) throws {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * $0) })
        let member = try Gzip.compress(data)
        #expect(try Gzip.decompress(member, maximum: count) == data)
        for cut in [0, 5, member.count - 1] {
            #expect(throws: WireError.self) { try Gzip.decompress(member.prefix(cut), maximum: count) }
        }
        var flipped = member
        flipped[member.count - 6] ^= 1
        #expect(throws: WireError.self) { try Gzip.decompress(flipped, maximum: count) }
    }
}
