import Foundation
import PlatformStore

/// The parameters of a tracked purchase. The store checks names and numbers.
enum PurchaseParameters {
    /// A device sends a purchase again until an answer arrives: each time with a new nonce, and with the same
    /// `purchase_id`, which tells the purchases of one install apart. The ancestor's SDK names no `purchase_id`.
    /// A resolution of another name counts as an error, as the SDKs read it.
    /// - Parameters:
    ///   - install: `nil` for a device that opted out; its purchases do not belong together, but one with a random
    ///     `purchase_id` that is sent again is the same one.
    ///   - formerInstall: the install of such a device, which may have sent the purchase before.
    static func purchase(
        _ parameters: [String: String], nonce: String, install: String?, formerInstall: String? = nil
    ) throws(PlacementRefusal) -> TrackedPurchase {
        guard let product = parameters["product"], let quantity = parameters["quantity"].flatMap({ Int($0) }) else {
            throw PlacementRefusal(.badRequest, "a purchase has a product and a quantity")
        }
        guard let ending = parameters["resolution"], !ending.isEmpty else {
            throw PlacementRefusal(.badRequest, "a purchase has a resolution: buy, cancel, error or failure")
        }
        var receipt: Data?
        if let text = parameters["receipt"], !text.isEmpty {
            receipt = bytes(text)
            guard receipt != nil else { throw PlacementRefusal(.badRequest, "receipt is not base64") }
        }
        let id = parameters["purchase_id"] ?? ""
        // Two devices that opted out may have the same id, unless it is a random one.
        let isKey = install == nil ? id.utf8.count >= fewestOfRandom : !id.isEmpty
        let report = isKey ? id : nonce
        let offer = offer(parameters)
        return TrackedPurchase(
            report: report, install: install ?? TrackedPurchase.nobody(report), product: product, quantity: quantity,
            resolution: TrackedPurchase.Resolution(rawValue: ending.lowercased()) ?? .error,
            price: price(parameters), errorCode: parameters["error_code"].flatMap { Int($0) },
            unit: offer?.unit, offerReceipt: install == nil ? nil : offer?.receipt, receipt: receipt,
            formerInstall: formerInstall)
    }

    /// Two installs may use a shorter `purchase_id`, such as a number.
    private static let fewestOfRandom = 16

    /// Which unit of which placement led to the purchase.
    static func offer(_ parameters: [String: String]) -> OfferCookie? {
        parameters["cookie"].flatMap(OfferCookie.init(text:))
    }

    /// `nil` for a price that cannot be read, and for one without a currency: the purchase and its receipt count anyway, and
    /// the test console says what is wrong.
    private static func price(_ parameters: [String: String]) -> TrackedPurchase.Price? {
        guard let currency = parameters["price_locale"], TrackedPurchase.Price.isCurrency(currency),
            let amount = TrackedPurchase.Price.thousandths(of: parameters["price"] ?? "")
        else { return nil }
        return TrackedPurchase.Price(milliunits: amount, currency: currency)
    }

    /// Base64 for URLs without padding; some SDKs pad it.
    private static func bytes(_ text: String) -> Data? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
    }
}
