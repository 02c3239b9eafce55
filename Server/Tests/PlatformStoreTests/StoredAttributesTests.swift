import Decisioning
import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// Units for players who bought, spent or stand on a contact list (PLC-058).
@Suite struct StoredAttributesTests {
    private func condition(
        _ attribute: String, _ test: UnitRules.Condition.Test, values: [String]? = nil, bound: Bound? = nil
    ) -> UnitRules.Condition {
        UnitRules.Condition(attribute: attribute, test: test, values: values, bound: bound)
    }

    private func place(_ store: TemporaryPlatform, _ condition: UnitRules.Condition) async throws {
        var unit = ContentUnitRecord(
            app: "demo", id: "u", name: "u", kind: .announcement,
            document: UnitDocument(["title": .text("News"), "message": .text("Hello")]))
        unit.rules.conditions = [condition]
        let placements = store.platform.placements
        _ = try await placements.create(unit, by: "Ann")
        _ = try await placements.create(
            PlacementRecord(app: "demo", tag: "start", name: "Start", units: [.init(unit: "u", priority: 1)]), by: "Ann"
        )
    }

    private func isShown(
        _ store: TemporaryPlatform, nonce: String, install: String? = "phone", customID: String? = nil
    ) async throws -> Bool {
        let attributes = customID.map { ["custom_id": Condition.Value.text($0)] } ?? [:]
        let ask = PlacementAsk(
            app: "demo", nonce: nonce, nonceEnds: store.now + .seconds(600), install: install, identifiers: [],
            purpose: .unit(placement: "start", DecisionRequest(attributes), skipping: [], seed: 1))
        guard case .unit(let unit, _, _) = try await store.platform.placements.decide(ask).outcome else { return false }
        return unit != nil
    }

    private func buy(
        _ store: TemporaryPlatform, _ transaction: String, install: String, milliunits: Int64, currency: String,
        isVerified: Bool
    ) async throws {
        let purchases = store.platform.purchases
        let price = TrackedPurchase.Price(milliunits: milliunits, currency: currency)
        try await purchases.record(
            TrackedPurchase(install: install, product: "coins", price: price, receipt: Data(transaction.utf8)),
            app: "demo")
        guard isVerified else { return }
        let pending = try #require(try await purchases.claimDue(.older, app: "demo", at: store.now))
        _ = try await purchases.settle(
            pending,
            as: .valid([
                StoreTransaction(
                    id: transaction, originalID: transaction, bundleID: "org.example.game", product: "coins",
                    quantity: 1, environment: .production, amount: price, purchased: store.now)
            ]))
    }

    @Test(arguments: StoreEngine.all)
    func `what a player spent counts once the store confirmed it, each currency by itself`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        try await place(store, condition("spend.USD", .atLeast, bound: 2.5))
        #expect(try await !isShown(store, nonce: "1"))
        try await buy(store, "t1", install: "phone", milliunits: 1_990, currency: "USD", isVerified: true)
        try await buy(store, "t2", install: "phone", milliunits: 9_990, currency: "EUR", isVerified: true)
        try await buy(store, "t3", install: "other", milliunits: 9_990, currency: "USD", isVerified: true)
        #expect(try await !isShown(store, nonce: "2"))
        try await buy(store, "t4", install: "phone", milliunits: 510, currency: "USD", isVerified: true)
        #expect(try await isShown(store, nonce: "3"))
        #expect(try await !isShown(store, nonce: "4", install: nil), "nothing is known of a device that opted out")
    }

    @Test(arguments: StoreEngine.all)
    func `a player who bought nothing has spent 0, and made 0 purchases`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        try await place(store, condition("spend.USD", .atMost, bound: 0))
        #expect(try await isShown(store, nonce: "1"))
        let explained = try await store.platform.placements.explain(
            "start", DecisionRequest(), install: nil, at: nil, app: "demo")
        #expect(explained?.decision.chosen == "u", "without an install, it is that of a new one")
        var unit = try #require(try await store.platform.placements.unit("u", app: "demo"))
        unit.rules.conditions = [condition("purchases", .atMost, bound: 0)]
        _ = try await store.platform.placements.update(unit, expectedVersion: 1, by: "Ann")
        #expect(try await isShown(store, nonce: "2"))
        try await buy(store, "t1", install: "phone", milliunits: 990, currency: "USD", isVerified: false)
        #expect(try await isShown(store, nonce: "3"), "it waits for the store")
        let pending = try #require(try await store.platform.purchases.claimDue(.older, app: "demo", at: store.now))
        _ = try await store.platform.purchases.settle(
            pending,
            as: .valid([
                StoreTransaction(
                    id: "t1", originalID: "t1", bundleID: "org.example.game", product: "coins", quantity: 1,
                    environment: .production, amount: nil, purchased: store.now)
            ]))
        #expect(try await !isShown(store, nonce: "4"))
    }

    @Test(arguments: StoreEngine.all)
    func `a contact list reaches the players whose recipients are on it, by their custom ids`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let recipients = store.platform.recipients
        try await place(store, condition("contact_lists", .oneOf, values: ["Big spenders"]))
        let list = try await recipients.createList(
            "Players", folder: "", columns: [ListColumn(name: "Mobile User Id", type: .text, lookup: .unique)],
            app: "demo", by: "Ann")
        let contacts = try await recipients.createContactList(
            "Big spenders", folder: "", of: list.id, app: "demo", by: "Ann")
        for (player, isOn) in [("ann", true), ("bob", false)] {
            _ = try await recipients.add(
                RecipientAddition(["Mobile User Id": player], contactLists: isOn ? [contacts.id] : []),
                to: list.id, app: "demo")
        }
        #expect(try await isShown(store, nonce: "1", customID: "ann"))
        #expect(try await !isShown(store, nonce: "2", customID: "bob"))
        #expect(try await !isShown(store, nonce: "3", customID: "nobody"))
        #expect(try await !isShown(store, nonce: "4"))
    }
}
