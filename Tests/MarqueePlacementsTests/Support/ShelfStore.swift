import MarqueeCore

@testable import MarqueePlacements

/// A store with a few products, whose purchases end as the test says.
final class ShelfStore: PurchasingStore {
    let prices: [String: PurchaseReport.Price]
    private let result: @Sendable (String, Int) -> StorePurchase
    private let waitingPurchases: [StorePurchase.Bought]
    private let asked = Locked<[String]>([])
    private let lookUp: @Sendable () async -> Void

    /// - Parameter lookUp: runs while a price is looked up.
    init(
        _ prices: [String: PurchaseReport.Price], waiting: [StorePurchase.Bought] = [],
        result: @escaping @Sendable (String, Int) -> StorePurchase = { _, _ in .cancelled },
        lookUp: @escaping @Sendable () async -> Void = {}
    ) {
        self.prices = prices
        self.lookUp = lookUp
        self.result = result
        waitingPurchases = waiting
    }

    /// What was asked, in order.
    var calls: [String] { asked.withLock { $0 } }

    func price(of product: String) async -> PurchaseReport.Price? {
        asked.withLock { $0.append("price \(product)") }
        await lookUp()
        return prices[product]
    }

    func buy(_ product: String, quantity: Int) async -> StorePurchase {
        asked.withLock { $0.append("buy \(product)") }
        return result(product, quantity)
    }

    func waiting() -> AsyncStream<StorePurchase.Bought> {
        AsyncStream { continuation in
            for bought in waitingPurchases { continuation.yield(bought) }
            continuation.finish()
        }
    }
}
