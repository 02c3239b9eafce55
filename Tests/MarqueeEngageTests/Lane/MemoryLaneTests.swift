import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore
@testable import MarqueeEngage

/// ENG-020: events that the disk does not take, at a flush and at the end of the SDK.
@Suite struct MemoryLaneTests {
    @Test func `an event that is being sent from memory when the SDK ends is there at the next launch`() async throws {
        let (held, release) = AsyncStream.makeStream(of: Void.self)
        let fixture = try EngageFixture(
            FakeTransport { _ throws(TransportError) in
                for await _ in held {}
                throw TransportError(.cancelled, "the request was cancelled")
            })
        var (core, engage) = try fixture.open([:])
        fixture.isDiskFull.withLock { $0 = true }
        let id = try #require(engage.track(.named("a")))
        #expect(await eventually { fixture.transport.requests.count == 1 })
        fixture.isDiskFull.withLock { $0 = false }
        await engage.close()
        await core.close()
        (core, engage) = try fixture.open([:])
        #expect(try engage.event(id)?.status == .notPosted)
        release.finish()
        await engage.close()
        await core.close()
    }

    @Test func `a flush sends from memory what cannot be stored, and returns when it is answered`() async throws {
        let fixture = try EngageFixture(FakeTransport(EngageFixture.accepting))
        let (core, engage) = try fixture.open([:])
        fixture.isDiskFull.withLock { $0 = true }
        for number in 0..<20 {
            let id = try #require(engage.track(.named("a")))
            let receipt = await engage.flush()
            let sent = try fixture.batches().flatMap(\.events).map(\.id)
            #expect(sent.last == id && sent.count == number + 1)
            #expect((receipt.waiting, receipt.failed) == (0, 0))
        }
        await engage.close()
        await core.close()
    }

    @Test func `a flush waits for events that are being sent from memory already`() async throws {
        let (held, release) = AsyncStream.makeStream(of: Void.self)
        let fixture = try EngageFixture(
            FakeTransport { request throws(TransportError) in
                for await _ in held {}
                return try await EngageFixture.accepting(request)
            })
        let (core, engage) = try fixture.open([:])
        fixture.isDiskFull.withLock { $0 = true }
        engage.track(.named("a"))
        #expect(await eventually { fixture.transport.requests.count == 1 })
        fixture.isDiskFull.withLock { $0 = false }
        let hasReturned = Locked(false)
        let flushing = Task {
            let receipt = await engage.flush()
            hasReturned.withLock { $0 = true }
            return receipt
        }
        // Enough time for a flush that does not wait.
        for _ in 0..<20 { try await engage.record(.custom(.installed)) }
        #expect(!hasReturned.withLock { $0 })
        release.finish()
        #expect(await flushing.value.waiting == 0)
        #expect(hasReturned.withLock { $0 })
        await engage.close()
        await core.close()
    }

    @Test func `a receiver that asks for a wait gets nothing from memory before its end`() async throws {
        let isBusy = Locked(true)
        let fixture = try EngageFixture(
            FakeTransport { request throws(TransportError) in
                guard isBusy.withLock({ $0 }) else { return try await EngageFixture.accepting(request) }
                return TransportResponse(status: 429, headers: ["Retry-After": "600"])
            })
        let (core, engage) = try fixture.open([:])
        fixture.isDiskFull.withLock { $0 = true }
        for _ in 0..<5 {
            engage.track(.named("a"))
            await engage.flush()
        }
        #expect(fixture.transport.requests.count == 1)
        isBusy.withLock { $0 = false }
        fixture.clock.advance(by: .seconds(600))
        engage.track(.named("last"))
        await engage.flush()
        #expect(fixture.transport.requests.count == 2)
        await engage.close()
        await core.close()
    }

    @Test func `a flush counts what stays in memory, and says why`() async throws {
        let fixture = try EngageFixture(FakeTransport())
        let (core, engage) = try fixture.open([:])
        fixture.isDiskFull.withLock { $0 = true }
        engage.track(.named("a"))
        engage.track(.named("b"))
        let receipt = await engage.flush()
        #expect((receipt.posted, receipt.waiting) == (0, 2))
        #expect(receipt.reason?.isEmpty == false)
        fixture.isDiskFull.withLock { $0 = false }
        #expect(await engage.flush().outcome == .unreachable)
        #expect(try engage.eventCounts().notPosted == 2)
        await engage.close()
        await core.close()
    }
}
