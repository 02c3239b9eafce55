import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// Refusing and granting consent, including disk errors and process kills.
@Suite struct ConsentTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture(FakeTransport(CoreFixture.accepting))
    }

    @Test func `a refusal that cannot be stored still stops recording and deletes events`() async throws {
        let core = try fixture.core()
        try await core.outbox.record("before_refusal")
        core.state.close()
        #expect(throws: MarqueeError.self) { try core.consent.refuse() }
        #expect(!core.consent.isGranted(.behaviour))
        core.outbox.track("after_refusal")
        await #expect(throws: MarqueeError.self) { try await core.outbox.record("after_refusal") }
        try await core.outbox.flush()
        #expect(try core.outbox.stored().isEmpty)
        #expect(await core.eventSender.drain() == .refused)
        #expect(fixture.transport.requests.isEmpty)
        await core.close()
    }

    @Test func `consent cannot be granted before all refused data is deleted`() async throws {
        let core = try fixture.core()
        try await core.outbox.record("before_refusal")
        core.outbox.close()
        #expect(throws: MarqueeError.self) { try core.consent.refuse() }
        #expect(throws: MarqueeError.self) { try core.consent.grant() }
        #expect(!core.consent.isGranted(.behaviour))
        await core.close()
        let next = try fixture.core()
        #expect(!next.consent.isGranted(.behaviour))
        #expect(try next.outbox.stored().isEmpty)
        try next.consent.grant()
        #expect(await next.eventSender.drain() == .nothingToSend)
        await next.close()
    }

    @Test func `events that could not be stored before a refusal are discarded`() throws {
        var intake = OutboxIntake()
        var random = RandomSource(fixture.environment)
        let (time, id) = (fixture.clock.now, EventID(time: fixture.clock.now, using: &random))
        _ = intake.add("before_refusal", [:], time: time, id: id, limit: 10)
        intake.countLoss(1, .invalid)
        let work = intake.nextWork(limit: 10)
        _ = intake.refuse([.behaviour])
        intake.putBack(try #require(work), limit: 10)
        intake.accept([.behaviour])
        let left = intake.nextWork(limit: 10)
        #expect(left == nil)
    }

    private static let address = "https://pixel.example/imp?n=1"

    @Test func `refusing one purpose deletes and stops only its own lanes`() async throws {
        let core = try fixture.core()
        try await core.outbox.record("kept")
        try await core.tracking.fetch(try #require(URL(string: Self.address)))
        try core.consent.refuse([.advertising])
        #expect(try core.tracking.counts().notPosted == 0)
        #expect(try core.outbox.counts().notPosted == 1)
        let error = await #expect(throws: MarqueeError.self) {
            try await core.tracking.fetch(try #require(URL(string: Self.address)))
        }
        #expect(error?.code == .invalidState)
        #expect(await core.tracking.sender.drain() == .refused)
        #expect(await core.eventSender.drain() == .sent(1))
        try core.consent.grant([.advertising])
        try await core.tracking.fetch(try #require(URL(string: Self.address)))
        #expect(try core.tracking.counts().notPosted == 1)
        await core.close()
    }

    @Test func `a refusal of one purpose survives a restart`() async throws {
        let core = try fixture.core()
        try core.consent.refuse([.location, .advertising])
        await core.close()
        let next = try fixture.core()
        #expect(next.consent.refused == [.location, .advertising])
        await next.close()
    }

    @Test func `a stored refusal that this version cannot read refuses all purposes`() async throws {
        let core = try fixture.core()
        try core.state.store([Consent.name: Data("behaviour telepathy".utf8)])
        await core.close()
        let next = try fixture.core()
        #expect(next.consent.refused == Set(Consent.Purpose.allCases))
        await next.close()
    }

    // PLC-140
    @Test func `the privacy switch removes identifiers from the next request`() async throws {
        let advertiser = Advertiser(system: { .init(id: "8A6E0804-2BD0-4672-B79D-D97027F9071A", isLimited: false) })
        let core = try fixture.core(advertiser: advertiser)
        func advertiserOfNextBatch() async throws -> String? {
            try await core.outbox.record("something_happened")
            _ = await core.eventSender.drain()
            return try #require(try fixture.batches().last).advertiser
        }
        #expect(try await advertiserOfNextBatch() == "8A6E0804-2BD0-4672-B79D-D97027F9071A")
        try core.consent.limitTracking(true)
        #expect(core.consent.isTrackingLimited)
        #expect(core.consent.refused == [.identifiers, .location])
        #expect(try await advertiserOfNextBatch() == nil)
        try core.consent.limitTracking(false)
        #expect(try await advertiserOfNextBatch() != nil)
        await core.close()
    }

    @Test func `a capability deletes its data for a refused purpose, even after a kill`() async throws {
        let core = try fixture.core()
        let deleted = Locked<[String]>([])
        try core.consent.onRefusal(of: .location) { deleted.withLock { $0.append("places") } }
        try core.consent.onRefusal(of: .behaviour) { deleted.withLock { $0.append("habits") } }
        try core.consent.refuse([.location])
        #expect(deleted.withLock { $0 } == ["places"])
        // The same state as after a kill between the refusal and the deletion.
        await core.close()
        let next = try fixture.core()
        try next.consent.onRefusal(of: .location) { deleted.withLock { $0.append("places again") } }
        #expect(deleted.withLock { $0 } == ["places", "places again"])
        await next.close()
    }

    @Test func `a refusal deletes the damaged files that were kept`() async throws {
        let folder = fixture.folder.url
        func damage(_ name: String) throws {
            try Data(repeating: 7, count: 5_000).write(to: folder.appending(path: name))
        }
        func kept() throws -> Int {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return names.filter { $0.contains(".damaged-") }.count
        }
        try damage("outbox.sqlite3")
        try damage("state.sqlite3")
        let core = try fixture.core()
        #expect(try kept() >= 2)
        try core.consent.refuse([.location])
        #expect(try kept() == 0)
        await core.close()
        // One that is found later is not kept either, as long as the refusal is in force.
        try damage("outbox.sqlite3")
        let next = try fixture.core()
        #expect(try kept() == 0)
        await next.close()
    }
}
