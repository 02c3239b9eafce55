import Foundation
import MarqueeWire
import PlatformStore

/// An answer of the older verification service, with the members that matter here, by Apple's names.
struct VerifyReceiptAnswer: Decodable, Sendable {
    /// A truth value, as a text or plainly.
    struct Flag: Decodable, Sendable {
        let isTrue: Bool

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            isTrue = (try? value.decode(Bool.self)) ?? ((try? value.decode(String.self)) == "true")
        }
    }

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
            case trial = "is_trial_period"
            case upgraded = "is_upgraded"
            case ownership = "in_app_ownership_type"
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
        let trial: Flag?
        let upgraded: Flag?
        let ownership: String?

        /// Each period of a subscription is a sale of its own.
        var isSubscription: Bool { expires != nil || lineItem != nil }
        /// Identifies the sale, as ``StoreTransaction/id``.
        var saleID: String { isSubscription ? lineItem.map(StoreTransaction.period) ?? id : originalID ?? id }
        /// When it was sold, not when it was restored.
        var sold: String { isSubscription ? purchased : firstPurchased ?? purchased }

        var payment: StoreTransaction.Payment {
            if upgraded?.isTrue == true { return .upgraded }
            return trial?.isTrue == true || ownership == "FAMILY_SHARED" ? .free : .paid
        }
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

    private enum CodingKeys: String, CodingKey {
        case status
        case environment
        case receipt
        case latest = "latest_receipt_info"
    }

    let status: Int
    let environment: String?
    let receipt: Receipt?
    /// What is known of subscriptions by now. A receipt may be older.
    private let latest: [Sale]

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        status = try values.decode(Int.self, forKey: .status)
        environment = try values.decodeIfPresent(String.self, forKey: .environment)
        receipt = try values.decodeIfPresent(Receipt.self, forKey: .receipt)
        // For receipts from before iOS 7, the service sends one object in place of the list.
        latest = (try? values.decodeIfPresent([Sale].self, forKey: .latest)) ?? []
    }

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
        let free = Dictionary(
            latest.filter { $0.payment != .paid }.map { ($0.id, $0.payment) }, uniquingKeysWith: { first, _ in first })
        let found = receipt.sales.compactMap { sale -> StoreTransaction? in
            guard let purchased = Int64(sale.sold), let quantity = Int(sale.quantity ?? "1"),
                TrackedPurchase.Limits.name.contains(sale.saleID.utf8.count)
            else { return nil }
            return StoreTransaction(
                id: sale.saleID, formerID: sale.isSubscription ? sale.id : nil, originalID: sale.originalID ?? sale.id,
                bundleID: receipt.bundleID,
                product: sale.product, quantity: quantity, environment: isProduction ? .production : .sandbox,
                payment: free[sale.id] ?? sale.payment, purchased: Timestamp(milliseconds: purchased),
                revoked: sale.cancelled.flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) })
        }
        return found.sorted { $0.purchased > $1.purchased }
    }
}
