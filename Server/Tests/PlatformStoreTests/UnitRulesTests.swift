import Decisioning
import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// To whom a unit is shown (PLC-058).
@Suite struct UnitRulesTests {
    @Test func `what an install draws at one placement says nothing of another one`() {
        let draws = (0..<4_000).map { install in
            ["one", "two"].map { tag in
                decide(
                    DecisionRequest(), catalogue: Catalogue(["a", "b"].map { Candidate($0) }), now: .now,
                    seed: PlacementAsk.seed("install-\(install)", at: tag)
                ).chosen
            }
        }
        let same = draws.count { $0[0] == $0[1] }
        // Half of 4,000, within six times the standard deviation of 32.
        #expect((1_810...2_190).contains(same), "\(same)")
    }

    private static let targets: [(String, isTaken: Bool)] = [
        (#"{"attribute": "country", "test": "oneOf", "values": ["DE", "fr"]}"#, true),
        (#"{"attribute": "country", "test": "oneOf", "values": ["DE", "Germany"]}"#, false),
        (#"{"attribute": "language", "test": "noneOf", "values": ["de-DE"]}"#, false),
        (#"{"attribute": "idiom", "test": "oneOf", "values": ["ipad"]}"#, false),
        (#"{"attribute": "idiom", "test": "oneOf", "values": ["Tablet"]}"#, true),
        (#"{"attribute": "app_version", "test": "atLeast", "bound": "2.10.3"}"#, true),
        (#"{"attribute": "app_version", "test": "atLeast", "bound": -1}"#, false),
        (#"{"attribute": "purchases", "test": "atLeast", "bound": "2.10.3"}"#, false),
        (#"{"attribute": "custom.build", "test": "atLeast", "bound": "2.10.3"}"#, true),
        (#"{"attribute": "app_version", "test": "atLeast"}"#, false),
    ]

    @Test(arguments: targets)
    func `a condition that can never hold is refused, and a version stays as it was written`(
        condition: String, isTaken: Bool
    ) async throws {
        let store = try await TemporaryPlatform(.sqlite)
        var made = ContentUnitRecord(
            app: "demo", id: "a", name: "a", kind: .announcement,
            document: UnitDocument(["title": .text("News"), "message": .text("Hello")]))
        made.rules = try JSONDecoder().decode(UnitRules.self, from: Data("{\"conditions\": [\(condition)]}".utf8))
        let unit = made
        let code = await store.code { _ = try await store.platform.placements.create(unit, by: "Ann") }
        #expect(code == (isTaken ? nil : .invalid))
        if isTaken {
            #expect(try await store.platform.placements.unit("a", app: "demo")?.rules == unit.rules)
        }
    }
}
