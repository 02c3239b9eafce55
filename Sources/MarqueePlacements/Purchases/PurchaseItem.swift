import Foundation
import MarqueeWire

/// A reported purchase as it waits in the outbox.
struct PurchaseItem: Codable, Sendable, Equatable {
    /// The largest receipt in bytes.
    static let maximumReceipt = 24 * 1024

    let product: String
    let quantity: Int
    let resolution: String
    var price: PurchaseReport.Price?
    /// Base64 for URLs without padding.
    let receipt: String?
    let errorCode: Int?
    /// Ties the purchase to the unit that started it.
    let cookie: String?

    init(_ report: PurchaseReport, cookie: String?) {
        product = report.product
        quantity = report.quantity
        resolution = report.resolution.rawValue
        price = report.price
        receipt = report.receipt.map { PlacementSecret.unpaddedText($0) }
        errorCode = report.errorCode
        self.cookie = cookie
    }

    /// The parameters of the request.
    /// - Parameter id: the same in every attempt, so that the server counts the purchase once.
    func parameters(_ id: EventID) -> [String: String] {
        var values = [
            "product": product, "quantity": String(quantity), "resolution": resolution, "store": "ios",
            "purchase_id": id.description,
        ]
        values["price"] = price.map { NSDecimalNumber(decimal: $0.amount).stringValue }
        values["price_locale"] = price?.currency
        // A missing price is said, and is never zero.
        if price == nil { values["price_missing"] = "1" }
        values["receipt"] = receipt
        values["error_code"] = errorCode.map { String($0) }
        values["cookie"] = cookie
        return values
    }
}
