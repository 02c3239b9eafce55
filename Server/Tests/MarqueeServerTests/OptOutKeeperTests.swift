import Collector
import Foundation
import MarqueeTesting
import MarqueeWire
import PlatformStore
import Testing

@testable import MarqueeServer

/// PLC-020: a server erases by itself the events of devices that opted out of placements.
@Suite struct OptOutKeeperTests {
    private func record(_ installs: [String], _ test: TestServer) async throws {
        let events = installs.map {
            ServerEvent(
                PlacementEventName.opened.rawValue, of: $0, scope: test.scope, key: UUID().uuidString,
                made: Timestamp(Date()), properties: ["sessions": 1, "seconds": 60])
        }
        #expect(await test.server.collector.serverEvents.record(events).isEmpty)
    }

    private func installs(_ test: TestServer) async throws -> [String] {
        try await test.server.collector.events(EventQuery(scope: test.scope)).events.map(\.install).sorted()
    }

    @Test func `a running server erases the events of those who opted out half a day ago`() async throws {
        let test = try await TestServer([.lab: "off"], isPublished: false)
        try await record(["early", "late", "stays"], test)
        let earlier = try await Platform.open(at: test.server.platform.folder) {
            Timestamp(Date()) + .seconds(-12 * 3600)
        }
        try await earlier.placements.forget(install: "early", app: "demo")
        try await test.server.platform.placements.forget(install: "late", app: "demo")
        try await test.running { _, _ in
            #expect(await eventually { (try? await installs(test)) == ["late", "stays"] })
        }
    }

    @Test(arguments: [false, true])
    func `each opt-out is handed on once, those of an hour together`(_ isShared: Bool) async throws {
        let test = try await TestServer([.lab: "off"], isPublished: false)
        let (placements, collector) = (test.server.platform.placements, test.server.collector)
        let keeper = OptOutKeeper(
            placements: placements, collector: collector, isShared: isShared, logger: test.server.logger,
            delay: .seconds(-1))
        try await keeper.look()
        #expect(try await collector.optOutPlace() == nil)
        for number in 0..<3 { try await placements.forget(install: "d\(number)", app: "demo") }
        try await record(["d0", "d1", "d2", "d3"], test)
        while try await collector.folding.foldOnce() {}
        try await keeper.look()
        let place = try #require(try await collector.optOutPlace())
        while try await collector.folding.eraseOnce() {}
        #expect(try await installs(test) == ["d3"])

        // Who opted in again is another device for the reports.
        try await record(["d0"], test)
        while try await collector.folding.foldOnce() {}
        try await keeper.look()
        while try await collector.folding.eraseOnce() {}
        #expect(try await installs(test) == ["d0", "d3"])
        #expect(try await collector.optOutPlace() == place)
        let left = try await placements.optOuts(after: nil, before: Timestamp(Date()) + .seconds(1), limit: 10)
        #expect(left.count == (isShared ? 3 : 0), "the only warehouse needs no list of who opted out")
    }
}
