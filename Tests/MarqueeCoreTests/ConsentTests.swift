import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// A refusal holds whatever the disk says.
@Suite struct ConsentTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture(FakeTransport(CoreFixture.accepting))
    }

    @Test func `a refusal that cannot be stored stops recording and deletes nevertheless`() async throws {
        let core = try fixture.core()
        try await core.outbox.record("before_refusal")
        core.state.close()
        #expect(throws: MarqueeError.self) { try core.consent.refuse() }
        #expect(!core.consent.isGranted)
        core.outbox.track("after_refusal")
        await #expect(throws: MarqueeError.self) { try await core.outbox.record("after_refusal") }
        try await core.outbox.flush()
        #expect(try core.outbox.stored().isEmpty)
        #expect(await core.eventSender.drain() == .refused)
        #expect(fixture.transport.requests.isEmpty)
        await core.close()
    }

    @Test func `consent is not given again before everything refused is gone`() async throws {
        let core = try fixture.core()
        try await core.outbox.record("before_refusal")
        core.outbox.close()
        #expect(throws: MarqueeError.self) { try core.consent.refuse() }
        #expect(throws: MarqueeError.self) { try core.consent.grant() }
        #expect(!core.consent.isGranted)
        await core.close()
        let next = try fixture.core()
        #expect(!next.consent.isGranted)
        #expect(try next.outbox.stored().isEmpty)
        try next.consent.grant()
        #expect(await next.eventSender.drain() == .nothingToSend)
        await next.close()
    }

    @Test func `what the disk did not take before a refusal is not tried again after it`() throws {
        var intake = OutboxIntake()
        var random = RandomSource(fixture.environment)
        let (time, id) = (fixture.clock.now, EventID(time: fixture.clock.now, using: &random))
        _ = intake.add("before_refusal", [:], time: time, id: id, limit: 10)
        intake.countLoss(1, .invalid)
        let work = intake.nextWork(limit: 10)
        _ = intake.refuse()
        intake.putBack(try #require(work), limit: 10)
        intake.isAccepting = true
        let left = intake.nextWork(limit: 10)
        #expect(left == nil)
    }
}
