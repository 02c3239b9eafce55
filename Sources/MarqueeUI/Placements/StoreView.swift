#if canImport(UIKit) && canImport(StoreKit) && StoreKit
    import Foundation
    import MarqueeHub
    import MarqueePlacements
    import StoreKit
    import UIKit

    /// The store's own view above the app.
    @MainActor
    enum StoreView {
        /// The names that the view has for the tokens of links.
        private static let names = [
            "at": SKStoreProductParameterAffiliateToken, "ct": SKStoreProductParameterCampaignToken,
            "pt": SKStoreProductParameterProviderToken,
        ]

        /// Shows a product until the person closes it.
        /// - Parameters:
        ///   - product: the store's id of the product.
        ///   - link: has the tokens of affiliates (PLC-079).
        /// - Returns: whether the store knows the product and the app has a place to show it.
        static func show(_ product: String, of link: URL) async -> Bool {
            let controller = SKStoreProductViewController()
            var parameters: [String: Any] = [SKStoreProductParameterITunesItemIdentifier: product]
            for (token, value) in StoreLink.tokens(of: link) {
                if let name = names[token] { parameters[name] = value }
            }
            guard (try? await controller.loadProduct(withParameters: parameters)) == true,
                let place = PresentingPlace.top()
            else { return false }
            place.present(controller, animated: true, completion: nil)
            return true
        }
    }
#endif
