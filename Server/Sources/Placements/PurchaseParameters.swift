import Foundation
import MarqueeWire

/// The parameters of a tracked purchase.
enum PurchaseParameters {
    static func purchase(
        _ parameters: [String: String], nonce: String, install: String?
    ) throws(PlacementRefusal) -> PlacementPurchase {
        guard let product = parameters["product"], (1...255).contains(product.utf8.count) else {
            throw PlacementRefusal(.badRequest, "product is missing or too long")
        }
        guard let quantity = parameters["quantity"].flatMap({ Int($0) }), (1...1_000_000).contains(quantity) else {
            throw PlacementRefusal(.badRequest, "quantity is a whole number from 1 on")
        }
        guard let resolution = parameters["resolution"].flatMap(PlacementPurchase.Resolution.init) else {
            throw PlacementRefusal(.badRequest, "resolution is buy, cancel, error or failure")
        }
        let price = try milliunits(parameters["price"])
        let currency = parameters["price_locale"]
        if price != nil, currency.map(isCurrency) != true {
            throw PlacementRefusal(.badRequest, "price_locale is a currency such as USD")
        }
        var receipt: Data?
        if let text = parameters["receipt"], !text.isEmpty {
            receipt = Self.bytes(text)
            guard receipt != nil else { throw PlacementRefusal(.badRequest, "receipt is not base64") }
        }
        if let cookie = parameters["cookie"], cookie.utf8.count > 1024 {
            throw PlacementRefusal(.badRequest, "cookie is too long")
        }
        return PlacementPurchase(
            report: nonce, install: install ?? "", product: product, quantity: quantity, resolution: resolution,
            milliunits: price, currency: price == nil ? nil : currency,
            errorCode: parameters["error_code"].flatMap { Int($0) },
            unit: parameters["cookie"].flatMap { $0.isEmpty ? nil : $0 }, receipt: receipt)
    }

    private static func milliunits(_ text: String?) throws(PlacementRefusal) -> Int64? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.count <= 20, text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }),
            let amount = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), amount <= 1_000_000_000
        else { throw PlacementRefusal(.badRequest, "price is a number such as 0.99") }
        return (amount * 1000 as NSDecimalNumber).int64Value
    }

    private static func isCurrency(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (65...90).contains($0) }
    }

    /// Base64 for URLs without padding; some SDKs pad it.
    private static func bytes(_ text: String) -> Data? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
