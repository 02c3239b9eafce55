import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore
@testable import MarqueeEngage

/// The list of a screen that shows the local event store.
@Suite struct NewestEventsTests {
    @Test func `the newest events come first, whatever became of them, and no more than asked for`() async throws {
        let fixture = try EngageFixture(FakeTransport(EngageFixture.accepting))
        let (core, engage) = try fixture.open()
        #expect(try engage.newestEvents().isEmpty)
        for name in ["a", "b"] { try await engage.record(.named(name)) }
        await engage.flush()
        try await engage.record(.named("c"))
        let newest = try engage.newestEvents()
        #expect(newest.map { $0.event["Event Name"] } == ["c", "b", "a"])
        #expect(newest.map(\.status) == [.notPosted, .posted, .posted])
        #expect(try engage.newestEvents(limit: 1).map { $0.event["Event Name"] } == ["c"])
        #expect(try engage.newestEvents(limit: -1).isEmpty)
        await core.close()
    }
}
