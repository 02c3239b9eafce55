import Collector
import Foundation
import HTTPTypes
import MarqueeWire
import Testing

@testable import API

/// PLC-023: what programs read of placements.
@Suite struct PlacementReportTests {
    @Test func `programs read the figures by day, unit and placement, those of test devices apart`() async throws {
        let test = try await TestAPI()
        let unit: [String: Event.Value] = ["placement": "start", "unit": "hello", "kind": "image"]
        for (name, install) in [
            (PlacementEventName.shown, "a"), (.shown, "b"), (.clicked, "a"), (.shown, "lab-1"), (.opened, "a"),
        ] {
            let event = ServerEvent(
                name.rawValue, of: install, scope: try Scope(app: "demo"), key: UUID().uuidString,
                made: test.clock.now, properties: name == .opened ? [:] : unit)
            #expect(await test.collector.serverEvents.record([event]).isEmpty)
        }
        while try await test.collector.folding.foldOnce() {}
        try await test.run { (program: Program) async throws in
            let days = try await program.get("apps/demo/placement-report")
            #expect(days.count("rows") == 1 && days["rows", "0", "day"] == "\(Day(test.clock.now))")
            #expect(days["rows", "0", "figures", "opens"] == "1" && days["rows", "0", "figures", "impressions"] == "2")
            #expect(days["rows", "0", "figures", "forms"] == nil, "a figure of 0 is left out")
            let units = try await program.get("apps/demo/placement-report?by=unit&unit=hello")
            #expect(units["rows", "0", "unit"] == "hello" && units["rows", "0", "figures", "clicks"] == "1")
            let tests = try await program.get("apps/demo/placement-report?by=placement&devices=test&placement=start")
            #expect(tests["rows", "0", "placement"] == "start" && tests["rows", "0", "figures", "impressions"] == "1")
            for wrong in ["by=hour", "devices=mine", "from=2026-02-01&to=2026-01-01", "limit=0"] {
                #expect(try await program.get("apps/demo/placement-report?\(wrong)").status == .badRequest, "\(wrong)")
            }
        }
    }
}
