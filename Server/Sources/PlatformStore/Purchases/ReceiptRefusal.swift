/// Why a receipt is refused.
public enum ReceiptRefusal: String, Error, Sendable, Hashable, Codable, CaseIterable {
    /// It is no receipt, or has not the form of one.
    case malformed
    /// Its signature is not that of the certificate in it, or the store does not know it.
    case forged
    /// Its certificates do not lead to a root that this server trusts, or were not issued for receipts.
    case untrustedChain = "untrusted_chain"
    /// A certificate was not valid when the receipt was signed.
    case expiredChain = "expired_chain"
    /// It is the receipt of another app.
    case foreignApp = "foreign_app"
    /// It is from the store's test environment: nobody has paid.
    case sandbox
    /// The store has given the money back.
    case refunded
    /// Its transaction was counted for another report.
    case replayed
    /// It is the receipt of another product.
    case productDiffers = "product_differs"
    /// It is the receipt of another number of pieces.
    case quantityDiffers = "quantity_differs"
}
