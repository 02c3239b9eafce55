import Foundation

/// A signed transaction's payload, by Apple's names.
struct SignedTransaction: Encodable {
    let transactionId: String
    let originalTransactionId: String
    let webOrderLineItemId: String?
    let bundleId: String
    let productId: String
    let quantity: Int
    let environment: String
    let type = "Consumable"
    let inAppOwnershipType: String
    let offerDiscountType: String?
    let isUpgraded: Bool?
    let price: Int64?
    let currency: String?
    let purchaseDate: Int64
    let originalPurchaseDate: Int64
    let signedDate: Int64
    let revocationDate: Int64?
    let revocationReason: Int?
    let appAccountToken: String?

    init(_ sale: Sale, now: Date) {
        (transactionId, originalTransactionId) = (sale.transaction, sale.original ?? sale.transaction)
        webOrderLineItemId = sale.lineItem
        inAppOwnershipType = sale.ownership
        offerDiscountType = sale.kind == .trial ? "FREE_TRIAL" : nil
        isUpgraded = sale.kind == .upgraded ? true : nil
        (bundleId, productId, quantity) = (sale.bundleID, sale.order.product, sale.quantity)
        environment = sale.isSandbox ? "Sandbox" : "Production"
        (price, currency) = (sale.order.price, sale.order.price == nil ? nil : sale.order.currency ?? "USD")
        purchaseDate = Sale.milliseconds(sale.purchased)
        originalPurchaseDate = Sale.milliseconds(sale.firstPurchased ?? sale.purchased)
        signedDate = Sale.milliseconds(now)
        revocationDate = sale.refunded.map(Sale.milliseconds)
        revocationReason = sale.refunded.map { _ in 0 }
        appAccountToken = sale.order.appAccountToken
    }
}

/// A notification's payload, by Apple's names.
struct SignedNotification: Encodable {
    struct AppData: Encodable {
        let bundleId: String
        let environment: String
        let signedTransactionInfo: String?
    }

    let notificationType: String
    let notificationUUID: String
    let version = "2.0"
    let signedDate: Int64
    let data: AppData
}

/// An answer of the older verification service, by Apple's names.
struct VerifiedReceipt: Encodable {
    struct Receipt: Encodable {
        enum CodingKeys: String, CodingKey {
            case bundleID = "bundle_id"
            case sales = "in_app"
        }

        let bundleID: String
        let sales: [Item]
    }

    struct Item: Encodable {
        enum CodingKeys: String, CodingKey {
            case product = "product_id"
            case quantity
            case id = "transaction_id"
            case originalID = "original_transaction_id"
            case purchased = "purchase_date_ms"
            case firstPurchased = "original_purchase_date_ms"
            case cancelled = "cancellation_date_ms"
            case lineItem = "web_order_line_item_id"
            case trial = "is_trial_period"
            case upgraded = "is_upgraded"
            case ownership = "in_app_ownership_type"
        }

        let product: String
        let quantity: String
        let id: String
        let originalID: String
        let purchased: String
        let firstPurchased: String
        let cancelled: String?
        let lineItem: String?
        let trial: String
        let upgraded: String?
        let ownership: String

        init(_ sale: Sale) {
            (product, quantity) = (sale.order.product, "\(sale.quantity)")
            (id, originalID) = (sale.transaction, sale.original ?? sale.transaction)
            purchased = "\(Sale.milliseconds(sale.purchased))"
            firstPurchased = "\(Sale.milliseconds(sale.firstPurchased ?? sale.purchased))"
            cancelled = sale.refunded.map { "\(Sale.milliseconds($0))" }
            lineItem = sale.lineItem
            trial = sale.kind == .trial ? "true" : "false"
            upgraded = sale.kind == .upgraded ? "true" : nil
            ownership = sale.ownership
        }
    }

    let status: Int
    var environment: String?
    var receipt: Receipt?
}
