import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeEngage

/// ENG-038: the attribute `Device Id`.
struct DeviceIDTests {
    private func launch(_ fixture: EngageFixture) async throws -> [String?] {
        let service = try #require(URL(string: "https://marquee.example/v1/apps/brand/main"))
        let core = try Core(
            configuration: Configuration(service: service, trustAnchors: []), environment: fixture.environment,
            log: fixture.log)
        let engage = try Engage(core: core)
        let ids = [try await engage.record(.named("a")), try await engage.record(.custom(.installed, ["x": 1]))]
        var found: [String?] = []
        for id in ids { found.append(try engage.event(id)?.event["Device Id"]) }
        await engage.close()
        await core.close()
        return found
    }

    @Test func `every event has the same device id in all launches of an install, and another install has another`()
        async throws
    {
        let (fixture, other) = (try EngageFixture(), try EngageFixture())
        let first = try await launch(fixture)
        fixture.clock.advance(by: .seconds(365 * 86_400))
        let second = try await launch(fixture)
        let id = try #require(first[0])
        #expect(UUID(uuidString: id) != nil)
        #expect(first + second == [id, id, id, id])
        #expect(try await launch(other)[0] != id)
    }
}
