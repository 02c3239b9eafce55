import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

@testable import Simulator

/// HUB-244: the networks a phone can have, with time that does not pass.
@Suite struct SimulatedNetworkTests {
    private let slept = Locked<[Duration]>([])
    private let wire: SimulatedContentService
    private let network: SimulatedNetwork

    init() throws {
        wire = try SimulatedContentService()
        try wire.publish(.sample())
        let slept = slept
        network = SimulatedNetwork(wire, sleep: { duration in slept.withLock { $0.append(duration) } }) { _ in }
    }

    private func request() -> TransportRequest {
        TransportRequest("GET", wire.url.appending(path: "fresh"), maximumBodySize: 1 << 20, deadline: .seconds(30))
    }

    private func failure() async -> TransportError.Code? {
        do {
            _ = try await network.send(request(), progress: nil)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `an online network passes every request at once`() async throws {
        #expect(try await network.send(request(), progress: nil).status == 200)
        #expect(slept.withLock { $0 } == [])
    }

    @Test func `an offline network sends nothing`() async {
        network.mode = .offline
        #expect(await failure() == .unreachable)
        #expect(wire.takeRequests() == [])
    }

    @Test func `a slow network takes time for each byte and reports its progress`() async throws {
        network.mode = .slow
        let progress = Locked<[Int]>([])
        let response = try await network.send(request()) { received in progress.withLock { $0.append(received) } }
        #expect(slept.withLock { $0.first } == .seconds(1))
        #expect(slept.withLock { $0.count } == 1 + (response.body.count - 1) / 1024)
        #expect(progress.withLock { $0 } == progress.withLock { $0.sorted() })
        #expect(progress.withLock { $0.last } == response.body.count)
    }

    @Test func `nothing is sent for an app that ends while its request waits`() async {
        let ended = Locked<SimulatedNetwork?>(nil)
        let network = SimulatedNetwork(wire, sleep: { _ in ended.withLock { $0 }?.cut() }) { _ in }
        ended.withLock { $0 = network }
        network.mode = .slow
        let error = await #expect(throws: TransportError.self) { try await network.send(request(), progress: nil) }
        #expect(error?.code == .cancelled)
        #expect(wire.takeRequests() == [])
        ended.withLock { $0 = nil }
    }

    @Test func `a request on a network that loses all data ends at its deadline`() async {
        network.mode = .lossy
        #expect(await failure() == .deadlineExceeded)
        #expect(slept.withLock { $0 } == [.seconds(30)])
        #expect(wire.takeRequests() == [])
    }

    @Test func `a phone that is off sends nothing in any mode`() async {
        network.cut()
        #expect(await failure() == .cancelled)
        #expect(wire.takeRequests() == [])
    }
}
