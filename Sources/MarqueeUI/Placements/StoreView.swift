#if canImport(UIKit) && canImport(StoreKit) && StoreKit
    import MarqueeHub
    import StoreKit
    import UIKit

    /// The store's own view above the app.
    @MainActor
    enum StoreView {
        /// Shows a product until the person closes it.
        /// - Returns: whether the store knows the product and the app has a place to show it.
        static func show(_ product: String) async -> Bool {
            let controller = SKStoreProductViewController()
            let parameters: [String: Any] = [SKStoreProductParameterITunesItemIdentifier: product]
            guard (try? await controller.loadProduct(withParameters: parameters)) == true,
                let place = PresentingPlace.top()
            else { return false }
            place.present(controller, animated: true, completion: nil)
            return true
        }
    }
#endif
