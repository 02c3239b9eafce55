import MarqueeWire
import PlatformStore

/// What is signed, with the time of its signature.
protocol SignedPayload: Decodable, Sendable {
    /// Milliseconds since 1970.
    var signedDate: Int64 { get }
}

/// The members of a signed transaction that matter here, by Apple's names.
struct TransactionPayload: SignedPayload {
    let transactionId: String
    let originalTransactionId: String?
    /// Only of a subscription, whose periods are each a sale of its own.
    let webOrderLineItemId: String?
    /// Only of a subscription.
    let expiresDate: Int64?
    let bundleId: String
    let productId: String
    let quantity: Int?
    let environment: String
    /// Thousandths of the currency's unit, for all pieces.
    let price: Int64?
    let currency: String?
    let purchaseDate: Int64
    let originalPurchaseDate: Int64?
    let signedDate: Int64
    let revocationDate: Int64?
    let appAccountToken: String?
    let inAppOwnershipType: String?
    let offerDiscountType: String?
    let isUpgraded: Bool?

    /// Nobody pays in any environment but that of the App Store itself.
    static func environment(_ name: String) -> StoreTransaction.Environment {
        name == "Production" ? .production : .sandbox
    }

    private var isSubscription: Bool { webOrderLineItemId != nil || expiresDate != nil }

    private var saleID: String {
        isSubscription
            ? webOrderLineItemId.map(StoreTransaction.period) ?? transactionId : originalTransactionId ?? transactionId
    }

    private var payment: StoreTransaction.Payment {
        if isUpgraded == true { return .upgraded }
        return inAppOwnershipType == "FAMILY_SHARED" || offerDiscountType == "FREE_TRIAL" ? .free : .paid
    }

    /// - Throws: `malformed` for values outside their limits.
    func transaction() throws(ReceiptRefusal) -> StoreTransaction {
        let names = [
            transactionId, originalTransactionId ?? transactionId, bundleId, productId, appAccountToken ?? "-", saleID,
        ]
        let limits = TrackedPurchase.Limits.self
        guard names.allSatisfy({ limits.name.contains($0.utf8.count) && !$0.utf8.contains(0) }),
            limits.quantity.contains(quantity ?? 1), limits.amount.contains(price ?? 0),
            currency.map(TrackedPurchase.Price.isCurrency) ?? true
        else { throw .malformed }
        var amount: TrackedPurchase.Price?
        if let price, let currency { amount = TrackedPurchase.Price(milliunits: price, currency: currency) }
        return StoreTransaction(
            id: saleID, formerID: isSubscription ? transactionId : nil,
            originalID: originalTransactionId ?? transactionId, bundleID: bundleId, product: productId,
            quantity: quantity ?? 1, environment: Self.environment(environment), amount: amount,
            payment: payment,
            purchased: Timestamp(milliseconds: isSubscription ? purchaseDate : originalPurchaseDate ?? purchaseDate),
            revoked: revocationDate.map { Timestamp(milliseconds: $0) },
            signed: Timestamp(milliseconds: signedDate), accountToken: appAccountToken)
    }
}

/// The members of a notice that matter here, by Apple's names.
struct NoticePayload: SignedPayload {
    struct AppData: Decodable {
        let bundleId: String
        /// A token of a purchase outside of the store has none.
        let environment: String?
        let signedTransactionInfo: String?
    }

    let notificationType: String
    let subtype: String?
    let notificationUUID: String
    let signedDate: Int64
    let data: AppData?
    /// Stands in the place of ``data`` when a notice is about many subscriptions.
    let summary: AppData?
    /// Stands there when it is about the consent of an app's user, or about the app itself.
    let appData: AppData?
    /// Stands there when it is about a purchase outside of the store.
    let externalPurchaseToken: AppData?

    /// What the notice is about.
    var subject: AppData? { data ?? summary ?? appData ?? externalPurchaseToken }
}
