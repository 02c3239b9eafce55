import Foundation
import Testing

@testable import MarqueePlacements

/// Links to the store (PLC-077, PLC-079).
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

    @Test(
        arguments: [
            ("id1?pt=11&ct=summer%20sale&at=1001l&mt=8", ["at": "1001l", "ct": "summer sale", "pt": "11"]),
            ("id1?at=first&at=second&ct=&pt", ["at": "first"]), ("id1", [:]),
        ] as [(String, [String: String])])
    func `the store's view gets the tokens of the link`(link: String, tokens: [String: String]) throws {
        let url = try #require(URL(string: "https://apps.apple.com/app/\(link)"))
        #expect(StoreLink.tokens(of: url) == tokens)
    }
}
