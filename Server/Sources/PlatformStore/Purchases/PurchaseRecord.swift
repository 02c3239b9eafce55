public import MarqueeWire

/// A tracked purchase with what is known of it.
public struct PurchaseRecord: Sendable, Hashable, Codable, Identifiable {
    /// Sorts purchases in the order in which they were reported.
    public let id: String
    /// The app that reported it.
    public let app: String
    /// Identifies the install that reported it.
    public let install: String
    /// The store's id of the product.
    public let product: String
    /// How many pieces.
    public let quantity: Int
    /// How it ended, as the device says.
    public let resolution: TrackedPurchase.Resolution
    /// The price of one piece, as the device says; `nil` when the device could not get it.
    public let price: TrackedPurchase.Price?
    /// The code of the error that ended it.
    public let errorCode: Int?
    /// Marks the content unit that started it.
    public let unit: String?
    /// The receipt of the unit's offer, by which app and unit know it too.
    public let offerReceipt: String?
    /// When it was reported.
    public let received: Timestamp
    /// What is known of it.
    public let status: PurchaseStatus
    /// Why its receipt was refused; also `refunded`.
    public let refusal: ReceiptRefusal?
    /// Why it is still pending, a sentence for people; empty otherwise.
    public let note: String
    /// How often its receipt was verified.
    public let attempts: Int
    /// When it is verified next.
    public let due: Timestamp?
    /// When its status became final.
    public let settled: Timestamp?
    /// The SHA-256 of its receipt, in hexadecimal digits.
    public let receiptDigest: String?
    /// Where the store sold it; `nil` before it is verified.
    public let environment: StoreTransaction.Environment?
    /// The store's transaction by which the purchase counts, see ``StoreTransaction/id``.
    public let transactionID: String?
    /// The first transaction of a restored or renewed purchase.
    public let originalTransactionID: String?
    /// When the store sold it.
    public let purchased: Timestamp?
    /// Whether a test device reported it.
    public let isTest: Bool
    /// What all pieces bring: what the store says if it says it, else what the device says; 0 if nobody paid.
    public let revenue: TrackedPurchase.Price?
}
