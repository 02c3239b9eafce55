public import Foundation

/// A store in which the app also buys. `MarqueeUI` has one over StoreKit 2.
public protocol PurchasingStore: PlacementStore {
    /// Lets the person buy a product that the store knows.
    func buy(_ product: String, quantity: Int) async -> StorePurchase

    /// Purchases that ended outside of ``buy(_:quantity:)``: those that a parent approved later, those that were
    /// refunded, and those whose process ended before ``StorePurchase/Bought/finish``. Ends when the caller no longer
    /// listens.
    func waiting() -> AsyncStream<StorePurchase.Bought>
}

/// How a purchase in the store ended.
public enum StorePurchase: Sendable {
    /// The store took the money.
    public struct Bought: Sendable {
        /// The store's id of the product.
        public let product: String
        /// How many pieces, at least 1.
        public let quantity: Int
        /// The store's id of the transaction; the same if it is handed over again.
        public let transaction: String
        /// The signed transaction, for the report.
        public let receipt: Data
        /// Whether the goods are to be handed over: not after a refund, and not if an upgrade has replaced the
        /// purchase. Such a purchase is reported and finished all the same.
        public let isDeliverable: Bool
        /// Tells the store that the goods were handed over. Until then the store hands the purchase over again.
        public let finish: @Sendable () async -> Void

        /// A purchase that the store has verified.
        public init(
            _ product: String, quantity: Int = 1, transaction: String, receipt: Data, isDeliverable: Bool = true,
            finish: @escaping @Sendable () async -> Void
        ) {
            self.product = product
            self.quantity = quantity
            self.transaction = transaction
            self.receipt = receipt
            self.isDeliverable = isDeliverable
            self.finish = finish
        }
    }

    /// Bought; the goods are still to be handed over.
    case bought(Bought)
    /// The person declined.
    case cancelled
    /// The purchase waits for somebody's approval, and is handed over later if it is approved.
    case pending
    /// The store refused or failed.
    case failed(any Error)
}
