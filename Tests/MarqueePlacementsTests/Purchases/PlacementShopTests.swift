import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// Buying in a store and reporting it (PLC-072 to PLC-075, PLC-080, PLC-081, PLC-083).
struct PlacementShopTests {
    private static let prices = ["gem": PurchaseReport.Price(3, "EUR")]

    private static func bought(
        _ steps: Locked<[String]>, _ product: String = "gem", isDeliverable: Bool = true
    ) -> StorePurchase.Bought {
        StorePurchase.Bought(
            product, quantity: 2, transaction: "t1", receipt: Data("jws".utf8), isDeliverable: isDeliverable
        ) {
            steps.withLock { $0.append("finished") }
        }
    }

    private static func reports(_ phone: PlacementPhone) -> [[String?]] {
        phone.server.requests.filter { $0.path == "/v3/publisher/iap/" }.map { request in
            ["product", "quantity", "resolution", "price", "price_locale", "receipt", "error_code"].map {
                request.parameters[$0]
            }
        }
    }

    @Test func `what was bought is handed over, reported with its receipt, and then finished`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let steps = Locked<[String]>([])
        let store = ShelfStore(Self.prices) { _, _ in .bought(Self.bought(steps)) }
        let shop = PlacementShop(app.placements, store: store) { bought in
            steps.withLock { $0.append("delivered \(bought.transaction)") }
        }
        #expect(try await shop.buy("gem", quantity: 2) == .buy)
        #expect(steps.withLock { $0 } == ["delivered t1", "finished"])
        #expect(await eventually { !Self.reports(phone).isEmpty })
        #expect(Self.reports(phone) == [["gem", "2", "buy", "3", "EUR", "andz", nil]])
        await app.close()
    }

    @Test func `a product that the store does not know is an error, and is not bought`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let store = ShelfStore(Self.prices)
        let shop = PlacementShop(app.placements, store: store) { _ in }
        #expect(try await shop.buy("unknown") == .error)
        #expect(!store.calls.contains("buy unknown"))
        #expect(await eventually { !Self.reports(phone).isEmpty })
        #expect(Self.reports(phone) == [["unknown", "1", "error", nil, nil, nil, "0"]])
        await app.close()
    }

    @Test(
        arguments: [
            (StorePurchase.cancelled, PurchaseResolution.cancel, nil),
            (.failed(NSError(domain: "SKErrorDomain", code: 2)), .cancel, nil),
            (.failed(PlacementError(.simulatedStore, "no")), .error, "5"),
        ] as [(StorePurchase, PurchaseResolution, String?)])
    func `a declined purchase is cancel, and a failed one is an error with its code`(
        result: StorePurchase, resolution: PurchaseResolution, code: String?
    ) async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let shop = PlacementShop(app.placements, store: ShelfStore(Self.prices) { _, _ in result }) { _ in }
        #expect(try await shop.buy("gem") == resolution)
        #expect(await eventually { !Self.reports(phone).isEmpty })
        #expect(Self.reports(phone) == [["gem", "1", resolution.rawValue, "3", "EUR", nil, code]])
        await app.close()
    }

    @Test func `a purchase that waits for approval is reported when it was approved`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let steps = Locked<[String]>([])
        let store = ShelfStore(Self.prices, waiting: [Self.bought(steps)]) { _, _ in .pending }
        let shop = PlacementShop(app.placements, store: store) { _ in }
        #expect(try await shop.buy("gem") == .cancel)
        #expect(try app.placements.purchaseCounts() == OutboxCounts())
        await shop.handOverWaiting()
        #expect(await eventually { !Self.reports(phone).isEmpty })
        #expect(Self.reports(phone).map { $0[2] } == ["buy"])
        #expect(steps.withLock { $0 } == ["finished"])
        await app.close()
    }

    @Test func `what could not be handed over is neither finished nor reported as bought`() async throws {
        struct Full: Error {}
        let phone = try PlacementPhone()
        let app = try phone.start()
        let steps = Locked<[String]>([])
        let store = ShelfStore(Self.prices) { _, _ in .bought(Self.bought(steps)) }
        let shop = PlacementShop(app.placements, store: store) { _ in throw Full() }
        #expect(try await shop.buy("gem") == .error)
        #expect(steps.withLock { $0 }.isEmpty)
        #expect(try app.placements.purchaseCounts() == OutboxCounts())
        await app.close()
    }

    @Test func `without consent, what was bought is handed over and finished, and nothing is reported`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        try app.core.consent.refuse([.behaviour])
        let steps = Locked<[String]>([])
        let result = Locked<StorePurchase>(.bought(Self.bought(steps)))
        let store = ShelfStore(Self.prices) { _, _ in result.withLock { $0 } }
        let shop = PlacementShop(app.placements, store: store) { _ in steps.withLock { $0.append("delivered") } }
        #expect(try await shop.buy("gem") == .buy)
        #expect(steps.withLock { $0 } == ["delivered", "finished"])
        for (end, resolution) in [
            (StorePurchase.cancelled, PurchaseResolution.cancel),
            (.failed(PlacementError(.simulatedStore, "no")), .error),
        ] {
            result.withLock { $0 = end }
            #expect(try await shop.buy("gem") == resolution)
        }
        #expect(try app.placements.purchaseCounts() == OutboxCounts())
        await app.close()
    }

    @Test func `what was paid is handed over also when the unit is closed meanwhile`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let steps = Locked<[String]>([])
        let (paid, gate) = (AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self))
        let store = ShelfStore(Self.prices) { _, _ in .bought(Self.bought(steps)) }
        let shop = PlacementShop(app.placements, store: store) { _ in
            paid.continuation.yield()
            for await _ in gate.stream { break }
            try Task.checkCancellation()
            steps.withLock { $0.append("delivered") }
        }
        let buying = Task { try await shop.buy("gem") }
        for await _ in paid.stream { break }
        buying.cancel()
        gate.continuation.yield()
        #expect(try await buying.value == .buy)
        #expect(steps.withLock { $0 } == ["delivered", "finished"])
        #expect(await eventually { !Self.reports(phone).isEmpty })
        await app.close()
    }

    @Test(arguments: ["gem", "unknown"])
    func `a unit that is closed while the store looks a price up sells nothing`(product: String) async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let (asked, gate) = (AsyncStream.makeStream(of: Void.self), Locked(false))
        let store = ShelfStore(
            Self.prices,
            lookUp: {
                asked.continuation.yield()
                while !gate.withLock({ $0 }) { await Task.yield() }
            })
        let shop = PlacementShop(app.placements, store: store) { _ in }
        let buying = Task { try await shop.buy(product) }
        for await _ in asked.stream { break }
        buying.cancel()
        gate.withLock { $0 = true }
        #expect(try await buying.value == .cancel)
        #expect(store.calls == ["price \(product)"])
        #expect(try app.placements.purchaseCounts() == OutboxCounts())
        await app.close()
    }

    @Test func `goods that were paid elsewhere do not wait for a store that tells no price`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let steps = Locked<[String]>([])
        let store = ShelfStore(Self.prices, waiting: [Self.bought(steps)])
        let shop = PlacementShop(app.placements, store: store) { _ in
            steps.withLock { $0.append("delivered after \(store.calls)") }
        }
        await shop.handOverWaiting()
        #expect(steps.withLock { $0 } == ["delivered after []", "finished"])
        #expect(await eventually { !Self.reports(phone).isEmpty })
        #expect(Self.reports(phone).first?[3] == "3", "the report asks for the price by itself")
        await app.close()
    }

    // PLC-085
    @Test func `a refunded purchase is reported and finished, and not handed over again`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let steps = Locked<[String]>([])
        let store = ShelfStore(Self.prices, waiting: [Self.bought(steps, isDeliverable: false)])
        let shop = PlacementShop(app.placements, store: store) { _ in steps.withLock { $0.append("delivered") } }
        await shop.handOverWaiting()
        #expect(steps.withLock { $0 } == ["finished"])
        #expect(await eventually { !Self.reports(phone).isEmpty })
        #expect(Self.reports(phone).map { $0[5] } == ["andz"])
        await app.close()
    }
}
