import Foundation
import Testing

@testable import MarqueePlacements

/// Links to the store (PLC-077).
struct StoreLinkTests {
    @Test(
        arguments: [
            ("1", true, ["store 1"]), ("1", false, ["store 1", "https://apps.example/id1"]),
            (nil, true, ["https://apps.example/id1"]),
        ] as [(String?, Bool, [String])])
    func `a product that the store's view cannot show is opened outside of the app`(
        product: String?, isKnown: Bool, steps: [String]
    ) async throws {
        let url = try #require(URL(string: "https://apps.example/id1"))
        var seen: [String] = []
        await StoreLink.open(
            url, product: product,
            storeView: { product in
                seen.append("store \(product)")
                return isKnown
            }, outside: { seen.append($0.absoluteString) })
        #expect(seen == steps)
    }
}
