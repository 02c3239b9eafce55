package import Foundation

/// Receives purchases that devices track.
package protocol PurchaseIntake: Sendable {
    /// Stores a purchase. Returns when it is durable.
    func record(_ purchase: PlacementPurchase, app: String) async throws
}

/// A purchase as a device reports it; nothing in it is proven.
package struct PlacementPurchase: Sendable, Hashable {
    /// How the purchase ended.
    package enum Resolution: String, Sendable, CaseIterable {
        case buy
        case cancel
        case error
        case failure
    }

    /// The nonce of the request.
    package var report: String
    /// The install; empty for a device that opted out.
    package var install: String
    package var product: String
    package var quantity: Int
    package var resolution: Resolution
    /// The price of one piece, in thousandths of the currency's unit; `nil` without a price.
    package var milliunits: Int64?
    /// The ISO 4217 code of the price; `nil` without a price.
    package var currency: String?
    package var errorCode: Int?
    /// The unit that started the purchase, by its cookie.
    package var unit: String?
    /// The receipt as the store gave it to the app.
    package var receipt: Data?
}
