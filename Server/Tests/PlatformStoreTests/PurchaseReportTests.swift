import Decisioning
import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// PLC-078, PLC-085, PLC-087 and PLC-138: what reports say of purchases.
@Suite struct PurchaseReportTests {
    private static func price(_ milliunits: Int64, _ currency: String = "USD") -> TrackedPurchase.Price {
        .init(milliunits: milliunits, currency: currency)
    }

    /// Reports a purchase with a receipt, and settles it as one transaction of the store.
    private static func sell(
        _ store: TemporaryPlatform, _ purchase: TrackedPurchase, _ transaction: String,
        as verdict: (StoreTransaction) -> PurchaseVerdict = { .valid([$0]) },
        in environment: StoreTransaction.Environment = .production, revoked: Timestamp? = nil
    ) async throws {
        var purchase = purchase
        purchase.receipt = Data("receipt \(transaction)".utf8)
        try await store.platform.purchases.record(purchase, app: "demo")
        let pending = try #require(try await store.platform.purchases.claimDue(.older, app: "demo", at: store.now))
        let sold = StoreTransaction(
            id: transaction, originalID: transaction, bundleID: "org.example.game", product: purchase.product,
            quantity: purchase.quantity, environment: environment, purchased: store.now,
            revoked: revoked)
        _ = try await store.platform.purchases.settle(pending, as: verdict(sold))
    }

