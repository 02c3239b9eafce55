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

    /// The tokens of a link to the store: `at` of the affiliate, `ct` of the campaign and `pt` of the provider. The
    /// store's own view opens no address, so that a surface hands the tokens over beside the product.
    /// - Returns: the values by these names; a token that is missing or empty is not there.
    public static func tokens(of url: URL) -> [String: String] {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        var tokens: [String: String] = [:]
        for item in items where ["at", "ct", "pt"].contains(item.name) && tokens[item.name] == nil {
            if let value = item.value, !value.isEmpty { tokens[item.name] = value }
        }
        return tokens
    }
}
