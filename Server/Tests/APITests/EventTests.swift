import Collector
import Foundation
import HTTPTypes
import MarqueeWire
import Testing

@testable import API

/// What programs read of single events.
@Suite struct EventTests {
    @Test func `counts of events come page by page, and every page is bounded`() async throws {
        let test = try await TestAPI()
        var random = SystemRandomNumberGenerator()
        let now = test.clock.now
        let events = (0..<7).map { index in
            Event(
                id: EventID(time: now, using: &random), name: "e\(index)", time: now, sequence: 1, user: nil,
                session: nil,
                properties: [:])
        }
        let batch = try JSONEncoder().encode(
            EventBatch(install: "i1", sent: now, sdk: "1.0", advertiser: nil, events: events))
        _ = try await test.collector.intake.accept(Array(batch), scope: try Scope(app: "demo"))
        while try await test.collector.folding.foldOnce() {}
        try await test.run { (program: Program) async throws in
            var (names, cursor): ([String], String?) = ([], "")
            while let next = cursor, names.count < 50 {
                let page = try await program.get(
                    "apps/demo/event-counts?limit=3" + (next.isEmpty ? "" : "&cursor=\(next)"))
                #expect(page.status == .ok && page.count("items") <= 3 && page["items", "0", "installs"] == "1")
                for index in 0..<page.count("items") { names.append(page["items", "\(index)", "name"] ?? "") }
                cursor = page["next"]
            }
            #expect(names == (0..<7).map { "e\($0)" })
            #expect(try await program.get("apps/demo/event-counts?limit=201").status == .badRequest)
            #expect(try await program.get("apps/demo/event-counts?cursor=e30").status == .badRequest)
        }
    }
}
