import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// Events that nobody adds to are sent as well: those of an earlier launch, and those of an app that was shut out.
@Suite struct UploadPeriodTests {
    // HUB-207, HUB-208
    @Test(
        arguments: [
            .failure(TransportError(.unreachable, "off")),
            .success(TransportResponse(status: 503, headers: ["Retry-After": "120"])),
        ] as [Result<TransportResponse, TransportError>])
    func `what an earlier launch left goes up when the service is back, with nothing new recorded`(
        outage: Result<TransportResponse, TransportError>
    ) async throws {
        let isBack = Locked(false)
        let transport = FakeTransport { request throws(TransportError) in
            isBack.withLock { $0 } ? try await CoreFixture.accepting(request) : try outage.get()
        }
        let fixture = try CoreFixture(transport)
        let core = try fixture.core()
        for _ in 0..<2 { try await core.outbox.record("step_done") }
        await core.eventSender.drain()
        await core.close()
        let next = try fixture.core()
        next.start()
        try #require(await eventually(within: .seconds(20)) { fixture.clock.sleepers == 2 })
        isBack.withLock { $0 = true }
        fixture.clock.advance(by: .seconds(120))
        #expect(try await eventually { try next.outbox.counts().posted == 2 })
        await next.close()
    }

    // HUB-207
    @Test func `what a server shut out is tried again when the app comes back, with nothing new recorded`() async throws
    {
        let fixture = try CoreFixture(FakeTransport(CoreFixture.accepting))
        let core = try fixture.core()
        for _ in 0..<2 { try await core.outbox.record("step_done") }
        await core.close()
        fixture.transport.script(.success(TransportResponse(status: 403)))
        let next = try fixture.core()
        next.start()
        #expect(await eventually { fixture.transport.requests.count == 1 })
        #expect(await next.eventSender.drain() == .paused)
        // The running session is stored by itself; nothing is sent.
        #expect(await eventually { fixture.clock.sleepers == 1 })
        await next.enteredBackground()
        next.enteredForeground()
        try #require(await eventually(within: .seconds(20)) { fixture.clock.sleepers == 2 })
        fixture.clock.advance(by: .seconds(60))
        #expect(try await eventually { try next.outbox.counts().posted == 2 })
        await next.close()
    }
}
