public import Foundation

/// How a surface opens a link of a unit, which is off the screen by then. Nothing of it is reported to the request.
public enum StoreLink {
    /// Shows the product in the store's own view. Without a product, and if that view cannot show it, the address is opened.
    /// - Parameters:
    ///   - url: the address.
    ///   - product: the store's id of the product.
    ///   - isolation: where the closures run.
    ///   - storeView: shows a product, and returns whether it did.
    ///   - outside: hands an address to the system.
    public static func open(
        _ url: URL, product: String?, isolation: isolated (any Actor)? = #isolation,
        storeView: (String) async -> Bool, outside: (URL) async -> Void
    ) async {
        if let product, await storeView(product) { return }
        await outside(url)
    }
}