    @Test(arguments: StoreEngine.all)
    func `revenue by unit and day leaves out sandbox, refused and refunded purchases, and test devices on demand`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let one = TrackedPurchase(install: "a", product: "p", price: Self.price(990), unit: "sword")
        try await Self.sell(store, one, "1")
        try await Self.sell(store, one, "2", as: { .refused(.sandbox, $0) }, in: .sandbox)
        try await Self.sell(store, one, "3", as: { .refused(.refunded, $0) }, revoked: store.now)
        try await Self.sell(store, one, "4", as: { .refused(.forged, $0) })
        try await purchases.record(
            TrackedPurchase(install: "b", product: "p", price: Self.price(500, "EUR"), unit: "sword"), app: "demo")
        try await purchases.record(TrackedPurchase(install: "b", product: "p", price: Self.price(100)), app: "demo")
        try await purchases.record(
            TrackedPurchase(install: "lab", product: "p", price: Self.price(7), unit: "sword", isTest: true),
            app: "demo")
        try await purchases.record(
            TrackedPurchase(install: "b", product: "p", resolution: .cancel, price: Self.price(9), unit: "sword"),
            app: "demo")
        let players = PurchaseFilter(isTest: false)
        let sword = [
            Revenue(currency: "EUR", unverified: .init(milliunits: 500, purchases: 1)),
            Revenue(currency: "USD", verified: .init(milliunits: 990, purchases: 1)),
        ]
        #expect(try await purchases.revenueByUnit(players, app: "demo") == ["sword": sword])
        #expect(
            try await purchases.revenueByUnit(.init(isTest: true), app: "demo")["sword"]?.first?.unverified
                == .init(milliunits: 7, purchases: 1))
        let day = Int(store.now.milliseconds / 86_400_000)
        let days = try await purchases.revenueByDay(players, app: "demo")
        #expect(days.keys.sorted() == [day])
        #expect(days[day]?.last?.unverified == .init(milliunits: 100, purchases: 1))
        #expect(try await purchases.revenueByUnit(players, app: "other").isEmpty)
        #expect(
            try await purchases.purchases(.init(isTest: true), app: "demo", before: nil, limit: 9).map(\.isTest) == [
                true
            ])
        #expect(
            try await purchases.purchases(.init(resolution: .cancel), app: "demo", before: nil, limit: 9).count == 1)
    }

    @Test(arguments: StoreEngine.all)
    func `lifetime revenue counts payers once, and unverified purchases apart`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let bought = { (install: String) in TrackedPurchase(install: install, product: "p", price: Self.price(1000)) }
        try await Self.sell(store, bought("a"), "1")
        try await Self.sell(store, bought("a"), "2")
        for install in ["a", "b", "opted out 1", "opted out 2"] {
            try await purchases.record(bought(install), app: "demo")
        }
        // A free product makes nobody a payer.
        let free = TrackedPurchase(install: "c", product: "f", price: Self.price(0))
        try await Self.sell(store, free, "3")
        try await purchases.record(free, app: "demo")
        try await purchases.record(
            TrackedPurchase(install: "c", product: "f", price: Self.price(0, "EUR")), app: "demo")
        var test = bought("lab-1")
        test.isTest = true
        try await purchases.record(test, app: "demo")
        #expect(
            try await purchases.lifetimeRevenue(app: "demo") == [
                LifetimeRevenue(
                    currency: "USD", verified: .init(milliunits: 2000, payers: 1),
                    all: .init(milliunits: 4000, payers: 2))
            ])
    }

    // PLC-020
    @Test(arguments: StoreEngine.all)
    func `the purchases of an install that opted out are still checked, and no longer its own`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        for install in ["a", "b"] {
            var bought = TrackedPurchase(install: install, product: "p", price: Self.price(1000))
            bought.receipt = Data("a receipt of \(install)".utf8)
            bought.offerReceipt = "offer \(install)"
            try await purchases.record(bought, app: "demo")
        }
        try await store.platform.placements.forget(install: "a", app: "demo")
        let all = try await purchases.purchases(.init(), app: "demo", before: nil, limit: 9)
        // The app may know whose offer it was.
        #expect(all.compactMap(\.offerReceipt) == ["offer b"])
        let installs = all.map(\.install)
        #expect(installs.filter { $0.hasPrefix("opted out ") }.count == 1 && installs.contains("b"))
        #expect(installs.count == 2)
        for _ in 0..<2 {
            #expect(try await purchases.claimDue(.older, app: "demo", at: store.now + .seconds(1000)) != nil)
        }
    }

    @Test(arguments: StoreEngine.all)
    func `an install that is forgotten leaves its revenue and no name`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let bought = TrackedPurchase(install: "a", product: "p", price: Self.price(1000), offerReceipt: "offer")
        try await Self.sell(store, bought, "1")
        var waiting = bought
        waiting.receipt = Data("a receipt".utf8)
        try await purchases.record(waiting, app: "demo")
        try await purchases.record(TrackedPurchase(install: "b", product: "p"), app: "demo")
        #expect(try await purchases.forget(install: "a", app: "demo") == 2)
        let left = try await purchases.purchases(.init(), app: "demo", before: nil, limit: 9)
        #expect(left.count == 3 && left.allSatisfy { $0.offerReceipt == nil })
        #expect(try await purchases.purchases(.init(install: "a"), app: "demo", before: nil, limit: 9).isEmpty)
        #expect(try await purchases.purchases(.init(install: "b"), app: "demo", before: nil, limit: 9).count == 1)
        let revenue = try await purchases.revenue(.init(), app: "demo")
        #expect(revenue.first?.verified.milliunits == 1000 && revenue.first?.unverified.milliunits == 1000)
        #expect(
            try await purchases.claimDue(.older, app: "demo", at: store.now + .seconds(1000)) == nil,
            "its receipt is gone")
        #expect(try await purchases.forget(install: "a", app: "demo") == 0)
    }

    @Test(arguments: StoreEngine.all)
    func `rates are kept by day and replaced by later ones, and a wrong one stores none`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        let rate = { (day: Int, millionths: Int64) in
            DayRate(day: day, currency: "EUR", target: "USD", trillionths: millionths * 1_000_000)
        }
        try await purchases.setRates([rate(1, 1_000_000), rate(2, 1_100_000)], app: "demo", by: "Ann")
        try await purchases.setRates([rate(2, 1_200_000), rate(9, 5)], app: "demo", by: "Ann")
        #expect(
            try await purchases.rates(into: "USD", days: 1...2, app: "demo") == [
                rate(2, 1_200_000), rate(1, 1_000_000),
            ])
        #expect(try await purchases.rateCurrencies(app: "demo") == ["USD"])
        #expect(try await purchases.rates(into: "GBP", days: 1...2, app: "demo").isEmpty)
        for wrong in [
            rate(1, 0), DayRate(day: 1, currency: "USD", target: "USD", trillionths: 5_000_000),
            DayRate(day: 1, currency: "eur", target: "USD", trillionths: 5_000_000), rate(-1, 5),
        ] {
            let error = await #expect(throws: StoreError.self) {
                try await purchases.setRates([rate(3, 5), wrong], app: "demo", by: "Ann")
            }
            #expect(error?.code == .invalid)
        }
        #expect(try await purchases.rates(into: "USD", days: 3...3, app: "demo").isEmpty)
        let audit = try await store.platform.audit.entries(app: "demo", before: nil, limit: 1)
        #expect(audit.first?.action == "currency.rates" && audit.first?.subject == "2 rates")
    }

    @Test(arguments: StoreEngine.all)
    func `what an install left at placements is read for an export, and erased with its answers`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        let form = ContentUnitRecord(
            app: "demo", id: "ask", name: "Ask", kind: .form,
            document: UnitDocument([
                "title": .text("You"), "fields": .list([.record(["id": .text("email")])]),
            ]),
            rules: UnitRules(caps: [.init(limit: 5, scope: .device)]))
        _ = try await placements.create(form, by: "test")
        _ = try await placements.create(
            PlacementRecord(
                app: "demo", tag: "start", name: "Start", badge: "3", units: [.init(unit: "ask", priority: 1)]),
            by: "test")
        for install in ["a", "b"] {
            for (number, purpose) in [
                PlacementAsk.Purpose.session(known: "", new: "token \(install)"),
                .unit(placement: "start", DecisionRequest(), skipping: [], seed: 1),
            ].enumerated() {
                _ = try await placements.decide(
                    PlacementAsk(
                        app: "demo", nonce: "\(install)\(number)", nonceEnds: store.now + .seconds(60),
                        install: install,
                        identifiers: [install], purpose: purpose))
            }
            let answers = ["email": "\(install)@example.org"]
            _ = try await placements.store(FormSubmission(answers, unit: "ask", install: install), app: "demo")
            try await placements.noteOpened("start", badge: "3", install: install, app: "demo")
        }
        let traces = try await placements.traces(install: "a", app: "demo")
        #expect(traces.showings.map(\.unit) == ["ask"] && traces.sessions == [store.now])
        #expect(traces.forms.map(\.answers) == [["email": "a@example.org"]])
        #expect(traces.badges == [.init(placement: "start", badge: "3", seen: store.now)])
        #expect(try await placements.erase(install: "a", app: "demo") == 1)
        #expect(try await placements.traces(install: "a", app: "demo").isEmpty)
        #expect(try await !placements.traces(install: "b", app: "demo").isEmpty)
        let left = try await placements.answers(unit: "ask", app: "demo", after: nil, limit: 9)
        #expect(left.map(\.install) == ["b"], "an erasure takes the answers, an opt-out only the name")
    }

    @Test(arguments: StoreEngine.all)
    func `sums that are too large for the database keep no report from being read`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let purchases = store.platform.purchases
        for _ in 1...3 {
            let purchase = TrackedPurchase(install: "a", product: "p", price: Self.price(990), unit: "sword")
            try await purchases.record(purchase, app: "demo")
        }
        let largest = Int64.max - 5
        _ = try await store.platform.database.write { try $0.execute("UPDATE purchase SET revenue = ?", [largest]) }
        let most: Int64 = 1_000_000_000_000_000_000
        let all = try await purchases.revenue(.init(), app: "demo")
        #expect(all.map(\.unverified) == [.init(milliunits: most, purchases: 3)])
        let unit = try await purchases.revenueByUnit(.init(), app: "demo")
        #expect(unit["sword"]?.map(\.unverified.milliunits) == [most])
        let lifetime = try await purchases.lifetimeRevenue(app: "demo")
        #expect(lifetime.map(\.all) == [.init(milliunits: most, payers: 1)])
        _ = try await store.platform.database.write {
            try $0.execute("UPDATE purchase SET revenue = ?", [1_999_999_999] as [Int64])
        }
        #expect(try await purchases.revenue(.init(), app: "demo").map(\.unverified.milliunits) == [5_999_999_997])
    }

    @Test func `an amount is converted with the rate of its day, and stays as it is without one`() {
        let amount = { (currency: String, milliunits: Int64) in
            Revenue(currency: currency, verified: .init(milliunits: milliunits, purchases: 1))
        }
        let rates = [
            DayRate(day: 1, currency: "EUR", target: "USD", trillionths: 1_080_000_000_000),
            DayRate(day: 2, currency: "EUR", target: "USD", trillionths: 2_000_000_000_000),
            DayRate(day: 3, currency: "EUR", target: "GBP", trillionths: 9_000_000_000_000),
        ]
        let days = [1: [amount("EUR", 990), amount("USD", 10)], 2: [amount("EUR", 1000)], 3: [amount("EUR", 7)]]
        let found = ConvertedRevenue(days, into: "USD", rates: rates)
        #expect(
            found.converted == Revenue(currency: "USD", verified: .init(milliunits: 1069 + 10 + 2000, purchases: 3)))
        #expect(found.unconverted == [amount("EUR", 7)])
        #expect(
            ConvertedRevenue(days, into: "USD", rates: []).unconverted == [
                Revenue(currency: "EUR", verified: .init(milliunits: 1997, purchases: 3))
            ])
    }

    @Test(
        arguments: [
            (990, 1_080_000_000_000, 1069), (1, 500_000_000_000, 1), (1, 499_999_999_999, 0),
            (1_000_000_000_000, 1_000_000_000_000, 1_000_000_000_000), (.max, 1_000_000_000_000_000_000, .max / 2),
            (3, 333_333_333_333, 1), (249_000_000, 39_400_000, 9811),
        ] as [(Int64, Int64, Int64)])
    func `a conversion rounds to the nearest thousandth and never overflows`(
        milliunits: Int64, trillionths: Int64, expected: Int64
    ) {
        let rate = DayRate(day: 1, currency: "EUR", target: "USD", trillionths: trillionths)
        #expect(rate.converted(milliunits) == expected)
    }
}
