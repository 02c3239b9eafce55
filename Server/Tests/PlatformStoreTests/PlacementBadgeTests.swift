import Decisioning
import MarqueeWire
import Testing

@testable import PlatformStore

/// Badges that a player has opened, and decisions that count nothing (PLC-099, PLC-058).
@Suite struct PlacementBadgeTests {
    private func place(_ store: TemporaryPlatform) async throws {
        var unit = ContentUnitRecord(
            app: "demo", id: "u", name: "u", kind: .announcement,
            document: UnitDocument(["title": .text("News"), "message": .text("Hello")]))
        unit.rules.caps = [.init(limit: 1, scope: .device)]
        _ = try await store.platform.placements.create(unit, by: "Ann")
        _ = try await store.platform.placements.create(
            PlacementRecord(app: "demo", tag: "more", name: "More", badge: "3", units: [.init(unit: "u", priority: 1)]),
            by: "Ann")
    }

    private func badge(_ store: TemporaryPlatform, _ nonce: String, install: String? = "phone") async throws -> String {
        let ask = PlacementAsk(
            app: "demo", nonce: nonce, nonceEnds: store.now + .seconds(60), install: install, identifiers: [],
            purpose: .badge(placement: "more"))
        guard case .badge(let badge) = try await store.platform.placements.decide(ask).outcome else { return "none" }
        return badge
    }

    @Test(arguments: StoreEngine.all)
    func `a badge is empty for a player who opened the placement, until it changes`(_ engine: StoreEngine) async throws
    {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        try await place(store)
        #expect(try await badge(store, "1") == "3")
        try await placements.noteOpened("more", badge: "3", install: "phone", app: "demo")
        try await placements.noteOpened("unknown", badge: "3", install: "phone", app: "demo")
        #expect(try await badge(store, "2") == "")
        #expect(try await badge(store, "3", install: "other") == "3")
        #expect(try await badge(store, "4", install: nil) == "3", "nothing is known of a device that opted out")
        var record = try #require(try await placements.placement("more", app: "demo"))
        record.badge = "4"
        _ = try await placements.update(record, expectedVersion: 1, by: "Ann")
        try await placements.noteOpened("more", badge: "3", install: "phone", app: "demo")
        try await placements.noteOpened("more", badge: "", install: "phone", app: "demo")
        #expect(try await badge(store, "5") == "4", "what was opened had the earlier badge")
        try await placements.noteOpened("more", badge: "4", install: "phone", app: "demo")
        #expect(try await badge(store, "6") == "")
        try await placements.forget(install: "phone", app: "demo")
        #expect(try await badge(store, "7") == "4")
    }

    @Test(arguments: StoreEngine.all)
    func `a badge that comes back is new to a player who opened the earlier one`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        try await place(store)
        try await placements.noteOpened("more", badge: "3", install: "phone", app: "demo")
        #expect(try await badge(store, "1") == "")
        var record = try #require(try await placements.placement("more", app: "demo"))
        for (version, value) in [(1, ""), (2, "3")] {
            record.badge = value
            _ = try await placements.update(record, expectedVersion: version, by: "Ann")
        }
        #expect(try await badge(store, "2") == "3")
        try await placements.noteOpened("more", badge: "3", install: "phone", app: "demo")
        record.name = "More games"
        _ = try await placements.update(record, expectedVersion: 3, by: "Ann")
        #expect(try await badge(store, "3") == "", "another name is no other badge")
        try await placements.removePlacement("more", expectedVersion: 4, app: "demo", by: "Ann")
        _ = try await placements.create(record, by: "Ann")
        #expect(try await badge(store, "4") == "3")
    }

    @Test(arguments: StoreEngine.all)
    func `an explanation counts no showing, and sees those of the install`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        try await place(store)
        for _ in 1...3 {
            #expect(
                try await placements.explain("more", DecisionRequest(), install: "phone", at: nil, app: "demo")?
                    .decision.chosen == "u")
        }
        let ask = PlacementAsk(
            app: "demo", nonce: "n", nonceEnds: store.now + .seconds(60), install: "phone", identifiers: [],
            purpose: .unit(placement: "more", DecisionRequest(), skipping: [], seed: 1))
        _ = try await placements.decide(ask)
        let capped = try await placements.explain("more", DecisionRequest(), install: "phone", at: nil, app: "demo")?
            .decision
        #expect(capped?.chosen == nil && capped?.losers.map(\.refusal.sentence) == ["capped for this device at 1"])
        #expect(
            try await placements.explain("more", DecisionRequest(), install: "other", at: nil, app: "demo")?
                .decision.chosen == "u")
        #expect(try await placements.explain("none", DecisionRequest(), install: nil, at: nil, app: "demo") == nil)
    }
}
