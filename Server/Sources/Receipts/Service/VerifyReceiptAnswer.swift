import Foundation
import MarqueeWire
import PlatformStore

/// An answer of the older verification service, with the members that matter here, by Apple's names.
struct VerifyReceiptAnswer: Decodable, Sendable {
    /// One sale. Numbers are texts.
    struct Sale: Decodable, Sendable {
        enum CodingKeys: String, CodingKey {
            case product = "product_id"
            case quantity
            case id = "transaction_id"
            case originalID = "original_transaction_id"
            case purchased = "purchase_date_ms"
            case firstPurchased = "original_purchase_date_ms"
            case cancelled = "cancellation_date_ms"
            case expires = "expires_date_ms"
            case lineItem = "web_order_line_item_id"
        }

        let product: String
        let quantity: String?
        let id: String
        let originalID: String?
        let purchased: String
        let firstPurchased: String?
        let cancelled: String?
        let expires: String?
        let lineItem: String?

        /// Each period of a subscription is a sale of its own.
        var isSubscription: Bool { expires != nil || lineItem != nil }
        /// Identifies the sale. A purchase that was restored has a new transaction, and is the sale of its first one.
        var saleID: String { isSubscription ? id : originalID ?? id }
        /// When it was sold, not when it was restored.
        var sold: String { isSubscription ? purchased : firstPurchased ?? purchased }
    }

    /// The receipt of an app with its sales, or one sale as it was before iOS 7.
    struct Receipt: Decodable, Sendable {
        enum CodingKeys: String, CodingKey {
            case bundleID = "bundle_id"
            case formerBundleID = "bid"
            case sales = "in_app"
        }

        let bundleID: String
        let sales: [Sale]

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            if let id = try values.decodeIfPresent(String.self, forKey: .bundleID) {
                bundleID = id
                sales = try values.decodeIfPresent([Sale].self, forKey: .sales) ?? []
            } else {
                bundleID = try values.decode(String.self, forKey: .formerBundleID)
                sales = [try Sale(from: decoder)]
            }
        }
    }

    let status: Int
    let environment: String?
    let receipt: Receipt?

    /// - Parameter asked: which environment of the service answered.
    func meaning(from asked: StoreTransaction.Environment) -> ReceiptService.Answer {
        switch status {
        // 21006: what was sold is a subscription that is over, and it was sold.
        case 0, 21_006:
            transactions(asked).map { .read($0) } ?? .undecided("the verification service's answer has no receipt")
        case 21_002: .unreadable
        // 21010: the account is gone; Apple says to treat the purchase as one that was never made.
        case 21_003, 21_010: .refused(.forged)
        case 21_004: .undecided("the store refuses the shared password: give it with `marquee store set`")
        default: .unavailable("the verification service answers with the status \(status)")
        }
    }

    private func transactions(_ asked: StoreTransaction.Environment) -> [StoreTransaction]? {
        guard let receipt else { return nil }
        let isProduction = asked == .production && environment.map { $0 == "Production" } ?? true
        let found = receipt.sales.compactMap { sale -> StoreTransaction? in
            guard let purchased = Int64(sale.sold), let quantity = Int(sale.quantity ?? "1"),
                TrackedPurchase.Limits.name.contains(sale.saleID.utf8.count)
            else { return nil }
            return StoreTransaction(
                id: sale.saleID, originalID: sale.originalID ?? sale.id, bundleID: receipt.bundleID,
                product: sale.product, quantity: quantity, environment: isProduction ? .production : .sandbox,
                purchased: Timestamp(milliseconds: purchased),
                revoked: sale.cancelled.flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) })
        }
        return found.sorted { $0.purchased > $1.purchased }
    }
}
