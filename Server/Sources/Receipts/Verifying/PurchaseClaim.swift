import PlatformStore

/// What a purchase says of itself, for which its receipt has to be.
struct PurchaseClaim {
    let product: String
    let quantity: Int
    let bundleIDs: [String]

    init(_ pending: PendingPurchase) {
        product = pending.product
        quantity = pending.quantity
        bundleIDs = pending.bundleIDs
    }

    /// Why a transaction does not prove the purchase; `nil` if it does.
    func refusal(of transaction: StoreTransaction) -> ReceiptRefusal? {
        if !bundleIDs.contains(transaction.bundleID) { return .foreignApp }
        if transaction.environment != .production { return .sandbox }
        if transaction.product != product { return .productDiffers }
        if transaction.quantity != quantity { return .quantityDiffers }
        return transaction.revoked == nil ? nil : .refunded
    }

    /// - Parameter transactions: all of one receipt, the latest first.
    func verdict(of transactions: [StoreTransaction]) -> PurchaseVerdict {
        let proofs = transactions.filter { refusal(of: $0) == nil }
        if !proofs.isEmpty { return .valid(proofs) }
        // Of several, the one that is nearest to a proof says most.
        let near =
            transactions.first { $0.product == product && $0.quantity == quantity }
            ?? transactions.first { $0.product == product } ?? transactions.first
        guard let near, let refusal = refusal(of: near) else { return .refused(.productDiffers, nil) }
        return .refused(refusal, near)
    }
}
